import type { Size } from "#lib/contract/photos/sizes.ts";
import { linearOfByte } from "#lib/imaging/pixels/color.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { reducePart } from "#lib/imaging/pixels/resampling.ts";

/** The product's box in linear light × 65,535, premultiplied by alpha, and its alpha × 65,535. */
export interface LinearProduct extends Size {
  color: Uint16Array;
  alpha: Uint16Array;
}

/** Scales the product's box in linear light, without any other change. */
export async function scaleLinear({ rgba, width, box }: ProductCutOut, size: Size): Promise<LinearProduct> {
  const color = new Uint16Array(box.width * box.height * 3);
  const alpha = new Uint16Array(box.width * box.height);
  for (let y = 0, o = 0; y < box.height; y++) {
    let at = ((box.top + y) * width + box.left) * 4;
    for (let x = 0; x < box.width; x++, at += 4, o++) {
      const opacity = rgba[at + 3] as number;
      if (opacity === 0) continue;
      alpha[o] = opacity * 257;
      for (let c = 0; c < 3; c++) {
        color[o * 3 + c] = Math.round((linearOfByte[rgba[at + c] as number] as number) * 257 * opacity);
      }
    }
  }
  if (size.width === box.width && size.height === box.height) return { ...size, color, alpha };
  const resize = (data: Uint16Array, channels: 1 | 3) =>
    reducePart({ data, channels, width: box.width, height: box.height }, size, { left: 0, top: 0, ...size });
  return { ...size, color: await resize(color, 3), alpha: await resize(alpha, 1) };
}
