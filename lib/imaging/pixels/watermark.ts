import { join } from "node:path";
import sharp, { type OverlayOptions } from "sharp";
import { digitalSourceOf } from "#lib/contract/photos/modes.ts";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { encodeNoted, noteOf } from "#lib/images/origin.ts";
import { assetFolder } from "#lib/platform/assets.ts";
import { getBrand, readLogo } from "#lib/platform/brand.ts";
import { ownBrandName } from "#lib/platform/brand-name.ts";

/** White letters with a dark outline, transparent around, made by assets/makers/watermark.ts: no machine needs the font. */
const markFile = (name: "diagonal" | "corner") => join(assetFolder("marks"), `${name}.png`);
/** Largest shorter side, in pixels, of a marked picture. */
export const watermarkSide = 1024;
/** Height and margin of the corner mark, as shares of the shorter side. */
const corner = { height: 0.05, margin: 0.03 };

/** Encodes a photo with a light word across it and the service's mark in its corner, as JPEG: sRGB, quality 82. */
export async function encodeMarked(rgb: Uint8Array, { width, height }: Size): Promise<Uint8Array> {
  const marked = sharp(rgb, { raw: { width, height, channels: 3 } })
    .composite(await marksFor({ width, height }))
    .withIccProfile("srgb")
    .jpeg({ quality: 82 });
  return (await encodeNoted(marked, "jpeg", noteOf(digitalSourceOf("studio")))).data;
}

/** Returns the overlays for a picture of this size: the word across it, and the corner mark. */
export async function marksFor({ width, height }: Size): Promise<OverlayOptions[]> {
  const shorter = Math.min(width, height);
  if (shorter > watermarkSide) throw new Error(`no watermark covers ${width}×${height}`);
  const diagonal = await sharp(markFile("diagonal")).resize(shorter).png().toBuffer();
  const marks: OverlayOptions[] = [{ input: diagonal, gravity: "centre" }];
  const mark = await cornerMark(Math.round(corner.height * shorter), Math.round(0.5 * width));
  if (mark) {
    const margin = Math.round(corner.margin * shorter);
    const { data: input, info } = mark;
    marks.push({ input, left: width - info.width - margin, top: height - info.height - margin });
  }
  return marks;
}

/** The operator's logo, else the service's own name; null when a brand of another name has no logo. */
async function cornerMark(height: number, maxWidth: number) {
  const logo = await readLogo();
  if (!logo && getBrand().name !== ownBrandName) return null;
  return await sharp(logo?.bytes ?? markFile("corner"))
    .resize(maxWidth, height, { fit: "inside" })
    .png()
    .toBuffer({ resolveWithObject: true });
}
