"use client";

import { useState } from "react";
import { outputSize } from "#lib/generators/styles.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import { BeforeAfter } from "../ui/before-after.tsx";
import { cn } from "../ui/cn.ts";
import { Picture } from "../ui/picture.tsx";
import { StyledBox } from "../ui/runtime-style.tsx";
import { ScaledFrame } from "../ui/scaled-frame.tsx";
import type { Shot } from "./model.ts";
import { styleOffers } from "./offers.ts";
import { ShotActions } from "./shot-actions.tsx";
import { ShotProgress } from "./shot-progress.tsx";
import { stageBarClass, stageViewClass } from "./stage.tsx";

/** A piece of work on the stage, in whichever state it is. */
export function ShotOnStage({ shot }: { shot: Shot }) {
  return (
    <>
      <div className={stageViewClass}>
        {shot.resultUrl ? <Result shot={shot} url={shot.resultUrl} /> : <InTheMaking shot={shot} />}
      </div>
      <div className={stageBarClass}>
        {shot.resultUrl ? (
          <>
            <p className="min-w-0 text-muted text-sm">
              <span className="font-medium text-ink">{titleOf(shot)}</span>
              <span className="figures max-sm:hidden"> · {factsOf(shot)}</span>
            </p>
            <ShotActions shot={shot} url={shot.resultUrl} />
          </>
        ) : (
          <ShotProgress shot={shot} />
        )}
      </div>
    </>
  );
}

function Result({ shot, url }: { shot: Shot; url: string }) {
  const [shape, setShape] = useState<number | null>(null);
  const [loaded, setLoaded] = useState(false);
  const isPhoto = shot.kind === "photo";
  const { width, height } = outputSize(shot.settings.aspectRatio, shot.settings.resolution);
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
                src={resizedUrl(shot.imageUrl, "blur")}
                alt=""
                className="absolute inset-0 size-full scale-125 object-cover blur-2xl"
              />
              <Picture
                src={resizedUrl(shot.imageUrl, "stage")}
                alt=""
                className="absolute inset-0 size-full object-contain"
              />
            </>
          }
          after={
            <Picture
              src={resizedUrl(url, "stage")}
              alt={altOf(shot)}
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

function InTheMaking({ shot }: { shot: Shot }) {
  const { width, height } = outputSize(shot.settings.aspectRatio, shot.settings.resolution);
  const running = shot.state === "running";
  return (
    <ScaledFrame ratio={shot.kind === "photo" ? width / height : 1}>
      {(box) => (
        <StyledBox runtimeStyle={box} className="relative overflow-hidden rounded-lg bg-surface shadow-card">
          <Picture
            src={resizedUrl(shot.imageUrl, "stage")}
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

export function titleOf({ kind, settings }: Shot): string {
  return kind === "cutout" ? "Cut-out" : styleOffers[settings.style].name;
}

function altOf(shot: Shot): string {
  return shot.kind === "cutout"
    ? `${shot.sourceName} without its background`
    : `${shot.sourceName} as a ${titleOf(shot).toLowerCase()} photo`;
}

function factsOf({ kind, settings, creditsUsed, durationMs }: Shot): string {
  const { width, height } = outputSize(settings.aspectRatio, settings.resolution);
  const size = kind === "cutout" ? "transparent PNG" : `${width} × ${height}`;
  const cost = creditsUsed === 1 ? "1 credit" : `${creditsUsed} credits`;
  const time = durationMs === null ? "" : ` · ${(durationMs / 1000).toFixed(1)} s`;
  return `${size} · ${cost}${time}`;
}
