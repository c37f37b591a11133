import type { Resolution } from "../../contract/photos/styles.ts";
import type { ModelProvider } from "../../platform/model-providers.ts";

/** The resolutions that families make, whatever more is on offer: larger photos are enlarged from the largest. */
const nativeResolutions = ["1K", "2K", "4K"] as const satisfies readonly Resolution[];
export type NativeResolution = (typeof nativeResolutions)[number];

export type Ratio = `${number}:${number}`;

/** How a request to a family states the size of a picture, and what it accepts. */
export type Sizing =
  | {
      by: "ratio";
      ratios: readonly Ratio[];
      /** Empty: it has one size only, and no field for it. */
      resolutions: readonly NativeResolution[];
      /** Name of the field that takes the resolution; `resolution` when absent. */
      resolutionField?: string;
    }
  | { by: "list"; sizes: readonly `${number}x${number}`[] }
  | {
      by: "pixels";
      /** Each side is a multiple of it. */
      step: number;
      minSide: number;
      maxSide: number;
      maxPixels: number;
    };

/** Millionths of a US dollar for one picture. */
export type Price =
  | { by: "picture"; micros: number }
  | { by: "resolution"; micros: Record<NativeResolution, number> }
  /** One megapixel is 2²⁰ pixels; a begun one counts whole. */
  | { by: "megapixel"; firstMicros: number; furtherMicros: number }
  | { by: "size"; squareMicros: number; oblongMicros: number };

/** Dollars for a million tokens: what a provider that reports usage is paid by. */
export interface TokenPrice {
  textIn: number;
  imageIn: number;
  out: number;
}

/** What models of one kind can do, and how their provider wants to be asked. */
export interface ModelFamily {
  provider: ModelProvider;
  /** Of names at the provider; the first family that fits is a model's own. */
  pattern: RegExp;
  /** What people call the models; null: by their own name. */
  label: string | null;
  sizing: Sizing;
  /** Pictures that it takes beside the text: with none it cannot edit. */
  inputPictures: number;
  /** Name of the field of an input picture, where the provider's models differ in it. */
  pictureField?: { name: string; isList: boolean };
  takesSeed: boolean;
  /** Null: no price is known, or there is none. */
  price: Price | null;
  tokenPrice?: TokenPrice;
  /** Names under which the provider has the two ways to use it, where they are models of their own. */
  names?: { scene: (name: string) => string; edit: (name: string) => string };
  /** Further fields of the provider's own. */
  options?: { scene?: Record<string, string | boolean>; edit?: Record<string, string | boolean> };
}

const common: Ratio[] = ["1:1", "4:3", "3:4", "16:9", "9:16"];
const photo: Ratio[] = [...common, "3:2", "2:3", "21:9"];
const gemini: Ratio[] = [...photo, "4:5", "5:4"];

/** Lists of ratios that several families share. */
export const ratios = {
  common,
  photo,
  gemini,
  wideGemini: [...gemini, "1:4", "4:1", "1:8", "8:1"] satisfies Ratio[],
  flux: [...photo, "9:21"] satisfies Ratio[],
};

export const megapixel = 2 ** 20;

/** FLUX.2 as all its hosts have it: any size up to four megapixels. */
export const flux2Sizing = {
  by: "pixels",
  step: 32,
  minSide: 256,
  maxSide: 2048,
  maxPixels: 4 * megapixel,
} as const satisfies Sizing;

export const perPicture = (micros: number): Price => ({ by: "picture", micros });

export const oneSize = (of: readonly Ratio[]): Sizing => ({ by: "ratio", ratios: of, resolutions: [] });

export const threeSizes = (of: readonly Ratio[]): Sizing => ({
  by: "ratio",
  ratios: of,
  resolutions: nativeResolutions,
});
