import {
  type CutoutOptions,
  cutoutOptions,
  type PhotoOptions,
  photoOptions,
} from "../contract/photo-options.ts";
import { fromWire } from "../contract/wire.ts";

const photoNames = Object.keys(fromWire(photoOptions));
const cutoutNames = Object.keys(fromWire(cutoutOptions));

/** The options of an order or of its row, as they are kept: what is absent is left out. */
export function pickPhotoOptions(from: unknown): PhotoOptions {
  return pick<PhotoOptions>(from, photoNames);
}

export function pickCutoutOptions(from: unknown): CutoutOptions {
  return pick<CutoutOptions>(from, cutoutNames);
}

// What was checked before it was kept is as its type says.
function pick<Options extends object>(from: unknown, names: readonly string[]): Partial<Options> {
  const given = Object.entries(from ?? {}).filter(
    ([name, value]) => names.includes(name) && value !== undefined,
  );
  return Object.fromEntries(given) as Partial<Options>;
}
