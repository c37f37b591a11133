"use client";

import { CircleAlert, Hourglass, X } from "lucide-react";
import { resizedUrl } from "#lib/images/variants.ts";
import { TextLink } from "../ui/button.tsx";
import { cn } from "../ui/cn.ts";
import { Picture } from "../ui/picture.tsx";
import { Spinner } from "../ui/progress.tsx";
import type { Generation } from "./state.ts";
import { useStudio, useStudioState } from "./store.ts";
import { titleOf } from "./style-texts.ts";
import { PictureTray } from "./tray.tsx";
import { Viewer } from "./viewer.tsx";

/** The studio once there are pictures: those to work from, the one shown, and all that was made. */
export function Workspace() {
  return (
    <div className="space-y-4">
      <PictureTray />
      <Viewer />
      <History />
    </div>
  );
}

function History() {
  const generations = useStudioState((state) => state.generations);
  if (generations.length === 0) return null;
  return (
    <section aria-labelledby="photos-title">
      <div className="mt-6 mb-3 flex items-baseline justify-between gap-3">
        <h2 id="photos-title" className="font-semibold text-sm">
          This visit
        </h2>
        <TextLink href="/gallery" className="text-sm">
          All photos
        </TextLink>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3">
        {generations.map((generation) => (
          <GenerationTile key={generation.id} generation={generation} />
        ))}
      </ul>
    </section>
  );
}

const stateTexts = { waiting: "waiting", running: "being made", done: "done", failed: "failed" };

function GenerationTile({ generation }: { generation: Generation }) {
  const studio = useStudio();
  const { id, state, resultUrl, imageUrl, sourceName, kind } = generation;
  const shown = useStudioState(({ shownId }) => shownId === id);
  const title = titleOf(generation);
  return (
    <li className="group relative" data-testid="generation" data-state={state}>
      <button
        type="button"
        onClick={() => studio.show(id)}
        aria-pressed={shown}
        aria-label={`Show ${title} of ${sourceName}, ${stateTexts[state]}`}
        className={cn(
          "relative block aspect-square w-full overflow-hidden rounded-lg bg-sunken ring-1 ring-line transition-shadow",
          shown && "ring-2 ring-accent",
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
          aria-label={`${state === "waiting" ? "Cancel" : "Remove"} ${title} of ${sourceName}`}
          className="absolute -top-1.5 -right-1.5 grid size-6 place-items-center rounded-full bg-raised text-muted shadow-float hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
      <p className="mt-1.5 truncate text-muted text-xs">{title}</p>
    </li>
  );
}
