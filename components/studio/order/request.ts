import { maxBatchItems, maxCustomIdLength, maxTitleLength } from "#lib/contract/limits.ts";
import { cutoutCost, generationCost, type Style } from "#lib/contract/styles.ts";
import type { ServiceProblem } from "../../language/faults.ts";
import type { Translate } from "../../language/translate.ts";
import { isPaintable } from "../../photos/modes.ts";
import type { Settings } from "../../photos/settings.ts";
import { styleTexts } from "../../photos/style-texts.ts";
import { isChanged, saysAllOf, withoutSize } from "./looks.ts";
import { type Output, outputsOf } from "./outputs.ts";

export type { Settings };

/** A picture on the image host that something is made from. */
export interface OrderedPicture {
  /** Of the file that it was, or of what it is itself. */
  name: string;
  imageUrl: string;
  /** The seller's own words for it, its sku among them. */
  metadata?: Readonly<Record<string, string>>;
}

export interface Asked {
  credits: number;
  /** `custom_id` of what is being made already, and left out. */
  leftOut: readonly string[];
}

/** An order that the service has not confirmed yet. */
export interface Unsent {
  /** Its Idempotency-Key: the same for every try, so that none is charged twice. */
  id: string;
  /** In the language in which it was ordered. */
  title: string;
  pictures: readonly OrderedPicture[];
  settings: Settings;
  /** What the service said of it before it was sent; null until then. It stays for every try, as the key does. */
  asked: Asked | null;
  /** Why it takes longer than usual. */
  note: "connection_lost" | "being_taken" | "busy" | null;
  /** Why it was not taken. */
  problem: ServiceProblem | null;
}

/** What an order is made from. */
export type Wanted = Pick<Unsent, "pictures" | "settings">;

/** Most photos and cut-outs that are ordered together. */
export const maxOrderItems = maxBatchItems;

/** Most takes of a photo that are ordered together. */
export const maxTakes = 4;

/** The settings of an order that only cuts pictures out. */
export const cutoutsOnly: Settings = {
  ...{ styles: [], prompt: "", aspectRatios: [], resolutions: [], marketplaces: [], seeds: [], mode: null },
  ...{ cutouts: true, options: {}, look: null },
};

/** What an order of so many pictures comes to, where none of it was made before. */
export function measureOrder(pictures: number, settings: Settings) {
  const { styles, seeds, cutouts } = settings;
  const outputs = outputsOf(settings);
  const perPicture = styles.length * outputs.length * seeds.length;
  const photoCredits = styles.flatMap((style) =>
    outputs.map(({ resolution }) => generationCost(style, resolution) * seeds.length),
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
export function toBatchRequest({ pictures, settings }: Wanted) {
  const names = nameAll(pictures);
  const idOf = createNames(maxCustomIdLength);
  const items = pictures.flatMap((picture, at) => [
    ...combine(settings).map((photo) => ({
      custom_id: idOf([names[at], photo.style, photo.output.name, takeName(photo)]),
      operation: "generate" as const,
      request: photoRequest(picture, photo, settings),
    })),
    ...(settings.cutouts
      ? [
          {
            custom_id: idOf([names[at], "cutout"]),
            operation: "remove_bg" as const,
            request: {
              image_url: picture.imageUrl,
              title: shorten(picture.name, maxTitleLength),
              ...(picture.metadata && { metadata: picture.metadata }),
              reuse: true,
            },
          },
        ]
      : []),
  ]);
  return { items };
}

interface Photo {
  style: Style;
  output: Output;
  seed: number;
}

function photoRequest(
  { name, imageUrl, metadata }: OrderedPicture,
  { style, output, seed }: Photo,
  settings: Settings,
) {
  const { mode, look, options } = settings;
  const prompt = settings.prompt.trim();
  const { aspectRatio, resolution, size } = output;
  const request = {
    ...{
      image_url: imageUrl,
      title: shorten(name, maxTitleLength),
      type: "product" as const,
      style,
      resolution,
    },
    ...{ aspect_ratio: aspectRatio, ...(prompt && { prompt }), ...(seed > 0 && { seed }) },
    ...(mode && isPaintable(style) && { mode }),
    ...withoutSize(options),
    ...(size && { size }),
  };
  const wears = look !== null && saysAllOf({ mode, ...request }, look.settings);
  return { ...request, ...(wears && { look: look.id }), ...(metadata && { metadata }), reuse: true };
}

function combine(settings: Settings): Photo[] {
  const { styles, seeds } = settings;
  return styles.flatMap((style) =>
    outputsOf(settings).flatMap((output) => seeds.map((seed) => ({ style, output, seed }))),
  );
}

function takeName({ seed }: Photo): string | null {
  return seed === 0 ? null : `take-${seed + 1}`;
}

const longestName = 60;

/** A name of every picture for files: readable, no two alike. */
function nameAll(pictures: readonly OrderedPicture[]): string[] {
  const nameOf = createNames(longestName);
  return pictures.map(({ name }) => nameOf([baseName(name).replaceAll(" ", "-")]));
}

/** Joins parts to names like `blue-mug_amazon_2k`, no two alike. A part that says the same again is left out. */
function createNames(maxLength: number): (parts: readonly (string | null | undefined)[]) => string {
  const used = new Set<string>();
  return (parts) => {
    const said = parts.filter((part, at) => part && part !== parts[at - 1]);
    const base = shorten(said.join("_"), maxLength);
    let free = base;
    for (let count = 2; used.has(free.toLowerCase()); count += 1) {
      free = `${shorten(base, maxLength - 5)}-${count}`;
    }
    used.add(free.toLowerCase());
    return free;
  };
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
export function nameOrder({ pictures, settings }: Wanted, t: Translate): string {
  const first = shorten(baseName(pictures[0]?.name ?? ""), longestName);
  const rest = pictures.length - 1;
  const what =
    rest > 0 ? t("{first} and {rest, plural, one {# more} other {# more}}", { first, rest }) : first;
  const styles = settings.styles.map((style) => t(styleTexts[style].name));
  const [one = t("Cut-out"), other] = styles;
  const look = settings.look && !isChanged(settings) ? settings.look.name : null;
  const how = styles.length > 2 ? t("{count} styles", { count: styles.length }) : one;
  const named = styles.length === 2 && other ? t("{one} and {other}", { one, other }) : how;
  return shorten([what, look ?? named].join(", "), maxTitleLength);
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
