"use client";

import { Check } from "lucide-react";
import { useId, useState } from "react";
import { useTranslate } from "../../language/language.tsx";
import { cn } from "../../ui/cn.ts";
import { Picture } from "../../ui/picture.tsx";
import { withoutGroup } from "../arrange/options.ts";
import { useStudio, useStudioState } from "../store.ts";
import { shownScenes } from "./nearest.ts";
import { keptPreview } from "./previews.ts";
import { usePreviews, usePromptScene, useSceneStyle, useScenes, useShownProduct } from "./use-scenes.ts";

/** Rendered scenes as pictures of the shown product: a click takes one, another click leaves it. */
export function ScenePicker() {
  const id = useId();
  const t = useTranslate();
  const studio = useStudio();
  const [all, setAll] = useState(false);
  const style = useSceneStyle();
  const imageUrl = useShownProduct();
  const { scene, options } = useStudioState(({ settings }) => settings);
  const ofPrompt = usePromptScene();
  const scenes = useScenes(style, { all });
  const viewOf = (shown: string) => (style && imageUrl ? { imageUrl, style, scene: shown } : null);
  usePreviews(scenes.flatMap((one) => viewOf(one.id) ?? []));
  if (style === null || scenes.length === 0) return null;
  const chosen = options.background === undefined ? scene : null;
  const used = chosen ?? ofPrompt;
  const name = scenes.find((one) => one.id === used)?.name;
  // A background of one's own and a scene are both the whole set.
  const choose = (next: string | null) =>
    studio.set({ scene: next, options: next === null ? options : withoutGroup(options, "background") });
  return (
    <section aria-labelledby={id} data-testid="scenes">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 id={id} className="font-medium text-sm">
          {t("Scenes")}
        </h2>
        {(all || scenes.length === shownScenes) && (
          <button
            type="button"
            aria-expanded={all}
            onClick={() => setAll(!all)}
            className="-my-1 rounded-full border border-line px-2 py-0.5 text-muted text-xs transition-colors hover:border-line-strong hover:text-ink"
          >
            {all ? t("Fewer") : t("All scenes")}
          </button>
        )}
      </div>
      <ul className={cn("grid grid-cols-4 gap-1.5 p-0.5", all && "max-h-72 overflow-y-auto")}>
        {scenes.map((one) => {
          const view = viewOf(one.id);
          const isChosen = one.id === chosen;
          return (
            <li key={one.id}>
              <button
                type="button"
                aria-pressed={isChosen}
                aria-label={one.name}
                title={one.name}
                onClick={() => choose(isChosen ? null : one.id)}
                className={cn(
                  "relative block w-full overflow-hidden rounded-md outline-offset-2 ring-line transition-shadow hover:ring-2",
                  one.id === used && "ring-2 ring-accent-ink",
                )}
              >
                <Picture
                  src={(view && keptPreview(view)) ?? one.preview_url}
                  alt=""
                  width={384}
                  height={384}
                  loading="lazy"
                  className="aspect-square w-full bg-sunken object-cover"
                />
                {isChosen && (
                  <span className="absolute top-1 right-1 grid size-4 place-items-center rounded-full bg-accent text-on-accent">
                    <Check aria-hidden className="size-2.5" strokeWidth={3} />
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      <p aria-live="polite" className="mt-1.5 text-muted text-xs empty:hidden">
        {name && (chosen ? t("In the scene “{name}”.", { name }) : t("Your words find “{name}”.", { name }))}
      </p>
    </section>
  );
}
