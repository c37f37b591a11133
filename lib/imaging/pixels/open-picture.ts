import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Metadata } from "sharp";
import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { type PictureInput, requireLargeEnough, UnreadableImageError } from "#lib/images/picture.ts";
import { because } from "#lib/platform/reasons.ts";
import { type ReadablePicture, readPicture } from "../worker/decoder.ts";

export interface OpenPicture extends Size {
  hasAlpha: boolean;
  /** Upright sRGB pixels at the given size, 8 bits, × 3 (transparency over white) or × 4 (straight alpha). */
  read(size: Size, channels: 3 | 4): Promise<Uint8Array>;
  /** A part of the picture at the given size, × 3. */
  readPart(size: Size, part: Box): Promise<Uint8Array>;
}

/**
 * Reads a picture's header; width and height are those of the upright picture (EXIF orientation applied). Throws
 * UnreadableImageError, as `read` does, when the bytes are not a valid picture or it is too small or too large.
 */
export async function openPicture(image: PictureInput): Promise<OpenPicture> {
  const picture = await readPicture(image);
  const header = await readHeader(picture);
  const { width, height } = header.autoOrient;
  requireLargeEnough({ width, height });
  const readPixels = async (size: Size, channels: 3 | 4, part?: Box) => {
    const upright = picture.open().autoOrient();
    const opaque = channels === 4 ? upright.ensureAlpha() : upright.flatten({ background: "#ffffff" });
    const isOwnSize = size.width === width && size.height === height;
    const sized = isOwnSize ? opaque : opaque.resize({ ...size, fit: "fill" });
    const wanted = part === undefined ? sized : sized.extract(part);
    try {
      return await wanted.toColourspace("srgb").raw({ depth: "uchar" }).toBuffer();
    } catch (cause) {
      throw new UnreadableImageError(because("picture_damaged"), cause);
    }
  };
  return {
    width,
    height,
    hasAlpha: header.hasAlpha,
    read: (size, channels) => readPixels(size, channels),
    readPart: (size, part) => readPixels(size, 3, part),
  };
}

async function readHeader(picture: ReadablePicture): Promise<Metadata> {
  try {
    return await picture.open().metadata();
  } catch (cause) {
    throw new UnreadableImageError(because("picture_unreadable"), cause);
  }
}

/** Returns a key of the picture: the hash of its bytes, or path, size, time and inode of a file, without reading. */
export async function identifyPicture(image: PictureInput): Promise<string> {
  if (typeof image !== "string") return createHash("sha256").update(image).digest("hex");
  const { size, mtimeMs, ino } = await stat(image);
  return JSON.stringify([image, size, mtimeMs, ino]);
}

/** Returns a number derived from the picture's bytes alone, so that copies in other files have the same. */
export async function numberPicture(image: PictureInput): Promise<number> {
  const hash = createHash("sha256");
  if (typeof image !== "string") hash.update(image);
  else for await (const bytes of createReadStream(image)) hash.update(bytes);
  return hash.digest().readUInt32LE();
}
