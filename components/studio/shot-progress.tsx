"use client";

import { CircleAlert, Hourglass } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, ButtonLink } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { usualDurationMs } from "./durations.ts";
import type { Shot } from "./model.ts";
import { useStudio } from "./use-studio.ts";
import { isBlocked } from "./work.ts";

/** What becomes of a piece of work that has no result yet, and what can be done about it. */
export function ShotProgress({ shot }: { shot: Shot }) {
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
          {shot.note ?? wordsOf(shot)}
        </span>
        <span className="figures text-muted">
          {" "}
          · {seconds} s{usualMs !== null && `, usually about ${Math.max(1, Math.round(usualMs / 1000))} s`}
        </span>
      </p>
      <Steps shot={shot} />
    </>
  );
}

const partNames = { waiting: "In line", cutout: "Cut-out", photo: "Photo" };

/** The parts of the work in a row: those that are done, the one under way, those to come. */
function Steps({ shot: { kind, step } }: { shot: Shot }) {
  const parts =
    kind === "cutout" ? (["waiting", "cutout"] as const) : (["waiting", "cutout", "photo"] as const);
  // Storing is the end of the last part; a service that cannot tell leaves the bar without a place.
  const at = step === "storing" ? parts.length - 1 : (parts as readonly string[]).indexOf(step ?? "");
  return (
    <ol aria-label="Progress" className="flex w-full gap-1.5 sm:w-72">
      {parts.map((part, index) => (
        <li key={part} aria-current={index === at ? "step" : undefined} className="min-w-0 flex-1">
          <span className="relative block h-1.5 overflow-hidden rounded-full bg-sunken">
            {index < at && <span className="absolute inset-0 bg-accent" />}
            {(index === at || at < 0) && (
              <span className="absolute inset-y-0 w-1/2 animate-sheen rounded-full bg-accent" />
            )}
          </span>
          <span className={cn("mt-1 block text-xs", index === at ? "text-ink" : "text-muted")}>
            {partNames[part]}
          </span>
        </li>
      ))}
    </ol>
  );
}

function wordsOf({ kind, step }: Shot): string {
  if (step === "waiting") return "In line at the studio";
  if (step === "photo") return "Lighting and rendering the photo";
  if (step === "storing") return "Storing the photo";
  if (step === "cutout" || kind === "cutout") return "Cutting the product out";
  return "Making the photo";
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
