"use client";

import { CircleAlert, Hourglass } from "lucide-react";
import { useEffect, useState } from "react";
import useSWR from "swr";
import type { WorkStep } from "#lib/generations/progress.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { usualDurationMs } from "./generations.ts";
import { type Generation, isBlocked } from "./state.ts";
import { useStudio, useStudioState } from "./store.ts";

const askEveryMs = 500;

export function GenerationProgress({ generation }: { generation: Generation }) {
  const studio = useStudio();
  const ahead = useStudioState(
    ({ generations }) => generations.slice(generations.indexOf(generation) + 1).filter(isUnderWay).length,
  );
  const seconds = useSeconds(generation.state === "running" ? generation.startedAtMs : null);
  const step = useStep(generation);
  if (generation.state === "failed") {
    return (
      <>
        <p role="alert" className="flex min-w-0 flex-1 basis-72 items-start gap-2 text-danger-ink text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            {generation.problem?.message} {generation.problem?.fix}
          </span>
        </p>
        <div className="flex gap-2">
          <Button variant="ghost" size="sm" onClick={() => studio.dismiss(generation.id)}>
            Remove
          </Button>
          {isBlocked(generation) && (
            <ButtonLink href="/billing" variant="secondary" size="sm">
              See billing
            </ButtonLink>
          )}
          <Button size="sm" onClick={() => studio.retry(generation.id)}>
            Try again
          </Button>
        </div>
      </>
    );
  }
  if (generation.state === "waiting") {
    return (
      <>
        <p className="flex items-center gap-2 text-muted text-sm" aria-live="polite">
          <Hourglass aria-hidden className="size-4" />
          {generation.note ?? (ahead === 0 ? "Waiting its turn" : `Waiting, ${ahead} ahead of it`)}
        </p>
        <Button variant="secondary" size="sm" onClick={() => studio.dismiss(generation.id)}>
          Cancel
        </Button>
      </>
    );
  }
  const usualMs = usualDurationMs(generation);
  return (
    <>
      <p className="min-w-0 text-sm">
        <span className="font-medium" aria-live="polite">
          {generation.note ?? describeStep(generation.kind, step)}
        </span>
        <span className="figures text-muted">
          {" "}
          · {seconds} s{usualMs !== null && `, usually about ${Math.max(1, Math.round(usualMs / 1000))} s`}
        </span>
      </p>
      <Steps kind={generation.kind} step={step} />
    </>
  );
}

interface StepProps {
  kind: Generation["kind"];
  /** Where it stands at the service; null when that is not known. */
  step: WorkStep | null;
}

const partNames = { waiting: "In line", cutout: "Cut-out", photo: "Photo" };

/** The parts of the work in a row: those that are done, the one under way, those to come. */
function Steps({ kind, step }: StepProps) {
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

function describeStep(kind: StepProps["kind"], step: StepProps["step"]): string {
  if (step === "waiting") return "In line at the studio";
  if (step === "photo") return "Lighting and rendering the photo";
  if (step === "storing") return "Storing the photo";
  if (step === "cutout" || kind === "cutout") return "Cutting the product out";
  return "Making the photo";
}

/** Asks the service how far a running generation is; nothing depends on an answer. */
function useStep({ state, idempotencyKey }: Generation): WorkStep | null {
  const address = `/studio/progress?${new URLSearchParams({ key: idempotencyKey })}`;
  const { data } = useSWR(state === "running" ? address : null, readSteps, {
    refreshInterval: askEveryMs,
    dedupingInterval: 0,
    shouldRetryOnError: false,
  });
  return data?.[idempotencyKey] ?? null;
}

async function readSteps(address: string): Promise<Record<string, WorkStep>> {
  const response = await fetch(address).catch(() => null);
  return response?.ok ? response.json() : {};
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

function isUnderWay({ state }: Generation): boolean {
  return state === "waiting" || state === "running";
}
