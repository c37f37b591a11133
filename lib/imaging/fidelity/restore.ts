import { scaleSize } from "#lib/imaging/pixels/boxes.ts";
import { encodedOfLinear, encodedOfLinearScale, linearOfByte } from "#lib/imaging/pixels/color.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import { sampleField } from "#lib/imaging/pixels/sampling.ts";
import { leastGain, mostGain } from "./bounds.ts";
import type { Framed } from "./frame.ts";
import { lightAt, type SmoothLight } from "./light.ts";
import { type LinearProduct, scaleLinear } from "./scaled-product.ts";
import { invert, type Similarity, scaleOf } from "./similarity.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * Puts the product's own pixels over a framed edit, in place: at the placement found, in the edit's light within the
 * renderer's bounds, with their own soft edge, before a scene from which the edit's product was removed.
 */
export async function restoreProduct(
  framed: Framed,
  product: ProductCutOut,
  { pose, light, behind }: { pose: Similarity; light: SmoothLight; behind: Surroundings },
): Promise<void> {
  const { box } = product;
  const zoom = Math.min(1, scaleOf(pose) * Math.sqrt(framed.scaleX * framed.scaleY));
  const scaled = await scaleLinear(product, scaleSize(box, zoom));
  const { left, top, right, bottom } = behind.bounds;
  const back = invert(pose);
  const pixel = new Float32Array(4);
  const gain = new Float32Array(3);
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(framed.height, Math.ceil(bottom)); y++) {
    const editY = (y + 0.5 - framed.y0) / framed.scaleY;
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(framed.width, Math.ceil(right)); x++) {
      const editX = (x + 0.5 - framed.x0) / framed.scaleX;
      const u = (back.a * editX - back.b * editY + back.x) / box.width;
      const v = (back.b * editX + back.a * editY + back.y) / box.height;
      readProduct(scaled, (u + 0.5) * scaled.width - 0.5, (v + 0.5) * scaled.height - 0.5, pixel);
      const isOpaque = (pixel[3] as number) >= 1;
      if ((pixel[3] as number) > 0) lightAt(light, clamp(2 * u, -1, 1), clamp(2 * v, -1, 1), gain);
      const backdrop = isOpaque ? scene : sampleBehind(behind, x, y);
      mixPixel(framed, y * framed.width + x, { pixel, gain, behind: backdrop });
    }
  }
}

const scene = new Float32Array(4);

/** Samples the scene without the product: linear color, and the share by which it replaces the edit's. */
function sampleBehind({ bounds, color, share }: Surroundings, x: number, y: number): Float32Array {
  const column = ((x + 0.5 - bounds.left) / (bounds.right - bounds.left)) * share.width - 0.5;
  const row = ((y + 0.5 - bounds.top) / (bounds.bottom - bounds.top)) * share.height - 0.5;
  scene[3] = sampleField(share, column, row);
  if (scene[3] > 0) for (let c = 0; c < 3; c++) scene[c] = sampleField(color, column, row, c);
  return scene;
}

function mixPixel(
  { rgb }: Framed,
  at: number,
  { pixel, gain, behind }: { pixel: Float32Array; gain: Float32Array; behind: Float32Array },
): void {
  const alpha = pixel[3] as number;
  const filled = behind[3] as number;
  if (alpha <= 0 && filled <= 0) return;
  for (let c = 0; c < 3; c++) {
    const edited = linearOfByte[rgb[at * 3 + c] as number] as number;
    const backdrop = edited + filled * ((behind[c] as number) - edited);
    const lit = (pixel[c] as number) * clamp(gain[c] as number, leastGain, mostGain);
    const value = Math.min(alpha, lit) + (1 - alpha) * backdrop;
    const step = Math.round(clamp(value, 0, 1) * encodedOfLinearScale);
    rgb[at * 3 + c] = Math.round(encodedOfLinear[step] as number);
  }
}

/** Catmull–Rom interpolation (Keys 1981, a = −½), 0..1; transparent outside. Color stays within alpha. */
function readProduct(
  { width, height, color, alpha }: LinearProduct,
  x: number,
  y: number,
  out: Float32Array,
) {
  out.fill(0);
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (left < -2 || top < -2 || left > width || top > height) return;
  cubicWeights(x - left, weightsX);
  cubicWeights(y - top, weightsY);
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let j = 0; j < 4; j++) {
    const row = top + j - 1;
    if (row < 0 || row >= height) continue;
    for (let i = 0; i < 4; i++) {
      const column = left + i - 1;
      if (column < 0 || column >= width) continue;
      const at = row * width + column;
      const own = alpha[at] as number;
      if (own === 0) continue;
      const weight = (weightsY[j] as number) * (weightsX[i] as number);
      red += weight * (color[at * 3] as number);
      green += weight * (color[at * 3 + 1] as number);
      blue += weight * (color[at * 3 + 2] as number);
      opacity += weight * own;
    }
  }
  if (opacity <= 0) return;
  const whole = Math.min(1, opacity / 65_535);
  out[0] = clamp(red / 65_535, 0, whole);
  out[1] = clamp(green / 65_535, 0, whole);
  out[2] = clamp(blue / 65_535, 0, whole);
  out[3] = whole;
}

const weightsX = new Float32Array(4);
const weightsY = new Float32Array(4);

/** Weights of the four neighbors of a position that lies `t` after the second. */
function cubicWeights(t: number, out: Float32Array): void {
  const [t2, t3] = [t * t, t * t * t];
  out[0] = (-t3 + 2 * t2 - t) / 2;
  out[1] = (3 * t3 - 5 * t2 + 2) / 2;
  out[2] = (-3 * t3 + 4 * t2 + t) / 2;
  out[3] = (t3 - t2) / 2;
}
