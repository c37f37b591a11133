"use client";

import {
  ChevronLeft,
  ChevronRight,
  ExternalLink as ExternalLinkIcon,
  Link2,
  Trash2,
  Undo2,
  ZoomIn,
} from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { resizedUrl } from "#lib/images/variants.ts";
import { CutoutActions } from "../cutouts/cutout-actions.tsx";
import { useLanguage, useTranslate } from "../language/language.tsx";
import { MarketplaceCheck, marketplaceOf } from "../marketplaces/check.tsx";
import { DownloadMenu } from "../photos/download.tsx";
import { describeFailure, type Entry } from "../photos/model.ts";
import { StatusIcon } from "../photos/status-icon.tsx";
import { Button, buttonClass, IconButton } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { DecodedPicture } from "../ui/decoded.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ZoomWindow } from "../ui/zoom-window.tsx";
import { Facts, type Names } from "./facts.tsx";
import { NoteBoxes } from "./note-boxes.tsx";
import { Rename } from "./rename.tsx";
import { focusTile } from "./tile.tsx";
import { titleOf } from "./words.ts";

interface ActionsProps {
  entry: Entry;
  /** Absent at the ends of the list. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Deletes the entry; `onUndo` is present while that can be undone. */
  onDelete: (id: string) => void;
  onUndo?: (() => void) | undefined;
}

interface DetailsProps extends Omit<ActionsProps, "entry"> {
  entry: Entry | null;
  names: Names;
  onChange: (entry: Entry) => void;
  onClose: () => void;
}

/** One piece of work; the arrow keys open the previous or next one. */
export function Details({ entry, names, onChange, onClose, ...actions }: DetailsProps) {
  const t = useTranslate();
  const [renamed, setRenamed] = useState<string | null>(null);
  if (!entry) return null;
  const isRenaming = renamed === entry.id;
  const turn = (event: KeyboardEvent) => {
    const step = { ArrowLeft: actions.onPrevious, ArrowRight: actions.onNext }[event.key];
    const { target, currentTarget } = event;
    // Key events of menus and dialogs above this one bubble here through React.
    const isInside =
      target instanceof Element && currentTarget.contains(target) && !target.closest("input, textarea");
    if (!step || !isInside || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      onEscapeKeyDown={(event) => {
        if (!isRenaming) return;
        event.preventDefault();
        setRenamed(null);
      }}
      onKeyDown={turn}
      onCloseAutoFocus={(event) => {
        if (focusTile(entry.id)) event.preventDefault();
      }}
      width="xl"
      title={titleOf(entry, t)}
      footer={<Actions entry={entry} {...actions} />}
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_19rem]">
        <Result entry={entry} />
        <div className="min-w-0 space-y-5">
          <Rename
            key={entry.id}
            entry={entry}
            isOpen={isRenaming}
            onOpen={(open) => setRenamed(open ? entry.id : null)}
            onChange={onChange}
          />
          <Facts entry={entry} names={names} />
          {entry.status === "succeeded" && entry.operation === "generate" && (
            <MarketplaceCheck key={entry.id} id={entry.id} start={marketplaceOf(entry)} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Result({ entry }: { entry: Entry }) {
  const language = useLanguage();
  const { t } = language;
  const { operation, status, result_url: url, error_code: code } = entry;
  if (!url) {
    return (
      <div className="grid min-h-64 place-content-center justify-items-center gap-2 rounded-lg bg-sunken p-6 text-center text-muted text-sm">
        <StatusIcon status={status} className="size-6" />
        <p className="max-w-prose">
          {status === "failed"
            ? describeFailure(entry, language)
            : status === "canceled"
              ? t("This was canceled, and its credits were refunded.")
              : status === "queued"
                ? t("Waiting for its turn")
                : t("Being made")}
          {status === "failed" && code && <span className="mt-1 block font-mono text-xs">{code}</span>}
        </p>
      </div>
    );
  }
  return (
    <div className="grid max-h-[70dvh] min-h-48 place-items-center overflow-hidden rounded-lg bg-sunken md:min-h-96">
      <div className="relative">
        <DecodedPicture
          src={resizedUrl(url, "details")}
          placeholder={resizedUrl(url, "tile")}
          alt={t("The result")}
          {...(entry.width && entry.height && { width: entry.width, height: entry.height })}
          className={cn(
            "h-auto max-h-[70dvh] w-auto max-w-full object-contain",
            operation === "remove_bg" && "checkerboard",
          )}
        />
        <NoteBoxes entry={entry} />
      </div>
    </div>
  );
}

function Actions({ entry, onPrevious, onNext, onDelete, onUndo }: ActionsProps) {
  const t = useTranslate();
  const { id, status, operation, result_url: url, width, height } = entry;
  return (
    <>
      <div className="mr-auto flex items-center gap-1">
        <TurnButton icon={ChevronLeft} label={t("Newer")} onTurn={onPrevious} />
        <TurnButton icon={ChevronRight} label={t("Older")} onTurn={onNext} />
        {onUndo && (
          <Button variant="secondary" size="sm" onClick={onUndo}>
            <Undo2 aria-hidden /> {t("Undo delete")}
          </Button>
        )}
      </div>
      {status !== "queued" && status !== "running" && (
        <IconButton icon={Trash2} label={t("Delete")} title={t("Delete")} onClick={() => onDelete(id)} />
      )}
      {url && (
        <>
          <CutoutActions entry={entry} />
          <ZoomWindow
            title={titleOf(entry, t)}
            pictures={[
              {
                url,
                alt: titleOf(entry, t),
                size: width && height ? { width, height } : null,
                transparent: operation === "remove_bg",
              },
            ]}
            trigger={<IconButton icon={ZoomIn} label={t("Zoom")} title={t("Zoom")} />}
          />
          <CopyButton text={url} label={t("Copy URL")} size="icon" icon={Link2} title={t("Copy URL")} />
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={t("Open in full size")}
            title={t("Open in full size")}
            className={buttonClass({ variant: "ghost", size: "icon" })}
          >
            <ExternalLinkIcon aria-hidden />
          </a>
          <DownloadMenu item={entry} />
        </>
      )}
    </>
  );
}

/** Stays focusable at the ends of the list, so that the focus is not lost. */
function TurnButton({
  icon,
  label,
  onTurn,
}: {
  icon: typeof ChevronLeft;
  label: string;
  onTurn: (() => void) | undefined;
}) {
  return (
    <IconButton
      icon={icon}
      label={label}
      title={label}
      aria-disabled={!onTurn}
      onClick={() => onTurn?.()}
      className="aria-disabled:cursor-not-allowed aria-disabled:text-faint"
    />
  );
}
