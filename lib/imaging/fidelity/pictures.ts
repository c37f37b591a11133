import sharp from "sharp";
import { type OpenPicture, openPicture, type Size } from "#lib/imaging/matting/open-picture.ts";
import { linearOfByte } from "#lib/imaging/renderer/color.ts";
import { createField, type Field } from "#lib/imaging/renderer/field.ts";
import type { ProductCutOut } from "#lib/imaging/renderer/product.ts";
import { workingSide } from "./bounds.ts";

/** An edited picture that can be had at any size; what is asked for up to the working size decodes it once. */
export interface EditedPicture extends Size {
  /** sRGB bytes × 3 at that size. */
  read(size: Size): Promise<Uint8Array>;
}

/** Opens an edited picture. Throws UnreadableImageError when it is none, is damaged or is too large. */
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

/** The largest size of that shape whose longer side is at most `side`. */
export function fitInside({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Luma (Rec. 601) 0..1 of sRGB bytes: gradients in it are about as strong as they look. */
export function lumaOf(rgb: Uint8Array, { width, height }: Size): Field {
  const luma = createField(width, height, 1);
  for (let i = 0, k = 0; i < luma.data.length; i++, k += 3) {
    luma.data[i] =
      ((rgb[k] as number) * 0.299 + (rgb[k + 1] as number) * 0.587 + (rgb[k + 2] as number) * 0.114) / 255;
  }
  return luma;
}

/** Linear light 0..1 of sRGB bytes. */
export function linearLight(rgb: Uint8Array, { width, height }: Size): Field {
  const light = createField(width, height, 3);
  for (let i = 0; i < light.data.length; i++) light.data[i] = linearOfByte[rgb[i] as number] as number;
  return light;
}

/** The product's box alone, at some size. */
export interface ProductView extends Size {
  /** sRGB bytes × 3; where it is not opaque, the color that it has at its edge. */
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
