"use client";

import {
  ChevronLeft,
  ChevronRight,
  Ellipsis,
  ExternalLink as ExternalLinkIcon,
  Images,
  Link2,
  Trash2,
  Undo2,
  ZoomIn,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useState } from "react";
import { toast } from "sonner";
import { resizedUrl } from "#lib/images/variants.ts";
import { CutoutActions } from "../cutouts/cutout-actions.tsx";
import { useLanguage } from "../language/language.tsx";
import { MarketplaceCheck, marketplaceOf } from "../marketplaces/check.tsx";
import { DownloadMenu } from "../photos/download.tsx";
import { handOver } from "../photos/handover.ts";
import { describeFailure, type Entry, isOpen } from "../photos/model.ts";
import { sizeOf } from "../photos/settings.ts";
import { StatusIcon } from "../photos/status-icon.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { DecodedPicture } from "../ui/decoded.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Menu, MenuItem, MenuSeparator } from "../ui/menu.tsx";
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
  const language = useLanguage();
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
      title={titleOf(entry, language)}
      footer={<Actions entry={entry} {...actions} />}
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_19rem]">
        <Result entry={entry} />
        <div className="min-w-0 space-y-5">
          <Rename
            key={`rename ${entry.id}`}
            entry={entry}
            isOpen={isRenaming}
            onOpen={(open) => setRenamed(open ? entry.id : null)}
            onChange={onChange}
          />
          <Facts entry={entry} names={names} />
          {entry.status === "succeeded" && entry.operation === "generate" && (
            <MarketplaceCheck key={`check ${entry.id}`} id={entry.id} start={marketplaceOf(entry)} />
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
          {...sizeOf(entry)}
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
  const language = useLanguage();
  const { t } = language;
  const { id, operation, result_url: url } = entry;
  const title = titleOf(entry, language);
  const router = useRouter();
  const makeAgain = () => {
    handOver([entry]);
    router.push("/studio");
  };
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t("Copied")),
      () => toast.error(t("Select and copy by hand"), { description: text }),
    );
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
      {url && (
        <>
          <ZoomWindow
            title={title}
            pictures={[{ url, alt: title, size: sizeOf(entry), transparent: operation === "remove_bg" }]}
            trigger={<IconButton icon={ZoomIn} label={t("Zoom")} title={t("Zoom")} />}
          />
          <CutoutActions entry={entry} />
          {operation === "generate" && (
            <Button
              variant="secondary"
              onClick={makeAgain}
              className="max-sm:order-1 max-sm:flex-1 max-sm:px-2"
            >
              <Images aria-hidden />
              <span className="max-sm:hidden">{t("Make again in another scene")}</span>
              <span className="sm:hidden">{t("Another scene")}</span>
            </Button>
          )}
          <DownloadMenu item={entry} className="max-sm:order-2 max-sm:w-full" />
        </>
      )}
      {!isOpen(entry) && (
        <Menu trigger={<IconButton icon={Ellipsis} label={t("More")} title={t("More")} />}>
          {url && (
            <>
              <MenuItem onSelect={() => void copy(url)}>
                <Link2 aria-hidden /> {t("Copy URL")}
              </MenuItem>
              <MenuItem asChild>
                <a href={url} target="_blank" rel="noreferrer">
                  <ExternalLinkIcon aria-hidden /> {t("Open in full size")}
                </a>
              </MenuItem>
              <MenuSeparator />
            </>
          )}
          <MenuItem onSelect={() => onDelete(id)}>
            <Trash2 aria-hidden /> {t("Delete")}
          </MenuItem>
        </Menu>
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
