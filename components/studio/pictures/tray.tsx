"use client";

import { Check, ImageIcon, ImageOff, Plus, Scissors, X } from "lucide-react";
import { useShallow } from "zustand/react/shallow";
import { CutoutDialog } from "../../cutouts/cutout-dialog.tsx";
import { useTranslate } from "../../language/language.tsx";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { useDebounced, useInView } from "../../ui/hooks.ts";
import { Picture } from "../../ui/picture.tsx";
import { Progress } from "../../ui/progress.tsx";
import { traySources, traySummary } from "../order/summary.ts";
import { viewOf } from "../scenes/entries.ts";
import { useProductPicture } from "../scenes/use-scenes.ts";
import { WarningBadge } from "../scenes/warning-badge.tsx";
import { useIsShown } from "../shown.ts";
import { pictureOf } from "../state.ts";
import { useStudio, useStudioState } from "../store.ts";
import { FileButton } from "./add-pictures.tsx";

/** Delay of the tiles' update after the last key press. */
const typingPauseMs = 500;

export function PictureTray() {
  const t = useTranslate();
  const { addFiles } = useStudio();
  const ids = useStudioState(useShallow((state) => traySources(state).map(({ id }) => id)));
  const { count, chosen } = useStudioState(useShallow(traySummary));
  const { prompt = "", ...set } = useStudioState(useShallow(({ settings }) => viewOf(settings)));
  const view = { ...set, prompt: useDebounced(prompt, typingPauseMs) };
  return (
    <section aria-labelledby="pictures-title">
      <div
        className={cn(
          "mb-2.5 flex min-h-8 items-center justify-between gap-3",
          count < 2 && "max-lg:sr-only",
        )}
      >
        <h2 id="pictures-title" className="min-w-0 flex-1 truncate font-semibold text-sm">
          {t("Pictures")}
          {count > 1 && (
            <span className="figures ml-2 font-normal text-muted">
              {t("{chosen} of {count} chosen", { chosen, count })}
            </span>
          )}
        </h2>
        <CutoutOfTray />
      </div>
      <ul className="-m-1 touch:-mt-4 flex gap-2.5 overflow-x-auto p-1 touch:pt-4 pb-2">
        {ids.map((id) => (
          <PictureTile key={id} id={id} many={count > 1} view={view} />
        ))}
        <li className="shrink-0">
          <FileButton
            multiple
            onFiles={addFiles}
            aria-label={t("Add pictures")}
            className="grid size-19 place-items-center rounded-lg border border-line-strong border-dashed text-muted transition-colors hover:border-accent-ink hover:text-accent-ink"
          >
            <Plus aria-hidden className="size-5" />
          </FileButton>
        </li>
      </ul>
    </section>
  );
}

/** Orders cut-outs of all selected, uploaded pictures. */
function CutoutOfTray() {
  const studio = useStudio();
  const t = useTranslate();
  const sources = useStudioState(
    useShallow(({ sources: all }) => all.filter(({ selected, imageUrl }) => selected && imageUrl !== null)),
  );
  if (sources.length < 2) return null;
  const pictures = sources.flatMap((source) => pictureOf(source) ?? []);
  return (
    <CutoutDialog
      pictures={pictures}
      onOrdered={studio.showOrder}
      trigger={
        <Button variant="ghost" size="sm" className="ml-auto">
          <Scissors aria-hidden /> {t("Cut out {count}", { count: pictures.length })}
        </Button>
      }
    />
  );
}

/** One picture; if there are several, shown as the photo in the selected scene. */
function PictureTile({ id, many, view }: { id: string; many: boolean; view: ReturnType<typeof viewOf> }) {
  const t = useTranslate();
  const studio = useStudio();
  const source = useStudioState(({ sources }) => sources.find((source) => source.id === id));
  const shown = useIsShown(id);
  const [ref, isInView] = useInView<HTMLLIElement>();
  const imageUrl = many ? (source?.imageUrl ?? null) : null;
  const photo = useProductPicture(imageUrl === null ? null : { ...view, imageUrl }, isInView);
  if (!source) return null;
  const { name, state, progress, previewUrl, selected } = source;
  // Not every browser displays HEIC: its preview comes from the image host after the upload.
  const Placeholder = state === "failed" ? ImageOff : ImageIcon;
  const under = state === "uploading" || state === "waiting";
  return (
    <li ref={ref} className="group relative shrink-0" data-testid="picture" data-state={state}>
      <button
        type="button"
        onClick={() => studio.show(id)}
        onKeyDown={({ key }) => key === "Delete" && !under && studio.remove(id)}
        aria-keyshortcuts="Delete"
        aria-label={t("Show {name}", { name })}
        aria-pressed={shown}
        className={cn(
          "relative block size-19 overflow-hidden rounded-lg bg-sunken ring-1 ring-line transition-shadow",
          shown && "ring-2 ring-accent",
        )}
      >
        {previewUrl ? (
          <Picture
            src={photo?.image ?? previewUrl}
            alt=""
            className={cn(
              "size-full object-cover transition-opacity",
              (under || (many && !selected)) && "opacity-45",
            )}
          />
        ) : (
          <Placeholder aria-hidden className="mx-auto size-5 text-faint" />
        )}
        {selected && <WarningBadge notes={photo?.notes ?? []} />}
        {under && (
          <span className="absolute inset-x-2 bottom-2">
            {/* Indeterminate once all bytes are sent, while the image host processes them. */}
            <Progress
              value={state === "waiting" || progress === 1 ? null : progress}
              label={t("Uploading {name}", { name })}
            />
          </span>
        )}
      </button>
      {many && state === "ready" && (
        <label className="absolute bottom-1 left-1 grid size-6 place-items-center touch:after:absolute touch:after:-top-4 touch:after:-right-4 touch:after:-bottom-1 touch:after:-left-1">
          <input
            type="checkbox"
            checked={selected}
            onChange={() => studio.toggle(id)}
            aria-label={t("Make photos of {name}", { name })}
            className="peer absolute inset-0 appearance-none rounded-full border-2 border-white bg-black/35 checked:bg-accent"
          />
          <Check
            aria-hidden
            className="pointer-events-none relative hidden size-3.5 text-white peer-checked:block"
          />
        </label>
      )}
      <button
        type="button"
        // Keyboard users press Delete to remove a picture: with many pictures, each button would be another tab stop.
        tabIndex={under ? 0 : -1}
        onClick={() => (under ? studio.cancelUpload(id) : studio.remove(id))}
        aria-label={under ? t("Stop uploading {name}", { name }) : t("Remove {name}", { name })}
        className={cn(
          "absolute -top-1.5 -right-1.5 grid size-6 place-items-center rounded-full bg-raised text-muted shadow-float hover:text-ink touch:after:absolute touch:after:-inset-y-2.5 touch:after:-right-1 touch:after:-left-4",
          !under && "pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 focus-visible:opacity-100",
        )}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}
