"use client";

import { Ban, CircleAlert, Hourglass } from "lucide-react";
import { resizedUrl } from "#lib/images/variants.ts";
import { generationTitle } from "../studio/style-texts.ts";
import { cn } from "../ui/cn.ts";
import { Picture } from "../ui/picture.tsx";
import { Spinner } from "../ui/progress.tsx";
import { Time } from "../ui/time.tsx";
import type { Entry } from "./model.ts";

interface TileProps {
  entry: Entry;
  chosen?: boolean;
  /** What it is called; its style when absent. */
  name?: string | null;
  /** The first rows are wanted at once. */
  eager: boolean;
  /** Absent where nothing is chosen. */
  onChoose?: (chosen: boolean) => void;
  onShow: () => void;
}

export function Tile({ entry, chosen = false, name, eager, onChoose, onShow }: TileProps) {
  const { id, operation, status, resolution, result_url: url } = entry;
  const title = name ?? generationTitle(entry);
  const details = [title, entry.aspect_ratio, resolution].filter(Boolean).join(", ");
  return (
    <li className="group relative min-w-0" data-testid="photo" data-status={status}>
      <button
        type="button"
        onClick={onShow}
        aria-label={`Details of ${details}${status === "succeeded" ? "" : `, ${status}`}`}
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
            <Unfinished status={status} />
          </span>
        )}
      </button>
      {onChoose && (
        <label
          className={cn(
            "absolute top-1 left-1 grid size-9 place-items-center",
            "transition-opacity sm:opacity-0 sm:group-hover:opacity-100 sm:has-checked:opacity-100 sm:has-focus-visible:opacity-100",
            "pointer-coarse:opacity-100",
          )}
        >
          <span className="sr-only">Choose {details}</span>
          <input
            type="checkbox"
            name="id"
            value={id}
            checked={chosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
            className="size-5 rounded accent-accent shadow-card [color-scheme:light]"
          />
        </label>
      )}
      <div className="mt-2 flex items-baseline justify-between gap-2">
        <p className="truncate font-medium text-sm">{title}</p>
        {resolution && !name && <p className="shrink-0 text-faint text-xs">{resolution}</p>}
      </div>
      <p className="text-muted text-xs">
        {name ? generationTitle(entry) : <Time at={entry.created_at} withTime />}
      </p>
    </li>
  );
}

/** Why there is no picture. */
function Unfinished({ status }: Pick<Entry, "status">) {
  if (status === "failed") {
    return (
      <>
        <CircleAlert aria-hidden className="size-5 text-danger-ink" />
        Failed and refunded
      </>
    );
  }
  if (status === "canceled") {
    return (
      <>
        <Ban aria-hidden className="size-5" />
        Canceled and refunded
      </>
    );
  }
  return status === "queued" ? (
    <>
      <Hourglass aria-hidden className="size-5" />
      Waiting
    </>
  ) : (
    <>
      <Spinner className="size-5" />
      Being made
    </>
  );
}
