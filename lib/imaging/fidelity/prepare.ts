import sharp from "sharp";
import type { PictureInput } from "#lib/images/picture.ts";
import { fitInside } from "../pixels/boxes.ts";
import { openPicture } from "../pixels/open-picture.ts";
import type { EncodedPicture } from "../worker/protocol.ts";

/** Background behind a product that is already cut out: a studio's light grey. */
const behind = 225;

/**
 * Prepares a picture for a model that edits it: upright, sRGB, no side above `maxSide`. Transparency is flattened
 * onto light grey, because some models treat it as a mask and others as black; such a picture stays lossless (PNG),
 * others are JPEG of quality 92. Throws UnreadableImageError.
 */
export async function preparePicture(image: PictureInput, maxSide: number): Promise<EncodedPicture> {
  const picture = await openPicture(image);
  const size = fitInside(picture, maxSide);
  const rgba = await picture.read(size, 4);
  const isTransparent = layOver(rgba);
  const opaque = sharp(rgba, { raw: { ...size, channels: 4 } })
    .removeAlpha()
    .withIccProfile("srgb");
  const bytes = isTransparent
    ? await opaque.png({ compressionLevel: 6 }).toBuffer()
    : await opaque.jpeg({ quality: 92, chromaSubsampling: "4:4:4" }).toBuffer();
  return { bytes, ...size };
}

/** Flattens pixels (× 4) onto grey, in place; returns whether any was transparent. */
function layOver(rgba: Uint8Array): boolean {
  let isTransparent = false;
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] as number;
    if (alpha === 255) continue;
    isTransparent = true;
    for (let channel = at; channel < at + 3; channel++) {
      rgba[channel] = Math.round(behind + (((rgba[channel] as number) - behind) * alpha) / 255);
    }
  }
  return isTransparent;
}
