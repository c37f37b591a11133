import sharp from "sharp";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { fitInside } from "#lib/imaging/pixels/boxes.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { createField, type Field } from "#lib/imaging/pixels/field.ts";
import { type OpenPicture, openPicture } from "#lib/imaging/pixels/open-picture.ts";
import { workingSide } from "./bounds.ts";

/** An edited picture that can be read at any size; reads up to the working size share one decoded copy. */
export interface EditedPicture extends Size {
  /** sRGB bytes × 3 at that size. */
  read(size: Size): Promise<Uint8Array>;
}

/** Opens an edited picture. Throws UnreadableImageError when it is not a picture, damaged or too large. */
export async function openEdited(bytes: Uint8Array): Promise<EditedPicture> {
  const picture = await openPicture(bytes);
  const base = fitInside(picture, workingSide);
  const pixels = await picture.read(base, 3);
  return {
    width: picture.width,
    height: picture.height,
    read: (size) => readAt(picture, pixels, base, size),
  };
}

async function readAt(picture: OpenPicture, pixels: Uint8Array, base: Size, size: Size): Promise<Uint8Array> {
  if (size.width === base.width && size.height === base.height) return pixels;
  if (size.width > base.width && base.width < picture.width) return await picture.read(size, 3);
  return await sharp(pixels, { raw: { ...base, channels: 3 } })
    .resize({ ...size, fit: "fill" })
    .raw()
    .toBuffer();
}

/** The product's box, scaled. */
export interface ProductView extends Size {
  /** sRGB bytes × 3; a partly transparent pixel has the product's color, without background. */
  rgb: Uint8Array;
  /** 0..1. */
  alpha: Field;
}

/** Scales the product's box so that its longer side is `side`; the box is never enlarged. */
export async function viewProduct(product: ProductCutOut, side: number): Promise<ProductView> {
  const { box } = product;
  const size = fitInside(box, side);
  const { data } = await sharp(product.rgba, { raw: { ...sizeOf(product), channels: 4 } })
    .extract(box)
    .resize({ ...size, fit: "fill" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rgb = new Uint8Array(size.width * size.height * 3);
  const alpha = createField(size.width, size.height, 1);
  for (let i = 0; i < alpha.data.length; i++) {
    rgb.set(data.subarray(i * 4, i * 4 + 3), i * 3);
    alpha.data[i] = (data[i * 4 + 3] as number) / 255;
  }
  return { ...size, rgb, alpha };
}

function sizeOf({ width, height }: Size): Size {
  return { width, height };
}
