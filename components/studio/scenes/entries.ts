import { isPaintable } from "#components/photos/modes.ts";
import type { Settings } from "#components/photos/settings.ts";
import { withoutGroup } from "#components/studio/arrange/options.ts";
import type { NearScene } from "#components/studio/scenes/nearest.ts";
import type { ProductOptions } from "#components/studio/scenes/product-pictures.ts";
import { defaultSceneStyle, type Style, styleNames, styles } from "#lib/contract/photos/styles.ts";
import { type SceneCategory, sceneCategories, suitsSide } from "#lib/contract/scenes/categories.ts";

/** A selectable scene: a rendered scene, or the set of a style. */
export type SceneEntry = { style: Style; scene: NearScene | null };

export interface EntryGroup {
  name: "chosen" | "found" | "near" | "classic" | "suggested" | SceneCategory;
  entries: readonly SceneEntry[];
}

/** What the strip shows: a few entries that suit the product and the prompt, or one category. */
export type Jump = "suggested" | SceneCategory;
export const jumps: readonly Jump[] = ["suggested", ...sceneCategories];

interface Offered {
  scenes: readonly NearScene[];
  /** Those that match the prompt. */
  near: readonly NearScene[];
  /** The answer of a search, which precedes the jump; null without one. */
  found: readonly SceneEntry[] | null;
  jump: Jump;
  /** The side of the product, if known: in each category, scenes for it come first; without it, those with a floor last. */
  sideCm: number | null;
}

/** Categories whose first scene is suggested without a prompt: a few that differ most. */
const suggestedCategories: readonly SceneCategory[] = ["home", "beauty", "food", "outdoor", "minimal"];

/** The entries of the strip, few enough to be looked at. */
export function groupEntries({ scenes, near, found, jump, sideCm }: Offered): EntryGroup[] {
  const inCategory = (name: SceneCategory) =>
    bySize(
      scenes.filter(({ category }) => category === name),
      sideCm,
    ).map(inScene);
  if (found) return [{ name: "found", entries: found }];
  if (jump !== "suggested") return [{ name: jump, entries: inCategory(jump) }];
  if (near.length > 0) {
    return [
      { name: "near", entries: near.map(inScene) },
      { name: "classic", entries: classicEntries },
    ];
  }
  const suggested = suggestedCategories.flatMap((name) => inCategory(name).slice(0, 1));
  return [{ name: "suggested", entries: [...classicEntries, ...suggested] }];
}

export const classicEntries: readonly SceneEntry[] = styleNames.map((style) => ({ style, scene: null }));

export function inScene(scene: NearScene): SceneEntry {
  return { style: defaultSceneStyle, scene };
}

function bySize(scenes: readonly NearScene[], sideCm: number | null): NearScene[] {
  const fits = ({ product_cm: range }: NearScene) =>
    sideCm === null ? suitsSide(range, 0) : sideCm >= range.from && sideCm <= range.to;
  return [...scenes.filter(fits), ...scenes.filter((scene) => !fits(scene))];
}

export function idOfEntry({ style, scene }: SceneEntry): string {
  return scene ? scene.id : `style:${style}`;
}

/** The entry of an id; null if its scene is not offered. */
export function entryOf(id: string, scenes: readonly NearScene[]): SceneEntry | null {
  const scene = scenes.find((one) => one.id === id);
  return scene ? inScene(scene) : (classicEntries.find((entry) => idOfEntry(entry) === id) ?? null);
}

export function chosenEntryId({ styles: [style = "studio"], scene, options }: Settings): string {
  return scene !== null && options.background === undefined ? scene : `style:${style}`;
}

/** The settings after selecting an entry. A scene keeps its own light, unless several styles are selected. */
export function chooseEntry(settings: Settings, { style, scene }: SceneEntry): Partial<Settings> {
  const { options, prompt } = settings;
  if (scene) {
    const painted = settings.styles.length > 1 ? settings.styles.filter(isPaintable) : [];
    return {
      scene: scene.id,
      styles: painted.length > 0 ? painted : [style],
      // A custom background and a scene exclude each other.
      options: withoutGroup(options, "background"),
    };
  }
  // A prompt suggested for one style seldom fits the next, so it is cleared; the seller's own prompt stays.
  const isSuggested = settings.styles.some((one) => Object.values(styles[one].suggestions).includes(prompt));
  return { scene: null, styles: [style], ...(isSuggested && { prompt: "" }) };
}

/** The settings that determine a photo's appearance, apart from the product and its layout. */
export function viewOf({ styles: [style = "studio"], scene, prompt, options }: Settings) {
  const isInScene = scene !== null && isPaintable(style) && options.background === undefined;
  return {
    style,
    scene: isInScene ? scene : null,
    ...(!isInScene && prompt.trim() && { prompt: prompt.trim() }),
    ...productOptionsOf(options),
  };
}

/** What the settings say about the product, whatever its scene. */
export function productOptionsOf({ correct, material, stance }: Settings["options"]): ProductOptions {
  return { correct, material, stance };
}
