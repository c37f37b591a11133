"use client";

import { ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { styles } from "#lib/contract/photos/styles.ts";
import { sceneCategoryNames } from "#lib/contract/scenes/categories.ts";
import type { Language } from "#lib/language/translate.ts";
import { useLanguage } from "../../language/language.tsx";
import { cn } from "../../ui/cn.ts";
import { creditsText } from "../../ui/format.ts";
import { useIsWide } from "../../ui/hooks.ts";
import type { NextOrder } from "../order/use-next-order.ts";
import { useShown } from "../shown.ts";
import { useStudio, useStudioState } from "../store.ts";
import {
  chooseEntry,
  chosenEntryId,
  type EntryGroup,
  entryOf,
  groupEntries,
  idOfEntry,
  type Jump,
  jumps,
  type SceneEntry,
} from "./entries.ts";
import { jumpName, SceneFinder } from "./scene-finder.tsx";
import { SceneTile } from "./scene-tile.tsx";
import {
  useAllScenes,
  useFoundEntries,
  useNearScenes,
  usePromptScene,
  useShownProduct,
} from "./use-scenes.ts";

interface SceneStripProps {
  order: NextOrder;
  /** Whether other settings below the strip need room. */
  isLow: boolean;
}

interface View {
  jump: Jump;
  /** The words of the search. */
  words: string;
  /** The scenes nearest to the prompt. */
  nearIds: string;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The product in a few scenes, with a search and jumps to others. A click selects a scene, a second one orders it. */
export function SceneStrip({ order, isLow }: SceneStripProps) {
  const hintId = useId();
  const language = useLanguage();
  const { t } = language;
  const studio = useStudio();
  const ref = useRef<HTMLDivElement>(null);
  const settings = useStudioState((state) => state.settings);
  const product = useShownProduct();
  const shown = useShown();
  const matched = usePromptScene();
  const scenes = useAllScenes();
  const near = useNearScenes();
  const { jump, words, jumpTo, setWords } = useView(near.map(({ id }) => id).join());
  const found = useFoundEntries(words);
  const { height = null, width = null } = product?.sizeCm ?? {};
  const offered = groupEntries({ scenes, near, found, jump, sideCm: height ?? width });
  const chosen = chosenEntryId(settings);
  const groups = useWithChosen(offered, entryOf(chosen, scenes), `${jump} ${words}`);
  const ids = groups.flatMap(({ entries }) => entries.map(idOfEntry));
  const tabStop = ids.includes(chosen) ? chosen : ids[0];
  const onCanvas = shown !== null && "source" in shown && shown.source.imageUrl !== null;
  // Several photos can be ordered only with the button, which shows their price.
  const makes = onCanvas && order.photos === 1 && order.cutouts === 0 && !order.isShort;
  const next = jumps[(jumps.indexOf(jump) + 1) % jumps.length] ?? "suggested";

  useEffect(() => reveal(ref.current, chosen), [chosen]);

  const choose = (entry: SceneEntry) => {
    if (idOfEntry(entry) === chosen && makes) return order.make();
    studio.setSeveral("styles", entry.scene !== null && settings.styles.length > 1);
    studio.set(chooseEntry(settings, entry));
    if (!onCanvas && product) studio.show(product.id);
  };
  const goOn = () => {
    jumpTo(next);
    ref.current?.scrollTo(0, 0);
    requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>("[role=radio]")?.focus());
  };
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const tiles = [...(ref.current?.querySelectorAll<HTMLElement>("[data-tile]") ?? [])];
    const at = event.target instanceof HTMLElement ? tiles.indexOf(event.target) : -1;
    const tile = tiles[(at + step + tiles.length) % tiles.length];
    if (at < 0 || !tile) return;
    event.preventDefault();
    tile.focus();
    // A click on the selected tile would order the photo.
    if (tile.getAttribute("aria-checked") === "false") tile.click();
  };
  const isWide = useIsWide();
  const finder = <SceneFinder key="finder" jump={jump} words={words} onJump={jumpTo} onSearch={setWords} />;
  return (
    <>
      {isWide && finder}
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
          "-mx-1 px-1 pt-0.5 pb-2 outline-none max-lg:flex max-lg:gap-4 max-lg:overflow-x-auto lg:min-h-0 lg:space-y-3 lg:overflow-y-auto",
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
            <div
              className={cn(
                "grid gap-2 max-lg:auto-cols-[7.25rem] max-lg:grid-flow-col lg:grid-cols-2",
                // Four fill two columns better.
                group.entries.length !== 4 && "xl:grid-cols-3",
              )}
            >
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
        {found?.length === 0 && (
          <p className="text-muted text-sm">
            {t("No scene is called that. Describe it in your own words instead.")}
          </p>
        )}
        {found === null && scenes.length > 0 && (
          <button
            type="button"
            data-tile
            // Arrow keys lead to it.
            tabIndex={-1}
            onClick={goOn}
            className="flex items-center justify-between gap-2 rounded-lg border border-line-strong border-dashed px-3 py-2.5 text-left font-medium text-muted text-xs transition-colors hover:border-accent-ink hover:text-accent-ink max-lg:mt-6 max-lg:h-29 max-lg:w-29 max-lg:shrink-0 lg:w-full"
          >
            {jumpName(next, language)}
            <ChevronRight aria-hidden className="size-4 shrink-0" />
          </button>
        )}
      </div>
      {!isWide && finder}
    </>
  );
}

/** What the strip shows. New words in the prompt lead back to the suggestions, which begin with the nearest scenes. */
function useView(nearIds: string) {
  const [view, setView] = useState<View>({ jump: "suggested", words: "", nearIds });
  if (view.nearIds !== nearIds) setView({ jump: "suggested", words: "", nearIds });
  return {
    ...view,
    jumpTo: (jump: Jump) => setView({ jump, words: "", nearIds }),
    setWords: (words: string) => setView({ ...view, words }),
  };
}

/**
 * Puts the chosen entry in front of a view without it. It stays there until the view changes, so that no tile moves
 * under the pointer.
 */
function useWithChosen(groups: EntryGroup[], chosen: SceneEntry | null, view: string): EntryGroup[] {
  const [kept, setKept] = useState({ view, entry: chosen });
  const has = (entry: SceneEntry) =>
    groups.some(({ entries }) => entries.some((one) => idOfEntry(one) === idOfEntry(entry)));
  const isKept = kept.entry !== null && chosen !== null && idOfEntry(kept.entry) === idOfEntry(chosen);
  const isMissing = chosen !== null && !has(chosen) && !isKept;
  if (kept.view !== view || isMissing) setKept({ view, entry: chosen });
  return kept.entry === null || has(kept.entry)
    ? groups
    : [{ name: "chosen", entries: [kept.entry] }, ...groups];
}

/** Scrolls the strip to a tile, and nothing around the strip. */
function reveal(strip: HTMLElement | null, id: string): void {
  const tile = strip?.querySelector<HTMLElement>(`[data-tile="${CSS.escape(id)}"]`);
  if (!strip || !tile) return;
  const [frame, box] = [strip.getBoundingClientRect(), tile.getBoundingClientRect()];
  const over = (start: number, end: number) => Math.max(0, end) || Math.min(0, start);
  strip.scrollBy(
    over(box.left - frame.left, box.right - frame.right),
    over(box.top - frame.top, box.bottom - frame.bottom),
  );
}

function titleOf({ name }: EntryGroup, { t, locale }: Language): string {
  if (name === "chosen") return t("Your choice");
  if (name === "found") return t("Found");
  if (name === "near") return t("Nearest to your words");
  if (name === "suggested") return t("Suggestions");
  return name === "classic" ? t("Classic") : sceneCategoryNames[name][locale];
}
