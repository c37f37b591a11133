"use client";

import { resizedUrl } from "#lib/images/variants.ts";
import { useLanguage } from "../language/language.tsx";
import { type Entry, nameOf } from "../photos/model.ts";
import { StatusIcon } from "../photos/status-icon.tsx";
import { Badge } from "../ui/badge.tsx";
import { cn } from "../ui/cn.ts";
import { Picture } from "../ui/picture.tsx";
import { Time } from "../ui/time.tsx";
import { describeSize, describeWork } from "./words.ts";

interface TileProps {
  entry: Entry;
  chosen?: boolean;
  /** Loads the picture without waiting for it to come into view, for the first rows. */
  eager: boolean;
  /** False below a heading with the day. */
  withDate?: boolean;
  /** Absent where entries cannot be selected. A range extends from the last clicked entry to this one. */
  onChoose?: (click: { isChosen: boolean; isRange: boolean }) => void;
  onShow: () => void;
}

export function Tile({ entry, chosen = false, eager, withDate = true, onChoose, onShow }: TileProps) {
  const language = useLanguage();
  const { t } = language;
  const { id, operation, status, result_url: url } = entry;
  const [name, work, size] = [nameOf(entry), describeWork(entry, language), describeSize(entry, t)];
  const replaced = entry.superseded_by !== null && t("replaced");
  const details = [name, work, entry.aspect_ratio, size, replaced].filter(Boolean).join(", ");
  return (
    <li className="group relative min-w-0" data-testid="photo" data-status={status}>
      <button
        type="button"
        data-entry={id}
        onClick={onShow}
        aria-label={
          status === "succeeded"
            ? t("Details of {what}", { what: details })
            : t(
                "Details of {what}, {status, select, failed {failed} canceled {canceled} queued {queued} other {running}}",
                { what: details, status },
              )
        }
        className={cn(
          "relative block aspect-square w-full overflow-hidden rounded-lg bg-sunken ring-1 ring-line transition-shadow hover:shadow-float",
          chosen && "ring-2 ring-accent",
        )}
      >
        {url ? (
          <Picture
            src={resizedUrl(url, "tile")}
            alt=""
            loading={eager ? "eager" : "lazy"}
            className={cn(
              "size-full",
              operation === "remove_bg" ? "checkerboard object-contain p-2" : "object-cover",
            )}
          />
        ) : (
          <span className="absolute inset-0 grid place-content-center justify-items-center gap-2 px-4 text-muted text-xs">
            <StatusIcon status={status} className="size-5" />
            {status === "failed"
              ? t("Failed and refunded")
              : status === "canceled"
                ? t("Canceled and refunded")
                : status === "queued"
                  ? t("Waiting")
                  : t("Being made")}
          </span>
        )}
      </button>
      {onChoose && (
        <label
          className={cn(
            "absolute top-1 left-1 grid size-9 touch:size-11 place-items-center",
            "transition-opacity sm:opacity-0 sm:group-hover:opacity-100 sm:has-checked:opacity-100 sm:has-focus-visible:opacity-100",
            "pointer-coarse:opacity-100",
          )}
        >
          <span className="sr-only">{t("Choose {what}", { what: details })}</span>
          <input
            type="checkbox"
            name="id"
            value={id}
            checked={chosen}
            onChange={({ currentTarget, nativeEvent }) =>
              onChoose({
                isChosen: currentTarget.checked,
                isRange: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
              })
            }
            className="size-5 rounded accent-accent shadow-card [color-scheme:light]"
          />
        </label>
      )}
      <div className="mt-2 flex items-baseline justify-between gap-2">
        <p className="min-w-0 truncate font-medium text-sm" title={name ?? undefined}>
          {name ?? work}
        </p>
        {size && <p className="max-w-[45%] shrink-0 truncate text-faint text-xs">{size}</p>}
      </div>
      <p className="truncate text-muted text-xs">
        {entry.superseded_by !== null && <Badge className="mr-1.5">{t("Replaced")}</Badge>}
        {name && work}
        {name && withDate && " · "}
        {(withDate || !name) && <Time at={entry.created_at} withTime={!name} />}
      </p>
    </li>
  );
}

/** Focuses the tile of an entry; returns whether it exists. */
export function focusTile(id: string): boolean {
  const tile = document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`);
  tile?.focus();
  return tile !== null;
}
