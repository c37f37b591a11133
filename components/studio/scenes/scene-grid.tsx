"use client";

import { type KeyboardEvent, useId, useRef } from "react";
import { styles } from "#lib/contract/photos/styles.ts";
import { sceneCategoryNames } from "#lib/contract/scenes/categories.ts";
import type { Language } from "#lib/language/translate.ts";
import { useLanguage } from "../../language/language.tsx";
import { cn } from "../../ui/cn.ts";
import { creditsText } from "../../ui/format.ts";
import type { NextOrder } from "../order/use-next-order.ts";
import { useShown } from "../shown.ts";
import { useStudio, useStudioState } from "../store.ts";
import {
  chooseEntry,
  chosenEntryId,
  type EntryGroup,
  groupEntries,
  idOfEntry,
  type SceneEntry,
} from "./entries.ts";
import { SceneTile } from "./scene-tile.tsx";
import { useAllScenes, useNearScenes, usePromptScene, useShownProduct } from "./use-scenes.ts";

interface SceneGridProps {
  order: NextOrder;
  /** Whether other settings below the grid need room. */
  isLow: boolean;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The product in every scene. A click selects a scene, a second click orders the photo. */
export function SceneGrid({ order, isLow }: SceneGridProps) {
  const hintId = useId();
  const language = useLanguage();
  const { t } = language;
  const studio = useStudio();
  const ref = useRef<HTMLDivElement>(null);
  const settings = useStudioState((state) => state.settings);
  const product = useShownProduct();
  const shown = useShown();
  const matched = usePromptScene();
  const { height = null, width = null } = product?.sizeCm ?? {};
  const groups = groupEntries({ scenes: useAllScenes(), near: useNearScenes(), sideCm: height ?? width });
  const ids = groups.flatMap(({ entries }) => entries.map(idOfEntry));
  const chosen = chosenEntryId(settings);
  const tabStop = ids.includes(chosen) ? chosen : ids[0];
  const onCanvas = shown !== null && "source" in shown && shown.source.imageUrl !== null;
  // Several photos can be ordered only with the button, which shows their price.
  const makes = onCanvas && order.photos === 1 && order.cutouts === 0 && !order.isShort;

  const choose = (entry: SceneEntry) => {
    if (idOfEntry(entry) === chosen && makes) return order.make();
    studio.setSeveral("styles", entry.scene !== null && settings.styles.length > 1);
    studio.set(chooseEntry(settings, entry));
    if (!onCanvas && product) studio.show(product.id);
  };
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const tiles = [...(ref.current?.querySelectorAll<HTMLElement>("[role=radio]") ?? [])];
    const at = event.target instanceof HTMLElement ? tiles.indexOf(event.target) : -1;
    const next = tiles[(at + step + tiles.length) % tiles.length];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
    // A click on the selected tile would order the photo.
    if (next.getAttribute("aria-checked") !== "true") next.click();
  };
  return (
    <div
      ref={ref}
      id="scenes"
      role="radiogroup"
      aria-label={t("Scenes")}
      data-testid="scenes"
      tabIndex={-1}
      onKeyDown={move}
      className={cn(
        // A single row on phones.
        "-mx-1 px-1 pt-0.5 pb-2 outline-none max-lg:flex max-lg:gap-4 max-lg:overflow-x-auto lg:min-h-0 lg:space-y-4 lg:overflow-y-auto",
        isLow ? "lg:h-64 lg:shrink-0" : "lg:min-h-40 lg:flex-1",
      )}
    >
      <p id={hintId} hidden>
        {t("Choose it again to make the photo.")}
      </p>
      {groups.map((group) => (
        <fieldset
          key={group.name}
          aria-labelledby={`${hintId}-${group.name}`}
          className="min-w-0 max-lg:shrink-0"
        >
          <h3
            id={`${hintId}-${group.name}`}
            className="mb-1.5 font-medium text-muted text-xs max-lg:sticky max-lg:left-0 max-lg:w-max"
          >
            {titleOf(group, language)}
          </h3>
          <div className="grid gap-2 max-lg:auto-cols-[7.25rem] max-lg:grid-flow-col lg:grid-cols-2">
            {group.entries.map((entry) => {
              const id = idOfEntry(entry);
              return (
                <SceneTile
                  key={id}
                  entry={entry}
                  name={entry.scene?.name ?? t(styles[entry.style].name)}
                  imageUrl={product?.imageUrl ?? null}
                  isChosen={id === chosen}
                  isTabStop={id === tabStop}
                  isMatched={id === matched}
                  makeText={makes ? t("Make it, {price}", { price: creditsText(order.credits, t) }) : null}
                  hintId={hintId}
                  onChoose={() => choose(entry)}
                />
              );
            })}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

function titleOf({ name }: EntryGroup, { t, locale }: Language): string {
  if (name === "near") return t("Nearest to your words");
  return name === "classic" ? t("Classic") : sceneCategoryNames[name][locale];
}

/** A link that skips the pictures; visible while it has the focus. */
export function SkipToScenes() {
  const { t } = useLanguage();
  return (
    <a
      href="#scenes"
      className="sr-only z-50 rounded-md bg-ink px-4 py-2 font-medium text-canvas text-sm focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      {t("Skip to scenes")}
    </a>
  );
}
