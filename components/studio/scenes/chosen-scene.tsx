"use client";

import { useStudioState } from "../store.ts";
import { chosenEntryId, entryOf, viewOf } from "./entries.ts";
import { ScenePicture } from "./scene-picture.tsx";
import { useAllScenes, useChosenName, useProductPicture, useShownProduct } from "./use-scenes.ts";

/** The chosen scene beside the button, whatever the strip shows. */
export function ChosenScene() {
  const settings = useStudioState((state) => state.settings);
  const scenes = useAllScenes();
  const imageUrl = useShownProduct()?.imageUrl ?? null;
  const { prompt: _prompt, ...view } = viewOf(settings);
  const picture = useProductPicture(imageUrl === null ? null : { ...view, imageUrl }, false);
  const entry = entryOf(chosenEntryId(settings), scenes);
  const name = useChosenName();
  return (
    <p className="flex min-w-0 shrink items-center gap-2" data-testid="chosen-scene">
      {entry && (
        <ScenePicture entry={entry} made={picture?.image ?? null} className="size-7 shrink-0 rounded-sm" />
      )}
      <span className="min-w-0 truncate font-medium text-ink">{name}</span>
    </p>
  );
}
