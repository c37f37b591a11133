import { fileURLToPath } from "node:url";
import sharp from "sharp";
import type { Box } from "#lib/contract/photos/sizes.ts";

const mug = fileURLToPath(new URL("../../public/samples/mug.jpg", import.meta.url));

/** Made once in each process, because the sample is large. */
const productPictures = new Map<string, Promise<Buffer>>();

/** A small product picture in the given format. */
export async function productPicture(
  format: "jpeg" | "png" | "webp" = "jpeg",
  side = 480,
): Promise<Buffer<ArrayBuffer>> {
  const name = `${format} ${side}`;
  const make = () => sharp(mug).resize(side, side, { fit: "cover" }).toFormat(format).toBuffer();
  const made = productPictures.get(name) ?? make();
  productPictures.set(name, made);
  return Buffer.from(await made);
}

/** A ball with an alpha channel, which cut-outs use instead of the network; without a radius there is nothing in it. */
export function drawnProduct(side = 96, radius = side / 3): Promise<Buffer> {
  const rgba = Buffer.alloc(side * side * 4);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const isInside = Math.hypot(x + 0.5 - side / 2, y + 0.5 - side / 2) < radius;
      rgba.set([40 + (120 * x) / side, 90, 170 - (80 * y) / side, isInside ? 255 : 0], (y * side + x) * 4);
    }
  }
  return sharp(rgba, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer();
}

/** A mask whose right half is white. */
export function greyMask({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const grey = Buffer.alloc(width * height);
  for (let at = 0; at < grey.length; at += 1) grey[at] = at % width >= width / 2 ? 255 : 0;
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .toColourspace("b-w")
    .png()
    .toBuffer();
}

/** Mean difference between neighbouring pixels in a region of RGB pixels; low on the plain backdrop, higher under a watermark. */
export function contrastOf(pixels: Uint8Array, width: number, part: Box): number {
  let sum = 0;
  for (let y = part.top; y < part.top + part.height; y++) {
    for (let x = part.left; x < part.left + part.width; x++) {
      const at = 3 * (y * width + x);
      sum += Math.abs((pixels[at] ?? 0) - (pixels[at + 3] ?? 0));
    }
  }
  return sum / (part.width * part.height);
}

/** Whether the image host still has a picture. */
export async function exists(picture: string | { url: string }): Promise<boolean> {
  // Imported late: browser tests make pictures without the service.
  const { imageHost } = await import("#lib/images/index.ts");
  const reference = imageHost().parse(typeof picture === "string" ? picture : picture.url);
  return reference !== null && (await imageHost().find(reference)) !== null;
}
