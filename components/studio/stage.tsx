"use client";

import { ImageOff, Scissors } from "lucide-react";
import { Button } from "../ui/button.tsx";
import { Picture } from "../ui/picture.tsx";
import { Progress } from "../ui/progress.tsx";
import { StyledBox } from "../ui/runtime-style.tsx";
import { ScaledFrame } from "../ui/scaled-frame.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { Source } from "./model.ts";
import { ShotOnStage } from "./shot-on-stage.tsx";
import { useStudio } from "./use-studio.ts";

export const cutOutCost = 10;

/** The large view: one picture or one photo, and what can be done with it. */
export function Stage() {
  const { state } = useStudio();
  const shot = state.shots.find(({ id }) => id === state.onStage);
  const source =
    state.sources.find(({ id }) => id === state.onStage) ??
    state.sources.findLast(({ previewUrl }) => previewUrl !== null) ??
    state.sources.at(-1);
  return (
    <section
      aria-label="Stage"
      className="overflow-hidden rounded-xl border border-line bg-surface shadow-card"
    >
      {shot ? <ShotOnStage key={shot.id} shot={shot} /> : source && <PictureOnStage source={source} />}
    </section>
  );
}

/** The frame that every view of the stage fills: its size never changes with what is in it. */
export const stageViewClass = "h-[min(30rem,44dvh)] bg-sunken p-3 sm:p-5 lg:h-[min(36rem,60dvh)]";
export const stageBarClass =
  "flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-3 py-2.5 sm:px-4";

function PictureOnStage({ source }: { source: Source }) {
  const { studio } = useStudio();
  const { name, state, previewUrl, progress, imageUrl } = source;
  return (
    <>
      <div className={stageViewClass}>
        {previewUrl ? (
          <Picture src={previewUrl} alt={name} className="mx-auto size-full object-contain" />
        ) : (
          <div className="grid size-full place-items-center text-faint">
            {state === "failed" ? <ImageOff aria-hidden className="size-8" /> : <EmptyFrame />}
          </div>
        )}
      </div>
      <div className={stageBarClass}>
        <p className="min-w-0 truncate text-muted text-sm" aria-live="polite">
          {statusOf(source)}
        </p>
        {state === "uploading" && <Progress value={progress} label={`Uploading ${name}`} className="w-40" />}
        {imageUrl && (
          <Button variant="secondary" size="sm" onClick={() => studio.cutOut(imageUrl, name)}>
            <Scissors aria-hidden /> Remove background
            <span className="font-normal text-muted">{cutOutCost} credits</span>
          </Button>
        )}
      </div>
    </>
  );
}

function EmptyFrame() {
  return (
    <ScaledFrame ratio={1}>
      {(box) => (
        <StyledBox runtimeStyle={box}>
          <Skeleton className="size-full" />
        </StyledBox>
      )}
    </ScaledFrame>
  );
}

function statusOf({ state, name, progress }: Source): string {
  if (state === "ready") return `${name} is ready. Choose a style and make the photo.`;
  if (state === "failed") return `${name} could not be added.`;
  if (state === "uploading") return `Uploading ${name}, ${Math.round(progress * 100)} %`;
  return `${name} waits for its upload`;
}
