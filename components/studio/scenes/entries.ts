import { isPaintable } from "#components/photos/modes.ts";
import type { Settings } from "#components/photos/settings.ts";
import { withoutGroup } from "#components/studio/arrange/options.ts";
import type { NearScene } from "#components/studio/scenes/nearest.ts";
import { defaultSceneStyle, type Style, styleNames, styles } from "#lib/contract/photos/styles.ts";
import { type SceneCategory, sceneCategories } from "#lib/contract/scenes/categories.ts";

/** A selectable scene: a rendered scene, or the set of a style. */
export type SceneEntry = { style: Style; scene: NearScene | null };

export interface EntryGroup {
  name: "near" | "classic" | SceneCategory;
  entries: readonly SceneEntry[];
}

interface Offered {
  scenes: readonly NearScene[];
  /** Those that match the prompt. */
  near: readonly NearScene[];
  /** The side of the product, if known: in each category, scenes for products of this size come first. */
  sideCm: number | null;
}

/** Groups: scenes that match the prompt, then the styles, then the other scenes by category. */
export function groupEntries({ scenes, near, sideCm }: Offered): EntryGroup[] {
  const toEntry = (scene: NearScene): SceneEntry => ({ style: defaultSceneStyle, scene });
  const others = scenes.filter(({ id }) => !near.some((one) => one.id === id));
  const groups: EntryGroup[] = [
    { name: "near", entries: near.map(toEntry) },
    { name: "classic", entries: styleNames.map((style) => ({ style, scene: null })) },
    ...sceneCategories.map((name) => ({
      name,
      entries: bySize(
        others.filter(({ category }) => category === name),
        sideCm,
      ).map(toEntry),
    })),
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

function bySize(scenes: readonly NearScene[], sideCm: number | null): NearScene[] {
  const fits = ({ product_cm: { from, to } }: NearScene) =>
    sideCm === null || (sideCm >= from && sideCm <= to);
  return [...scenes.filter(fits), ...scenes.filter((scene) => !fits(scene))];
}

export function idOfEntry({ style, scene }: SceneEntry): string {
  return scene ? scene.id : `style:${style}`;
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
  };
}
