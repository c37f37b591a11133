"use client";

import { ImageOff, Scissors } from "lucide-react";
import { useState } from "react";
import { cutoutCost, outputSize } from "#lib/contract/styles.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import { BeforeAfter } from "../ui/before-after.tsx";
import { Button } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { formatCredits } from "../ui/format.ts";
import { Picture } from "../ui/picture.tsx";
import { Progress, Skeleton } from "../ui/progress.tsx";
import { ScaledFrame, StyledBox } from "../ui/styled-box.tsx";
import { GenerationActions } from "./actions.tsx";
import { GenerationProgress } from "./progress.tsx";
import type { Generation, Source, StudioState } from "./state.ts";
import { useStudio, useStudioState } from "./store.ts";
import { titleOf } from "./style-texts.ts";

const frameClass = "h-[min(30rem,44dvh)] bg-sunken p-3 sm:p-5 lg:h-[min(36rem,60dvh)]";
const barClass =
  "flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-3 py-2.5 sm:px-4";

/** The large view: one picture or one photo, and what can be done with it. Its size never changes. */
export function Viewer() {
  const generation = useStudioState((state) => state.generations.find(({ id }) => id === state.shownId));
  const source = useStudioState(shownSource);
  return (
    <section
      aria-label="Stage"
      className="overflow-hidden rounded-xl border border-line bg-surface shadow-card"
    >
      {generation ? (
        <GenerationView key={generation.id} generation={generation} />
      ) : (
        source && <SourceView source={source} />
      )}
    </section>
  );
}

/** The source in the viewer; none while it shows a generation. */
function shownSource({ sources, generations, shownId }: StudioState): Source | undefined {
  if (generations.some(({ id }) => id === shownId)) return undefined;
  return (
    sources.find(({ id }) => id === shownId) ??
    sources.findLast(({ previewUrl }) => previewUrl !== null) ??
    sources.at(-1)
  );
}

function SourceView({ source }: { source: Source }) {
  const studio = useStudio();
  const { name, state, previewUrl, progress, imageUrl } = source;
  return (
    <>
      <div className={frameClass}>
        {previewUrl ? (
          <Picture src={previewUrl} alt={name} className="mx-auto size-full object-contain" />
        ) : (
          <div className="grid size-full place-items-center text-faint">
            {state === "failed" ? (
              <ImageOff aria-hidden className="size-8" />
            ) : (
              <ScaledFrame ratio={1}>
                {(box) => (
                  <StyledBox runtimeStyle={box}>
                    <Skeleton className="size-full" />
                  </StyledBox>
                )}
              </ScaledFrame>
            )}
          </div>
        )}
      </div>
      <div className={barClass}>
        <p className="min-w-0 truncate text-muted text-sm" aria-live="polite">
          {statusOf(source)}
        </p>
        {state === "uploading" && <Progress value={progress} label={`Uploading ${name}`} className="w-40" />}
        {imageUrl && (
          <Button variant="secondary" size="sm" onClick={() => studio.cutOut(imageUrl, name)}>
            <Scissors aria-hidden /> Remove background
            <span className="font-normal text-muted">{formatCredits(cutoutCost)}</span>
          </Button>
        )}
      </div>
    </>
  );
}

function statusOf({ state, name, progress }: Source): string {
  if (state === "ready") return `${name} is ready. Choose a style and make the photo.`;
  if (state === "failed") return `${name} could not be added.`;
  if (state === "uploading") return `Uploading ${name}, ${Math.round(progress * 100)} %`;
  return `${name} waits for its upload`;
}

function GenerationView({ generation }: { generation: Generation }) {
  const { resultUrl } = generation;
  return (
    <>
      <div className={frameClass}>
        {resultUrl ? (
          <Result generation={generation} url={resultUrl} />
        ) : (
          <Unfinished generation={generation} />
        )}
      </div>
      <div className={barClass}>
        {resultUrl ? (
          <>
            <p className="min-w-0 text-muted text-sm">
              <span className="font-medium text-ink">{titleOf(generation)}</span>
              <span className="figures max-sm:hidden"> · {factsOf(generation)}</span>
            </p>
            <GenerationActions generation={generation} url={resultUrl} />
          </>
        ) : (
          <GenerationProgress generation={generation} />
        )}
      </div>
    </>
  );
}

function Result({ generation, url }: { generation: Generation; url: string }) {
  const [shape, setShape] = useState<number | null>(null);
  const [loaded, setLoaded] = useState(false);
  const isPhoto = generation.kind === "photo";
  const { width, height } = sizeOf(generation);
  return (
    <ScaledFrame ratio={isPhoto ? width / height : (shape ?? 1)}>
      {(box) => (
        <BeforeAfter
          label="Compare the picture before and the photo after"
          initial={isPhoto ? 24 : 32}
          runtimeStyle={box}
          className={cn(
            "rounded-lg shadow-photo transition-opacity duration-300",
            loaded ? "opacity-100" : "opacity-0",
          )}
          before={
            <>
              <Picture
                src={resizedUrl(generation.imageUrl, "blur")}
                alt=""
                className="absolute inset-0 size-full scale-125 object-cover blur-2xl"
              />
              <Picture
                src={resizedUrl(generation.imageUrl, "stage")}
                alt=""
                className="absolute inset-0 size-full object-contain"
              />
            </>
          }
          after={
            <Picture
              src={resizedUrl(url, "stage")}
              alt={altOf(generation)}
              ref={(image) => {
                if (image?.complete) setLoaded(true);
              }}
              onLoad={({ currentTarget }) => {
                setShape(currentTarget.naturalWidth / currentTarget.naturalHeight);
                setLoaded(true);
              }}
              data-testid="result"
              className={cn("absolute inset-0 size-full object-contain", !isPhoto && "checkerboard")}
            />
          }
        />
      )}
    </ScaledFrame>
  );
}

function Unfinished({ generation }: { generation: Generation }) {
  const { width, height } = sizeOf(generation);
  const running = generation.state === "running";
  return (
    <ScaledFrame ratio={generation.kind === "photo" ? width / height : 1}>
      {(box) => (
        <StyledBox runtimeStyle={box} className="relative overflow-hidden rounded-lg bg-surface shadow-card">
          <Picture
            src={resizedUrl(generation.imageUrl, "stage")}
            alt=""
            className={cn("absolute inset-0 size-full object-contain opacity-60", running && "animate-pulse")}
          />
          {running && (
            <div className="absolute inset-0 animate-sheen bg-linear-to-r from-transparent via-surface/80 to-transparent" />
          )}
        </StyledBox>
      )}
    </ScaledFrame>
  );
}

function sizeOf({ settings }: Generation): { width: number; height: number } {
  return outputSize(settings.aspectRatio, settings.resolution);
}

function altOf(generation: Generation): string {
  return generation.kind === "cutout"
    ? `${generation.sourceName} without its background`
    : `${generation.sourceName} as a ${titleOf(generation).toLowerCase()} photo`;
}

function factsOf(generation: Generation): string {
  const { kind, creditsUsed, durationMs } = generation;
  const { width, height } = sizeOf(generation);
  const size = kind === "cutout" ? "transparent PNG" : `${width} × ${height}`;
  const time = durationMs === null ? [] : [`${(durationMs / 1000).toFixed(1)} s`];
  return [size, formatCredits(creditsUsed ?? 0), ...time].join(" · ");
}
