import {
  type CutoutOptions,
  cutoutOptions,
  type PhotoOptions,
  photoOptions,
} from "../../contract/photos/options.ts";
import { fromWire } from "../../contract/wire.ts";
import { isOriginal } from "../../images/host.ts";
import { imageHost } from "../../images/index.ts";
import { withPictureUrls } from "../../images/reference.ts";

const photoNames = Object.keys(fromWire(photoOptions));
const cutoutNames = Object.keys(fromWire(cutoutOptions));

/**
 * The options of an order or of its row: absent fields are omitted, and pictures of the image host have their URLs.
 */
export function pickPhotoOptions(from: unknown): PhotoOptions {
  return withPictureUrls(pick<PhotoOptions>(from, photoNames));
}

export function pickCutoutOptions(from: unknown): CutoutOptions {
  return withPictureUrls(pick<CutoutOptions>(from, cutoutNames));
}

/**
 * Whether a URL is that of an untransformed picture on the image host: stored masks do not fit transformed pictures.
 */
export function isPictureItself(imageUrl: string): boolean {
  const reference = imageHost().parse(imageUrl);
  return reference !== null && isOriginal(reference);
}

// Not parsed again: stored options were validated before.
function pick<Options extends object>(from: unknown, names: readonly string[]): Partial<Options> {
  const given = Object.entries(from ?? {}).filter(
    ([name, value]) => names.includes(name) && value !== undefined,
  );
  return Object.fromEntries(given) as Partial<Options>;
}
