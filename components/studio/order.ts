import { maxBatchItems } from "#lib/contract/limits.ts";
import type { PhotoMode } from "#lib/contract/modes.ts";
import type { LookOptions } from "#lib/contract/photo-options.ts";
import {
  type AspectRatio,
  cutoutCost,
  generationCost,
  type Resolution,
  type Style,
} from "#lib/contract/styles.ts";
import { isPaintable } from "./modes.ts";
import { styleTexts } from "./style-texts.ts";

/** What the photos of an order shall be: one of each style in each shape and size. */
export interface Settings {
  styles: readonly Style[];
  /** Empty: each style's own. */
  prompt: string;
  aspectRatios: readonly AspectRatio[];
  resolutions: readonly Resolution[];
  /** How they are made; null: as the operator has chosen. */
  mode: PhotoMode | null;
  /** A cut-out of every picture as well. */
  cutouts: boolean;
  /** Layout, light, background and the like, of every photo. */
  options: LookOptions;
}

/** A picture on the image host that something is made from. */
export interface OrderedPicture {
  /** Of the file that it was, or of what it is itself. */
  name: string;
  imageUrl: string;
  /** The seller's own words for it, its sku among them. */
  metadata?: Readonly<Record<string, string>>;
}

export interface Problem {
  code: string;
  message: string;
  fix: string | undefined;
}

/** An order that the service has not confirmed yet. */
export interface Unsent {
  /** Its Idempotency-Key: the same for every try, so that none is charged twice. */
  id: string;
  pictures: readonly OrderedPicture[];
  settings: Settings;
  /** Why it takes longer than usual: a lost connection, a busy service. */
  note: string | null;
  /** Why it was not taken. */
  problem: Problem | null;
}

/** Most photos and cut-outs that are ordered together. */
export const maxOrderItems = maxBatchItems;

/** The settings of an order that only cuts pictures out. */
export const cutoutsOnly: Settings = {
  ...{ styles: [], prompt: "", aspectRatios: [], resolutions: [], mode: null },
  ...{ cutouts: true, options: {} },
};

/** What an order of so many pictures comes to. */
export function measureOrder(pictures: number, { styles, aspectRatios, resolutions, cutouts }: Settings) {
  const perPicture = styles.length * aspectRatios.length * resolutions.length;
  const photoCredits = styles.flatMap((style) =>
    resolutions.map((resolution) => generationCost(style, resolution) * aspectRatios.length),
  );
  const credits = photoCredits.reduce((sum, cost) => sum + cost, cutouts ? cutoutCost : 0);
  return {
    photos: pictures * perPicture,
    cutouts: cutouts ? pictures : 0,
    total: pictures * (perPicture + (cutouts ? 1 : 0)),
    credits: pictures * credits,
  };
}

/** The order as the API takes it. The same order always makes the same request: its key may come again. */
export function toBatchRequest({ pictures, settings }: Pick<Unsent, "pictures" | "settings">) {
  const prompt = settings.prompt.trim();
  const { mode } = settings;
  const names = nameAll(pictures);
  const items = pictures.flatMap(({ name: title, imageUrl: image_url, metadata }, at) => [
    ...combine(settings).map(({ style, aspectRatio, resolution }) => ({
      custom_id: `${names[at]}-${style}-${aspectRatio.replace(":", "x")}-${resolution.toLowerCase()}`,
      operation: "generate" as const,
      request: {
        ...{ image_url, title: shorten(title, 200), type: "product" as const, style, resolution },
        ...{ aspect_ratio: aspectRatio, ...(prompt && { prompt }) },
        ...(mode && isPaintable(style) && { mode }),
        ...settings.options,
        ...(metadata && { metadata }),
      },
    })),
    ...(settings.cutouts
      ? [
          {
            custom_id: `${names[at]}-cutout`,
            operation: "remove_bg" as const,
            request: { image_url, title: shorten(title, 200), ...(metadata && { metadata }) },
          },
        ]
      : []),
  ]);
  return { title: titleOfOrder({ pictures, settings }), items };
}

function combine({ styles, aspectRatios, resolutions }: Settings) {
  return styles.flatMap((style) =>
    aspectRatios.flatMap((aspectRatio) =>
      resolutions.map((resolution) => ({ style, aspectRatio, resolution })),
    ),
  );
}

const longestName = 60;

/** A name of every picture for files: readable, no two alike. */
function nameAll(pictures: readonly OrderedPicture[]): string[] {
  const used = new Set<string>();
  return pictures.map(({ name }) => {
    const base = shorten(baseName(name), longestName);
    let free = base;
    for (let count = 2; used.has(free.toLowerCase()); count += 1) free = `${base}-${count}`;
    used.add(free.toLowerCase());
    return free;
  });
}

/** `mug` of `mug.jpg`; never empty, without what no file name takes. */
export function baseName(name: string): string {
  const bare = name
    .toWellFormed()
    .replace(/\.[A-Za-z0-9]{2,5}$/, "")
    .replace(/[^\p{L}\p{N}._ -]+/gu, "-")
    .replace(/^[-. ]+|[-. ]+$/g, "");
  return bare || "picture";
}

/** What an order is called: `mug and 3 more, Studio and Luxury`. */
function titleOfOrder({ pictures, settings }: Pick<Unsent, "pictures" | "settings">): string {
  const first = shorten(baseName(pictures[0]?.name ?? ""), longestName);
  const rest = pictures.length - 1;
  const what = rest > 0 ? `${first} and ${rest} more` : first;
  const styles = settings.styles.map((style) => styleTexts[style].name);
  const named = styles.length > 2 ? `${styles.length} styles` : styles.join(" and ");
  return [what, named || "Cut-out"].join(", ");
}

/** Cuts between whole characters, also those that take two places. */
function shorten(text: string, length: number): string {
  return text.length <= length
    ? text.toWellFormed()
    : text
        .slice(0, length)
        .toWellFormed()
        .replace(/\uFFFD$/, "");
}

/** The settings of which several may be chosen. */
export type Choice = "styles" | "aspectRatios" | "resolutions";

/**
 * What is chosen after a click on an option: it alone, or where several may be, it as well or not any more. Something
 * is always chosen.
 */
export function choose<Value extends string>(
  options: readonly Value[],
  chosen: readonly Value[],
  { option, several }: { option: Value; several: boolean },
): readonly Value[] {
  if (!several) return [option];
  const isLast = chosen.length === 1 && chosen[0] === option;
  const wanted =
    chosen.includes(option) && !isLast ? chosen.filter((one) => one !== option) : [...chosen, option];
  return options.filter((one) => wanted.includes(one));
}
