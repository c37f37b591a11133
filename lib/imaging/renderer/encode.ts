import sharp from "sharp";

/** A finished photo as JPEG: sRGB, quality 90, full chroma. */
export async function encodePhoto(rgb: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  return await sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90, chromaSubsampling: "4:4:4" })
    .withIccProfile("srgb")
    .toBuffer();
}

/** A preview as JPEG: sRGB, quality 80. */
export async function encodePreview(
  rgb: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array> {
  return await sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
}
