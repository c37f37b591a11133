import type { Resolution } from "../../contract/photos/styles.ts";
import type { ModelProvider } from "../../platform/model-providers.ts";

/** The resolutions that model families offer; higher resolutions are upscaled from the largest. */
const nativeResolutions = ["1K", "2K", "4K"] as const satisfies readonly Resolution[];
export type NativeResolution = (typeof nativeResolutions)[number];

export type Ratio = `${number}:${number}`;

/** The picture sizes that a family accepts, and how its requests state them. */
export type Sizing =
  | {
      by: "ratio";
      ratios: readonly Ratio[];
      /** Empty: the family has a single size and no field for it. */
      resolutions: readonly NativeResolution[];
    }
  | { by: "list"; sizes: readonly `${number}x${number}`[] }
  | {
      by: "pixels";
      /** Each side must be a multiple of it. */
      step: number;
      minSide: number;
      maxSide: number;
      maxPixels: number;
    };

/** Price of one picture in millionths of a US dollar. */
export type Price =
  | { by: "picture"; micros: number }
  | { by: "resolution"; micros: Record<NativeResolution, number> }
  /** One megapixel is 2²⁰ pixels; partial megapixels count as whole ones. */
  | { by: "megapixel"; firstMicros: number; furtherMicros: number }
  | { by: "size"; squareMicros: number; oblongMicros: number };

/** Dollars per million tokens, for providers that report their usage. */
export interface TokenPrice {
  textIn: number;
  imageIn: number;
  out: number;
}

/** Capabilities and request format of a family of models. */
export interface ModelFamily {
  provider: ModelProvider;
  /** Matches model names at the provider; the first matching family applies. */
  pattern: RegExp;
  /** Display name of the models; null: the model's own name. */
  label: string | null;
  sizing: Sizing;
  /** Maximum number of input pictures; with 0 the models cannot edit. */
  inputPictures: number;
  /** The input picture is sent in a list, where the provider's models differ in that. */
  takesList?: boolean;
  takesSeed: boolean;
  /** Null when the price is unknown or does not apply. */
  price: Price | null;
  tokenPrice?: TokenPrice;
  /** Model names of the two modes, when the provider has a model for each. */
  names?: { scene: (name: string) => string; edit: (name: string) => string };
  /** Additional fields that only this provider has. */
  options?: { scene?: Record<string, string | boolean>; edit?: Record<string, string | boolean> };
}

const photo: Ratio[] = ["1:1", "4:3", "3:4", "16:9", "9:16", "3:2", "2:3", "21:9"];
const gemini: Ratio[] = [...photo, "4:5", "5:4"];

/** Ratios shared by several families. */
export const ratios = {
  gemini,
  wideGemini: [...gemini, "1:4", "4:1", "1:8", "8:1"] satisfies Ratio[],
  flux: [...photo, "9:21"] satisfies Ratio[],
};

export const megapixel = 2 ** 20;

export const perPicture = (micros: number): Price => ({ by: "picture", micros });

export const oneSize = (of: readonly Ratio[]): Sizing => ({ by: "ratio", ratios: of, resolutions: [] });

export const threeSizes = (of: readonly Ratio[]): Sizing => ({
  by: "ratio",
  ratios: of,
  resolutions: nativeResolutions,
});
