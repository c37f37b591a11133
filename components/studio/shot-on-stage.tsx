"use client";

import { CircleAlert, Hourglass } from "lucide-react";
import { useEffect, useState } from "react";
import { outputSize } from "#lib/generators/styles.ts";
import { resizedUrl } from "#lib/images/variants.ts";
import { BeforeAfter } from "../ui/before-after.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { Picture } from "../ui/picture.tsx";
import { Progress } from "../ui/progress.tsx";
import { ScaledFrame } from "../ui/scaled-frame.tsx";
import { usualDurationMs } from "./durations.ts";
import type { Shot } from "./model.ts";
import { styleOffers } from "./offers.ts";
import { ShotActions } from "./shot-actions.tsx";
import { stageBarClass, stageViewClass } from "./stage.tsx";
import { useStudio } from "./use-studio.ts";
import { isBlocked } from "./work.ts";

const stageWidthPx = 1_600;
/** Fills what a picture of another shape leaves free. */
const blurWidthPx = 160;

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
          <Progressing shot={shot} />
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
          style={box}
          className={cn(
            "rounded-lg shadow-photo transition-opacity duration-300",
            loaded ? "opacity-100" : "opacity-0",
          )}
          before={
            <>
              <Picture
                src={resizedUrl(shot.imageUrl, blurWidthPx)}
                alt=""
                className="absolute inset-0 size-full scale-125 object-cover blur-2xl"
              />
              <Picture
                src={resizedUrl(shot.imageUrl, stageWidthPx)}
                alt=""
                className="absolute inset-0 size-full object-contain"
              />
            </>
          }
          after={
            <Picture
              src={resizedUrl(url, stageWidthPx)}
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
        <div style={box} className="relative overflow-hidden rounded-lg bg-surface shadow-card">
          <Picture
            src={resizedUrl(shot.imageUrl, stageWidthPx)}
            alt=""
            className={cn("absolute inset-0 size-full object-contain opacity-60", running && "animate-pulse")}
          />
          {running && (
            <div className="absolute inset-0 animate-sheen bg-linear-to-r from-transparent via-surface/80 to-transparent" />
          )}
        </div>
      )}
    </ScaledFrame>
  );
}

function Progressing({ shot }: { shot: Shot }) {
  const { studio, state } = useStudio();
  const seconds = useSeconds(shot.state === "running" ? shot.startedAtMs : null);
  if (shot.state === "failed") {
    return (
      <>
        <p role="alert" className="flex min-w-0 flex-1 basis-72 items-start gap-2 text-danger-ink text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            {shot.problem?.message} {shot.problem?.fix}
          </span>
        </p>
        <div className="flex gap-2">
          <Button variant="ghost" size="sm" onClick={() => studio.dismiss(shot.id)}>
            Remove
          </Button>
          {isBlocked(shot) && (
            <ButtonLink href="/billing" variant="secondary" size="sm">
              See billing
            </ButtonLink>
          )}
          <Button size="sm" onClick={() => studio.retry(shot.id)}>
            Try again
          </Button>
        </div>
      </>
    );
  }
  if (shot.state === "waiting") {
    const ahead = state.shots.slice(state.shots.indexOf(shot) + 1).filter(isUnderWay).length;
    return (
      <>
        <p className="flex items-center gap-2 text-muted text-sm" aria-live="polite">
          <Hourglass aria-hidden className="size-4" />
          {shot.note ?? (ahead === 0 ? "Waiting its turn" : `Waiting, ${ahead} ahead of it`)}
        </p>
        <Button variant="secondary" size="sm" onClick={() => studio.dismiss(shot.id)}>
          Cancel
        </Button>
      </>
    );
  }
  const usualMs = usualDurationMs(shot);
  return (
    <>
      <p className="min-w-0 text-sm">
        <span className="font-medium" aria-live="polite">
          {shot.note ??
            (shot.kind === "cutout" ? "Cutting the product out" : "Cutting out, lighting and rendering")}
        </span>
        <span className="figures text-muted">
          {" "}
          · {seconds} s{usualMs !== null && `, usually about ${Math.max(1, Math.round(usualMs / 1000))} s`}
        </span>
      </p>
      <Progress value={null} label={titleOf(shot)} className="w-full sm:w-48" />
    </>
  );
}

function useSeconds(sinceMs: number | null): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (sinceMs === null) return;
    const timer = setInterval(() => setNowMs(Date.now()), 250);
    return () => clearInterval(timer);
  }, [sinceMs]);
  return sinceMs === null ? 0 : Math.max(0, Math.round((nowMs - sinceMs) / 1000));
}

function isUnderWay({ state }: Shot): boolean {
  return state === "waiting" || state === "running";
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
