"use client";

import { CircleAlert, Hourglass, X } from "lucide-react";
import Link from "next/link";
import { resizedUrl } from "#lib/images/variants.ts";
import { cn } from "../ui/cn.ts";
import { textLinkClass } from "../ui/link.ts";
import { Picture } from "../ui/picture.tsx";
import { Spinner } from "../ui/spinner.tsx";
import type { Shot } from "./model.ts";
import { titleOf } from "./shot-on-stage.tsx";
import { useStudio } from "./use-studio.ts";

/** Everything made and under way in this visit, newest first. */
export function FilmStrip() {
  const { state } = useStudio();
  if (state.shots.length === 0) return null;
  return (
    <section aria-labelledby="photos-title">
      <div className="mt-6 mb-3 flex items-baseline justify-between gap-3">
        <h2 id="photos-title" className="font-semibold text-sm">
          This visit
        </h2>
        <Link href="/gallery" className={cn(textLinkClass, "text-sm")}>
          All photos
        </Link>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3">
        {state.shots.map((shot) => (
          <ShotTile key={shot.id} shot={shot} current={shot.id === state.onStage} />
        ))}
      </ul>
    </section>
  );
}

function ShotTile({ shot, current }: { shot: Shot; current: boolean }) {
  const { studio } = useStudio();
  const { id, state, resultUrl, imageUrl, sourceName, kind } = shot;
  const words = { waiting: "waiting", running: "being made", done: "done", failed: "failed" };
  return (
    <li className="group relative" data-testid="shot" data-state={state}>
      <button
        type="button"
        onClick={() => studio.show(id)}
        aria-pressed={current}
        aria-label={`Show ${titleOf(shot)} of ${sourceName}, ${words[state]}`}
        className={cn(
          "relative block aspect-square w-full overflow-hidden rounded-lg bg-sunken ring-1 ring-line transition-shadow",
          current && "ring-2 ring-accent",
        )}
      >
        <Picture
          src={resizedUrl(resultUrl ?? imageUrl, "strip")}
          alt=""
          loading="lazy"
          className={cn(
            "size-full",
            kind === "cutout" && resultUrl ? "checkerboard object-contain" : "object-cover",
            state !== "done" && "opacity-35",
          )}
        />
        {state !== "done" && (
          <span className="absolute inset-0 grid place-items-center text-ink">
            {state === "running" && <Spinner className="size-5" />}
            {state === "waiting" && <Hourglass aria-hidden className="size-5" />}
            {state === "failed" && <CircleAlert aria-hidden className="size-5 text-danger-ink" />}
          </span>
        )}
      </button>
      {(state === "waiting" || state === "failed") && (
        <button
          type="button"
          onClick={() => studio.dismiss(id)}
          aria-label={
            state === "waiting"
              ? `Cancel ${titleOf(shot)} of ${sourceName}`
              : `Remove ${titleOf(shot)} of ${sourceName}`
          }
          className="absolute -top-1.5 -right-1.5 grid size-6 place-items-center rounded-full bg-raised text-muted shadow-float hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
      <p className="mt-1.5 truncate text-muted text-xs">{titleOf(shot)}</p>
    </li>
  );
}
