"use client";

import { describeFault } from "../../language/faults.ts";
import { useLanguage, useTranslate } from "../../language/language.tsx";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/cn.ts";
import { Picture } from "../../ui/picture.tsx";
import { Spinner } from "../../ui/progress.tsx";
import { useStudio } from "../store.ts";
import type { LivePreview } from "./live-preview.ts";

export function PreviewPicture({
  shown,
  isBusy,
  className,
}: {
  shown: { image: string };
  isBusy: boolean;
  className: string;
}) {
  const t = useTranslate();
  return (
    <Picture
      src={shown.image}
      // Asynchronous decoding would show a blank frame at every change.
      decoding="sync"
      alt={t("Preview of the photo")}
      data-testid="preview"
      data-busy={isBusy}
      className={className}
    />
  );
}

/** Shown only if the preview takes long. */
export function BusyMark() {
  return (
    <span className="absolute right-2.5 bottom-2.5 grid size-7 animate-fade-in place-items-center rounded-full bg-black/45 text-white [animation-delay:600ms] [animation-fill-mode:both]">
      <Spinner />
    </span>
  );
}

/** The source picture, shown until the first preview. */
export function PreviewWait({ live, previewUrl }: { live: LivePreview; previewUrl: string | null }) {
  const t = useTranslate();
  return (
    <div className="absolute inset-0 overflow-hidden rounded-lg bg-surface shadow-card">
      {previewUrl && (
        <Picture
          src={previewUrl}
          alt=""
          className={cn("absolute inset-0 size-full object-contain", live.busy && "animate-pulse opacity-45")}
        />
      )}
      {live.problem !== null ? (
        <PreviewProblem live={live} className="absolute inset-x-3 top-1/2 -translate-y-1/2" />
      ) : (
        <p
          role="status"
          className="absolute inset-x-0 bottom-6 mx-auto flex w-max max-w-[90%] animate-fade-in items-center gap-2 rounded-full bg-raised px-3.5 py-1.5 text-sm shadow-float"
        >
          <Spinner /> {t("Finding the product…")}
        </p>
      )}
    </div>
  );
}

export function PreviewProblem({ live, className }: { live: LivePreview; className: string }) {
  const language = useLanguage();
  const { t } = language;
  const { preview } = useStudio();
  const { message } = describeFault(live.problem, language, t("The connection was lost."));
  return (
    <div
      role="alert"
      className={cn(
        "mx-auto flex max-w-md flex-wrap items-center gap-3 rounded-lg bg-raised p-3 text-sm shadow-float",
        className,
      )}
    >
      <p className="min-w-0 flex-1 basis-48">
        {t("The preview could not be made.")} {message}
      </p>
      <Button variant="secondary" size="sm" onClick={preview.retry}>
        {t("Try again")}
      </Button>
    </div>
  );
}
