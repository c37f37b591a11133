import type { ServiceProblem } from "#components/language/faults.ts";
import type { SourcePicture } from "#components/photos/model.ts";
import { isPaintable } from "#components/photos/modes.ts";
import { titleOfPictures } from "#components/photos/names.ts";
import { outputsOf, type Settings } from "#components/photos/settings.ts";
import { styleName } from "#components/photos/style-texts.ts";
import { isChanged } from "#components/studio/order/looks.ts";
import { maxBatchItems } from "#lib/contract/limits.ts";
import { type BaseCosts, cutoutCost, generationCost } from "#lib/contract/photos/styles.ts";
import type { Language } from "#lib/language/translate.ts";

export interface Asked {
  credits: number;
  /** `custom_id` of items that are left out because they are already open or made. */
  leftOut: readonly string[];
}

export interface Unsent {
  /** Its idempotency key, the same for every attempt, so that it is charged once. */
  id: string;
  /** In the language in which the order was placed. */
  title: string;
  pictures: readonly SourcePicture[];
  settings: Settings;
  /** The API's estimate, requested before the first attempt; null until then. Retries keep it, like the key. */
  asked: Asked | null;
  /** Why it is delayed, if it is. */
  note: "connection_lost" | "in_progress" | "busy" | null;
  /** Why it was refused, if it was. */
  problem: ServiceProblem | null;
}

export const maxOrderItems = maxBatchItems;

export const maxVariants = 4;

/** Item counts and price of an order, assuming that no result exists yet. */
export function measureOrder(pictures: number, settings: Settings, baseCosts: BaseCosts) {
  const { styles, seeds, cutouts } = settings;
  const outputs = outputsOf(settings);
  const perPicture = styles.length * outputs.length * seeds.length;
  const photoCredits = styles.flatMap((style) =>
    outputs.map(({ resolution }) => generationCost(style, resolution, baseCosts) * seeds.length),
  );
  const credits = photoCredits.reduce((sum, cost) => sum + cost, cutouts ? cutoutCost : 0);
  return {
    photos: pictures * perPicture,
    cutouts: cutouts ? pictures : 0,
    total: pictures * (perPicture + (cutouts ? 1 : 0)),
    credits: pictures * credits,
  };
}

/** The title of an order: `mug and 3 more, Studio and Luxury`, `mug, Concrete loft`. */
export function nameOrder(
  { pictures, settings }: Pick<Unsent, "pictures" | "settings">,
  language: Language,
): string {
  const look = settings.look && !isChanged(settings) ? settings.look.name : null;
  return titleOfPictures(pictures, look ?? describeSet(settings, language), language.t);
}

/** The scene or styles of an order. */
export function describeSet({ styles, scene, options }: Settings, { t, sceneName }: Language): string {
  const names = styles.map((style) =>
    scene !== null && isPaintable(style) && !options.background && styles.length === 1
      ? sceneName(scene)
      : styleName(style, t),
  );
  const [one = t("Cut-out"), other] = names;
  if (names.length > 2) return t("{count} styles", { count: names.length });
  return other ? t("{one} and {other}", { one, other }) : one;
}

/** The settings that can have several values. */
export type Choice = "styles" | "aspectRatios" | "resolutions";

/** The selection after a click on an option: only it, or with `several` the option toggled. It is never empty. */
export function choose<Value extends string>(
  options: readonly Value[],
  chosen: readonly Value[],
  { option, several }: { option: Value; several: boolean },
): readonly Value[] {
  if (!several) return [option];
  const isLast = chosen.length === 1 && chosen[0] === option;
  const next =
    chosen.includes(option) && !isLast ? chosen.filter((one) => one !== option) : [...chosen, option];
  return options.filter((one) => next.includes(one));
}
