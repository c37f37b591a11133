import { readFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { formatMegapixels, maxHeicPixels } from "#lib/contract/images/limits.ts";
import { type InspectedImage, type PictureInput, UnreadableImageError } from "#lib/images/picture.ts";
import { because } from "#lib/platform/reasons.ts";
import { writeDurably } from "#lib/storage/files.ts";
import { damagedPicture, requireUsableSize } from "../decoder.ts";
import { displayP3Primaries, displayP3Profile } from "../display-p3.ts";
import { HeifError, openHeif } from "./libheif.ts";
import { createTiff } from "./tiff.ts";

/** Limit of WebAssembly memory; 50 megapixels need 360 MB. */
const maxMemoryBytes = 448 * 1024 ** 2;
/** JPEG quality of the copy that photos are made from: no visible difference to the HEIC. */
const copyQuality = 95;

/**
 * Decodes a whole HEIC picture: upright, in sRGB. Writes it to the file `copyTo`, if given, as a JPEG, or as a PNG
 * when it has transparency. Throws UnreadableImageError.
 */
export async function decodeHeic(input: PictureInput, copyTo?: string): Promise<InspectedImage> {
  const sizeBytes = await requireUsableSize(input);
  freeMemory();
  const bytes = typeof input === "string" ? await readFile(input) : input;
  const { tiff, ...picture } = await decode(bytes).catch((error: unknown) => {
    throw error instanceof HeifError ? refusalOf(error) : error;
  });
  freeMemory();
  if (copyTo !== undefined) {
    const image = sharp(tiff, { limitInputPixels: maxHeicPixels, failOn: "error", sequentialRead: true });
    await writeDurably(copyTo, await encode(image, picture.hasAlpha).toBuffer());
  }
  return { format: "heic", ...picture, pages: 1, sizeBytes };
}

async function decode(bytes: Uint8Array) {
  const heif = await openHeif(bytes, { maxPixels: maxHeicPixels, maxMemoryBytes });
  const { width, height, hasAlpha } = heif;
  if (width * height > maxHeicPixels) throw new HeifError(`${width}×${height}`, "beyond_limits");
  const { file, pixels } = createTiff({ width, height, hasAlpha, icc: await profileOf(heif.color) });
  heif.decodeInto(pixels);
  return { tiff: file, width, height, hasAlpha };
}

/** Frees unused WebAssembly memory, which would stay until a later collection: too much beside the next picture's. */
function freeMemory(): void {
  // Available because the worker is started with `--expose-gc`.
  globalThis.gc?.();
}

function refusalOf(error: HeifError): UnreadableImageError {
  if (error.fault === "damaged") return damagedPicture("heic", error);
  if (error.fault === "out_of_memory") {
    return new UnreadableImageError(because("decoding_too_large"), error);
  }
  const most = formatMegapixels(maxHeicPixels);
  return new UnreadableImageError(because("heic_too_large", { most }), error);
}

/** Returns the ICC profile of the pixels; null for sRGB. */
async function profileOf(color: Awaited<ReturnType<typeof openHeif>>["color"]): Promise<Uint8Array | null> {
  if (color === null) return null;
  if ("icc" in color) return color.icc;
  return color.primaries === displayP3Primaries ? await displayP3Profile() : null;
}

function encode(image: Sharp, hasAlpha: boolean): Sharp {
  return hasAlpha ? image.png({ compressionLevel: 3 }) : image.jpeg({ quality: copyQuality });
}
