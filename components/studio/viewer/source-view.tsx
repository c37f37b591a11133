"use client";

import { Check, Columns2, ImageOff, Move } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Translate } from "#lib/language/translate.ts";
import { useTranslate } from "../../language/language.tsx";
import type { SourcePicture } from "../../photos/model.ts";
import { useCloseOnBack } from "../../ui/back.ts";
import { cn } from "../../ui/cn.ts";
import { isWide } from "../../ui/hooks.ts";
import { Picture } from "../../ui/picture.tsx";
import { Progress, Skeleton } from "../../ui/progress.tsx";
import { ScaledFrame } from "../../ui/styled-box.tsx";
import { Toolbar, ToolbarButton } from "../../ui/toolbar.tsx";
import { ArrangeFrame } from "../arrange/frame.tsx";
import { ArrangeStatus } from "../arrange/status.tsx";
import { useIsArranging } from "../shown.ts";
import { pictureOf, type Source } from "../state.ts";
import { useStudio } from "../store.ts";
import { CutoutMenu } from "./cutout-menu.tsx";
import { LivePhoto } from "./live-photo.tsx";

/** The viewer's frame; its size is constant. */
export const frameClass = "h-[min(30rem,34dvh)] bg-sunken p-3 sm:p-5 lg:h-[min(36rem,60dvh)]";
export const barClass =
  "flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-3 py-2.5 sm:px-4";

/** A source picture, shown as a photo preview once it is uploaded, with handles while it is adjusted. */
export function SourceView({ source }: { source: Source }) {
  const t = useTranslate();
  const studio = useStudio();
  const arranges = useIsArranging();
  const [compares, setCompares] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const arranged = useRef(false);
  // Restores the focus when the panel is closed by its own button.
  useEffect(() => {
    if (arranged.current && !arranges && document.activeElement === document.body) button.current?.focus();
    arranged.current = arranges;
  }, [arranges]);
  useCloseOnBack(arranges, () => studio.setArrange({ open: false }));
  const { name, state, progress, previewUrl } = source;
  // A new object for the same picture would request its preview again.
  const picture = useMemo(() => pictureOf(source), [source]);
  return (
    <>
      <div className={cn(frameClass, arranges && "max-lg:h-[34dvh]")}>
        {picture === null && <SourceImage source={source} />}
        {picture && arranges && <Arranging picture={picture} previewUrl={previewUrl} />}
        {picture && !arranges && <LivePhoto picture={picture} previewUrl={previewUrl} compares={compares} />}
      </div>
      <div className={barClass}>
        {picture ? (
          <ArrangeStatus isMoving={arranges} />
        ) : (
          <p className="min-w-0 flex-1 basis-52 truncate text-muted text-sm" aria-live="polite">
            {statusOf(source, t)}
          </p>
        )}
        {state === "uploading" && (
          <Progress value={progress} label={t("Uploading {name}", { name })} className="w-40" />
        )}
        {picture && (
          <Toolbar
            aria-label={t("Actions")}
            className="flex flex-wrap items-center gap-1 max-sm:w-full max-sm:[&>button]:flex-1 max-sm:[&>button]:px-1.5 sm:gap-2"
          >
            {!arranges && (
              <>
                <ToolbarButton
                  aria-pressed={compares}
                  onClick={() => setCompares(!compares)}
                  className="px-2.5 aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
                >
                  <Columns2 aria-hidden /> {t("Before and after")}
                </ToolbarButton>
                <CutoutMenu picture={picture} />
              </>
            )}
            <ToolbarButton
              ref={button}
              variant="secondary"
              onClick={() => studio.setArrange({ open: !arranges })}
              data-testid="arrange"
            >
              {arranges ? <Check aria-hidden /> : <Move aria-hidden />} {arranges ? t("Done") : t("Adjust")}
            </ToolbarButton>
          </Toolbar>
        )}
      </div>
    </>
  );
}

/** Scrolls itself into view, because on phones the sheet would hide it, and takes the focus if it was lost. */
function Arranging({ picture, previewUrl }: { picture: SourcePicture; previewUrl: string | null }) {
  const t = useTranslate();
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
    if (!isWide()) ref.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <section ref={ref} tabIndex={-1} aria-label={t("Adjust")} className="size-full outline-none">
      <ArrangeFrame picture={picture} previewUrl={previewUrl} />
    </section>
  );
}

function SourceImage({ source: { previewUrl, name, state } }: { source: Source }) {
  if (previewUrl) return <Picture src={previewUrl} alt={name} className="mx-auto size-full object-contain" />;
  return (
    <div className="grid size-full place-items-center text-faint">
      {state === "failed" ? (
        <ImageOff aria-hidden className="size-8" />
      ) : (
        <ScaledFrame ratio={1}>
          <Skeleton className="size-full" />
        </ScaledFrame>
      )}
    </div>
  );
}

function statusOf({ state, name, progress }: Source, t: Translate): string {
  if (state === "failed") return t("{name} could not be added.", { name });
  if (state === "uploading") {
    return t("Uploading {name}, {percent} %", { name, percent: Math.round(progress * 100) });
  }
  return t("{name} is waiting to be uploaded", { name });
}
