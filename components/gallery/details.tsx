"use client";

import {
  Ban,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  ExternalLink as ExternalLinkIcon,
  Hourglass,
  Link2,
  Trash2,
} from "lucide-react";
import type { ReactNode } from "react";
import { resultFileName } from "#lib/generations/file-name.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import { CutoutActions } from "../cutouts/cutout-actions.tsx";
import { MarketplaceCheck, placeOfPhoto } from "../marketplaces/check.tsx";
import { describeFailure } from "../orders/model.ts";
import { DownloadMenu } from "../studio/download.tsx";
import { describeFidelity, describeMode, type ImageModel } from "../studio/modes.ts";
import { generationTitle, styleName } from "../studio/style-texts.ts";
import { buttonClass, ExternalLink, IconButton } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { ConfirmDialog, Dialog } from "../ui/dialog.tsx";
import { formatCredits } from "../ui/format.ts";
import { Picture } from "../ui/picture.tsx";
import { Spinner } from "../ui/progress.tsx";
import { Time } from "../ui/time.tsx";
import { durationOf, type Entry } from "./model.ts";

interface ActionsProps {
  entry: Entry;
  /** Absent at the ends of the list. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  onDelete: (id: string) => Promise<void>;
}

/** What people call what entries name by ids. */
export interface Names {
  keys: Readonly<Record<string, string>>;
  models: readonly ImageModel[];
}

interface DetailsProps extends Omit<ActionsProps, "entry"> {
  entry: Entry | null;
  names: Names;
  onClose: () => void;
}

export function Details({ entry, names, onClose, ...actions }: DetailsProps) {
  if (!entry) return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="xl"
      title={generationTitle(entry)}
      footer={<Actions entry={entry} {...actions} />}
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_19rem]">
        <Result entry={entry} />
        <div className="grid content-start gap-5">
          <Facts entry={entry} names={names} />
          {entry.status === "succeeded" && entry.operation === "generate" && (
            <MarketplaceCheck key={entry.id} id={entry.id} start={placeOfPhoto(entry)} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Result({ entry }: { entry: Entry }) {
  const { operation, status, result_url: url, error_code: code } = entry;
  if (!url) {
    return (
      <div className="grid min-h-64 place-content-center justify-items-center gap-2 rounded-lg bg-sunken p-6 text-center text-muted text-sm">
        {status === "failed" ? (
          <>
            <CircleAlert aria-hidden className="size-6 text-danger-ink" />
            <p className="max-w-prose">
              {describeFailure(entry)}
              {code && <span className="mt-1 block font-mono text-xs">{code}</span>}
            </p>
          </>
        ) : status === "canceled" ? (
          <>
            <Ban aria-hidden className="size-6" />
            <p>This was canceled, and its credits were refunded.</p>
          </>
        ) : status === "queued" ? (
          <>
            <Hourglass aria-hidden className="size-6" />
            <p>Waiting for its turn</p>
          </>
        ) : (
          <>
            <Spinner className="size-6" />
            <p>Being made</p>
          </>
        )}
      </div>
    );
  }
  return (
    <div className="grid max-h-[70dvh] min-h-48 place-items-center overflow-hidden rounded-lg bg-sunken md:min-h-96">
      <Picture
        key={url}
        src={resizedUrl(url, "details")}
        alt="The result"
        className={cn("max-h-[70dvh] max-w-full object-contain", operation === "remove_bg" && "checkerboard")}
      />
    </div>
  );
}

function Facts({ entry, names: { keys, models } }: { entry: Entry; names: Names }) {
  const { operation, prompt, credits_used: credits, api_key_id: keyId } = entry;
  const [mode, fidelity] = [describeMode(entry, models), describeFidelity(entry, models)];
  const duration = durationOf(entry);
  return (
    <dl className="grid content-start gap-y-3.5 text-sm">
      {operation === "generate" && (
        <>
          <Fact name="Style">{styleName(entry.style)}</Fact>
          <Fact name="Prompt">
            {prompt ? (
              <span className="break-words">{prompt}</span>
            ) : (
              <span className="text-muted">The style's own</span>
            )}
          </Fact>
          <Fact name="Shape and size">
            {entry.aspect_ratio}, {entry.resolution}
          </Fact>
          {mode && <Fact name="How it was made">{mode}</Fact>}
          {fidelity && <Fact name="The product in it">{fidelity}</Fact>}
        </>
      )}
      <Fact name="Cost">{credits === 0 ? "Nothing, refunded" : formatCredits(credits)}</Fact>
      <Fact name="Made">
        <Time at={entry.created_at} withTime />
        {duration && <span className="text-muted">, took {duration}</span>}
      </Fact>
      <Fact name="By">{keyId === null ? "Dashboard" : `Key “${keys[keyId] ?? keyId}”`}</Fact>
      <Fact name="Source picture">
        <ExternalLink href={entry.image_url}>Open</ExternalLink>
      </Fact>
      <Fact name="Id">
        <span className="break-all font-mono text-xs">{entry.id}</span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-faint text-xs">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

function Actions({ entry, onPrevious, onNext, onDelete }: ActionsProps) {
  const { id, status, result_url: url } = entry;
  return (
    <>
      <div className="mr-auto flex gap-1">
        <IconButton icon={ChevronLeft} label="Newer" disabled={!onPrevious} onClick={onPrevious} />
        <IconButton icon={ChevronRight} label="Older" disabled={!onNext} onClick={onNext} />
      </div>
      {status !== "queued" && status !== "running" && (
        <ConfirmDialog
          trigger={<IconButton icon={Trash2} label="Delete" title="Delete" />}
          title="Delete this for good?"
          description="The picture goes from the image host as well, so shops that show it by its address lose it. What it cost stays in your usage."
          confirmLabel="Delete"
          onConfirm={() => onDelete(id)}
        />
      )}
      {url && (
        <>
          <CutoutActions entry={entry} />
          <CopyButton text={url} label="Copy URL" size="icon" icon={Link2} title="Copy URL" />
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label="Open in full size"
            title="Open in full size"
            className={buttonClass({ variant: "ghost", size: "icon" })}
          >
            <ExternalLinkIcon aria-hidden />
          </a>
          <DownloadMenu url={url} name={resultFileName({ ...entry, createdAt: entry.created_at })} />
        </>
      )}
    </>
  );
}
