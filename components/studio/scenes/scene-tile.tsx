"use client";

import { useShallow } from "zustand/react/shallow";
import { cn } from "../../ui/cn.ts";
import { useInView } from "../../ui/hooks.ts";
import { useStudioState } from "../store.ts";
import { idOfEntry, productOptionsOf, type SceneEntry } from "./entries.ts";
import { ScenePicture } from "./scene-picture.tsx";
import { useProductPicture } from "./use-scenes.ts";
import { WarningBadge } from "./warning-badge.tsx";

interface SceneTileProps {
  entry: SceneEntry;
  name: string;
  /** URL of the product picture; null until it is uploaded. */
  imageUrl: string | null;
  isChosen: boolean;
  /** Whether this tile is in the tab order (roving tabindex). */
  isTabStop: boolean;
  /** Whether the prompt matches this scene. */
  isMatched: boolean;
  /** The action of a second click on the selected tile; null if there is none. */
  makeText: string | null;
  hintId: string;
  onChoose: () => void;
}

/** The product in one scene; until that picture is made, the scene with a neutral product. */
export function SceneTile(props: SceneTileProps) {
  const { entry, name, imageUrl, isChosen, isTabStop, isMatched, makeText, hintId, onChoose } = props;
  const [ref, isInView] = useInView<HTMLButtonElement>();
  const { style, scene } = entry;
  const product = useStudioState(useShallow(({ settings }) => productOptionsOf(settings.options)));
  const view = imageUrl === null ? null : { imageUrl, style, scene: scene?.id ?? null, ...product };
  const picture = useProductPicture(view, isInView);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a second press of the chosen one makes the photo, which a radio input has no event for
    <button
      ref={ref}
      type="button"
      role="radio"
      data-tile={idOfEntry(entry)}
      aria-checked={isChosen}
      aria-label={name}
      title={name}
      aria-describedby={isChosen && makeText ? hintId : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onChoose}
      data-made={picture !== null}
      className={cn(
        "group relative block w-full overflow-hidden rounded-lg text-left outline-offset-2 ring-1 ring-line transition-shadow hover:ring-2 hover:ring-line-strong",
        isChosen && "ring-2 ring-accent-ink hover:ring-accent-ink",
        isMatched && "ring-2 ring-accent-ink/60",
      )}
    >
      <ScenePicture
        entry={entry}
        made={picture?.image ?? null}
        className={cn("w-full", imageUrl !== null && picture === null && "opacity-70")}
      />
      <span
        className={cn(
          "block bg-surface px-2 py-1.5 text-xs line-clamp-2 h-11",
          isChosen ? "bg-accent-soft font-medium text-accent-ink" : "text-muted",
        )}
      >
        {name}
      </span>
      <WarningBadge notes={picture?.notes ?? []} />
      {isChosen && makeText && (
        <span
          aria-hidden
          className="absolute inset-x-1.5 bottom-13 flex items-center justify-center gap-1.5 rounded-full bg-accent px-1.5 py-1 font-medium text-2xs text-on-accent shadow-float"
        >
          <span className="truncate">{makeText}</span>
        </span>
      )}
    </button>
  );
}
