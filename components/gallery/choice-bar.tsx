"use client";

import { ChevronUp, Columns2, Download, ListChecks, RefreshCw, Trash2, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { maxChosenResults } from "#lib/contract/limits.ts";
import { resultFormats } from "#lib/contract/photos/values.ts";
import { CutoutOfChosen } from "../cutouts/cutout-actions.tsx";
import { useLanguage, useTranslate } from "../language/language.tsx";
import { type Entry, formatName } from "../photos/model.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Menu, MenuItem, MenuLabel } from "../ui/menu.tsx";
import { Spinner } from "../ui/progress.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { pageSize } from "./model.ts";

export const compared = { least: 2, most: 4 } as const;

interface ChoiceBarProps {
  count: number;
  /** Number of selected entries that have a picture. */
  pictures: number;
  chosen: readonly Entry[];
  /** Absent if all matching entries are already selected. */
  onChooseAll?: (() => Promise<void>) | undefined;
  onCompare: () => void;
  onRunAgain: () => void;
  onDelete: () => void;
  onClear: () => void;
}

export function ChoiceBar(props: ChoiceBarProps) {
  const { count, pictures, chosen, onChooseAll, onCompare, onRunAgain, onDelete, onClear } = props;
  const { t, locale } = useLanguage();
  const [isBusy, setBusy] = useState(false);
  if (count === 0) return null;
  const chooseAll = async () => {
    setBusy(true);
    await onChooseAll?.();
    setBusy(false);
  };
  const canCompare = pictures >= compared.least && pictures <= compared.most;
  return (
    <section
      aria-label={t("Chosen")}
      className="sticky bottom-19 z-20 mx-auto mt-6 flex w-fit max-w-full animate-rise-in flex-wrap items-center gap-1.5 rounded-xl bg-raised p-2 pl-4 shadow-float max-sm:justify-center lg:bottom-6"
    >
      <p className="figures mr-1 whitespace-nowrap font-medium text-sm" aria-live="polite">
        {t("{count} chosen", { count: count.toLocaleString(locale) })}
        {count >= maxChosenResults && (
          <span className="ml-1.5 font-normal text-muted text-xs">{t("the most at once")}</span>
        )}
      </p>
      {onChooseAll && (
        <Button variant="ghost" size="sm" disabled={isBusy} onClick={() => void chooseAll()}>
          {isBusy ? <Spinner /> : <ListChecks aria-hidden />} {t("Choose all")}
        </Button>
      )}
      <ZipButton disabled={pictures === 0} />
      <Hinted hint={canCompare ? null : t("Choose two to four pictures to compare them")}>
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={!canCompare}
          className="aria-disabled:cursor-not-allowed aria-disabled:text-faint"
          onClick={() => canCompare && onCompare()}
        >
          <Columns2 aria-hidden /> <span className="max-sm:sr-only">{t("Compare")}</span>
        </Button>
      </Hinted>
      <Hinted hint={t("Opens the studio with these pictures and their settings")}>
        <Button variant="secondary" size="sm" onClick={onRunAgain}>
          <RefreshCw aria-hidden /> <span className="max-sm:sr-only">{t("Run again")}</span>
        </Button>
      </Hinted>
      <CutoutOfChosen entries={chosen} />
      <DeleteButton count={count} onDelete={onDelete} />
      <IconButton icon={X} size="icon-sm" label={t("Choose none")} onClick={onClear} />
    </section>
  );
}

function Hinted({ hint, children }: { hint: string | null; children: ReactNode }) {
  return hint ? <Tooltip text={hint}>{children}</Tooltip> : children;
}

/** Submits the form for an archive of the original files or of a selected format. */
function ZipButton({ disabled }: { disabled: boolean }) {
  const t = useTranslate();
  const format = useRef<HTMLInputElement>(null);
  const send = (option: string) => {
    if (!format.current) return;
    format.current.value = option;
    format.current.form?.requestSubmit();
    format.current.value = "";
  };
  return (
    <div className="flex">
      <input ref={format} type="hidden" name="format" defaultValue="" />
      <Button type="submit" size="sm" disabled={disabled} className="rounded-r-none">
        <Download aria-hidden /> ZIP
      </Button>
      <Menu
        trigger={
          <Button
            size="sm"
            disabled={disabled}
            aria-label={t("Another format")}
            className="rounded-l-none border-white/25 border-l px-1.5 touch:px-3.5"
          >
            <ChevronUp aria-hidden />
          </Button>
        }
      >
        <MenuLabel>{t("All pictures as")}</MenuLabel>
        {resultFormats.map((option) => (
          <MenuItem key={option} onSelect={() => send(option)}>
            {formatName(option)}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

/** Deleting more than one page of entries requires confirmation; fewer can be undone. */
function DeleteButton({ count, onDelete }: { count: number; onDelete: () => void }) {
  const t = useTranslate();
  const isMany = count > pageSize;
  const button = (
    <Button variant="secondary" size="sm" {...(!isMany && { onClick: onDelete })}>
      <Trash2 aria-hidden /> <span className="max-sm:sr-only">{t("Delete")}</span>
    </Button>
  );
  if (!isMany) return button;
  return (
    <ConfirmDialog
      trigger={button}
      title={t("Delete these {count}?", { count })}
      description={t(
        "The pictures are deleted from the image host as well, so shops that show them by URL lose them. Their cost stays in your usage.",
      )}
      confirmLabel={t("Delete {count}", { count })}
      onConfirm={async () => onDelete()}
    />
  );
}
