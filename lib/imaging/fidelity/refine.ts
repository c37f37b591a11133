import type { Size } from "#lib/contract/photos/sizes.ts";
import { lumaOf } from "#lib/imaging/pixels/color.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { createField, type Field } from "#lib/imaging/pixels/field.ts";
import { percentile, solveSymmetric } from "#lib/imaging/pixels/numbers.ts";
import { normalizeLocally } from "./gradients.ts";
import { type EditedPicture, type ProductView, viewProduct } from "./pictures.ts";
import { compose, invert, type Similarity, scaleOf } from "./similarity.ts";
import { pixelMap, type Scaling, warpToGrid } from "./warp.ts";

/** A placement, and the correlation (−1..1) of the product's pixels with the picture's there. */
export interface RefinedPose {
  pose: Similarity;
  agreement: number;
}

/** Longest side of the product's grid at each level, and the number of steps there. */
const levels = [
  { side: 112, steps: 12 },
  { side: 224, steps: 8 },
  { side: 448, steps: 4 },
] as const;
/** Share of the grid's longer side over which light is treated as uniform. */
const evenLight = 0.025;
/** Largest change of scale (natural logarithm) that a refinement may make. */
const farthestGrowth = 0.12;
/** Least alpha of a pixel that shows only the product. */
const opaque = 0.95;

/**
 * Moves, scales and rotates a placement until the product's pixels fit best: Gauss–Newton with the template's
 * derivatives (Baker & Matthews, "Lucas–Kanade 20 years on", 2004) on planes without local brightness and contrast,
 * which makes it invariant to light like the criterion of Evangelidis & Psarakis (2008). Pixels that fit badly lose
 * weight (Tukey's biweight), so that an altered part does not pull.
 */
export async function refinePose(
  product: ProductCutOut,
  edited: EditedPicture,
  start: Similarity,
): Promise<RefinedPose> {
  let result: RefinedPose = { pose: start, agreement: 0 };
  let lastSide = 0;
  for (const { side, steps } of levels) {
    const shown = scaleOf(result.pose) * Math.max(product.box.width, product.box.height);
    const view = await viewProduct(product, Math.max(16, Math.min(side, Math.ceil(shown))));
    const longer = Math.max(view.width, view.height);
    if (longer <= lastSide) break;
    lastSide = longer;
    const picture = await readForGrid(edited, result.pose, view, product.box);
    const refined = descend({ start: result.pose, steps, view, box: product.box, edited, ...picture });
    // A large change of scale means that the refinement slid onto something else: the previous result is kept.
    if (Math.abs(Math.log(scaleOf(refined.pose) / scaleOf(start))) > farthestGrowth) break;
    result = refined;
  }
  return result;
}

/** Reads the edited picture at the size at which its product is about as large as the grid. */
export async function readForGrid(edited: EditedPicture, pose: Similarity, grid: Size, box: Size) {
  const ratio = Math.min(1, grid.width / (box.width * scaleOf(pose)));
  const size = {
    width: Math.max(8, Math.round(edited.width * ratio)),
    height: Math.max(8, Math.round(edited.height * ratio)),
  };
  return { size, rgb: await edited.read(size) };
}

interface Descent {
  start: Similarity;
  steps: number;
  view: ProductView;
  box: Size;
  edited: Size;
  size: Size;
  rgb: Uint8Array;
}

function descend({ start, steps, view, box, edited, size, rgb }: Descent): RefinedPose {
  const grid: Size = { width: view.width, height: view.height };
  const scaling: Scaling = { box: { width: box.width, height: box.height }, grid, edited, picture: size };
  const sigma = Math.max(3, evenLight * Math.max(grid.width, grid.height));
  const source = lumaOf(rgb, size);
  const own = lumaOf(view.rgb, view);
  const mask = insideOf(view.alpha);
  const template = normalizeLocally(own, mask, sigma);
  const jacobian = templateDerivatives(template, mask, scaling.box);
  let pose = start;
  let best: RefinedPose = { pose, agreement: -1 };
  for (let step = 0; step <= steps; step++) {
    const { plane, seen } = warpToGrid(source, pixelMap(pose, scaling), grid);
    for (let i = 0; i < seen.data.length; i++) {
      seen.data[i] = (seen.data[i] as number) * (mask.data[i] as number);
    }
    const current = normalizeLocally(plane, seen, sigma);
    const agreement = correlate(template, current);
    if (agreement > best.agreement) best = { pose, agreement };
    if (step === steps) break;
    const change = solveStep(template, current, { jacobian, seen });
    if (change === null) break;
    const half = Math.max(box.width, box.height) / 2;
    pose = compose(pose, invert({ ...change, x: change.x * half, y: change.y * half }));
    const moved = Math.hypot(change.x, change.y) + Math.hypot(change.a - 1, change.b);
    if ((moved * Math.max(grid.width, grid.height)) / 2 < 0.01) break;
  }
  return best;
}

/** 1 where a pixel and its four neighbors are opaque, else 0. */
export function insideOf(alpha: Field): Field {
  const { width, height, data } = alpha;
  const inside = createField(width, height, 1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const isInside =
        (data[at] as number) >= opaque &&
        (x === 0 || (data[at - 1] as number) >= opaque) &&
        (x === width - 1 || (data[at + 1] as number) >= opaque) &&
        (y === 0 || (data[at - width] as number) >= opaque) &&
        (y === height - 1 || (data[at + width] as number) >= opaque);
      inside.data[at] = isInside ? 1 : 0;
    }
  }
  return inside;
}

/** Per pixel, the template's derivatives by scale, rotation (both relative to the product's half side) and shift. */
function templateDerivatives(template: Field, mask: Field, box: Size): Float32Array {
  const { width, height, data } = template;
  const jacobian = new Float32Array(width * height * 4);
  const [stepX, stepY] = [box.width / width, box.height / height];
  const half = Math.max(box.width, box.height) / 2;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const neighbors =
        (mask.data[at - 1] as number) *
        (mask.data[at + 1] as number) *
        (mask.data[at - width] as number) *
        (mask.data[at + width] as number);
      if (neighbors === 0) continue;
      const gx = ((data[at + 1] as number) - (data[at - 1] as number)) / (2 * stepX);
      const gy = ((data[at + width] as number) - (data[at - width] as number)) / (2 * stepY);
      const px = ((x + 0.5) * stepX - box.width / 2) / half;
      const py = ((y + 0.5) * stepY - box.height / 2) / half;
      const j = at * 4;
      // Shifts are in half sides as well, so that the four columns have the same magnitude.
      jacobian[j] = (gx * px + gy * py) * half;
      jacobian[j + 1] = (gy * px - gx * py) * half;
      jacobian[j + 2] = gx * half;
      jacobian[j + 3] = gy * half;
    }
  }
  return jacobian;
}

function correlate(one: Field, two: Field): number {
  let [product, first, second] = [0, 0, 0];
  for (let i = 0; i < one.data.length; i++) {
    const [a, b] = [one.data[i] as number, two.data[i] as number];
    product += a * b;
    first += a * a;
    second += b * b;
  }
  return product / Math.sqrt(Math.max(1e-9, first * second));
}

/** Returns the change of placement that fits best, its shift in half sides; null when the system is singular. */
function solveStep(
  template: Field,
  current: Field,
  { jacobian, seen }: { jacobian: Float32Array; seen: Field },
): Similarity | null {
  const limit = 4.685 * Math.max(0.15, deviation(template, current, seen));
  const normal = new Float64Array(16);
  const right = new Float64Array(4);
  for (let i = 0, j = 0; i < template.data.length; i++, j += 4) {
    if (seen.data[i] === 0) continue;
    const error = (current.data[i] as number) - (template.data[i] as number);
    const share = error / limit;
    if (share >= 1 || share <= -1) continue;
    const weight = (1 - share * share) ** 2;
    for (let row = 0; row < 4; row++) {
      const value = weight * (jacobian[j + row] as number);
      if (value === 0) continue;
      right[row] = (right[row] as number) + value * error;
      for (let column = row; column < 4; column++) {
        normal[row * 4 + column] =
          (normal[row * 4 + column] as number) + value * (jacobian[j + column] as number);
      }
    }
  }
  const solution = solveSymmetric(normal, right);
  if (solution === null) return null;
  const [grow = 0, turn = 0, x = 0, y = 0] = solution;
  return { a: 1 + grow, b: turn, x, y };
}

/** Robust standard deviation of the difference: 1.4826 × the median of its absolute values. */
function deviation(template: Field, current: Field, seen: Field): number {
  const stride = Math.max(1, Math.floor(template.data.length / 6_000));
  const errors = new Float32Array(Math.ceil(template.data.length / stride));
  let count = 0;
  for (let i = 0; i < template.data.length; i += stride) {
    if (seen.data[i] === 0) continue;
    errors[count] = Math.abs((current.data[i] as number) - (template.data[i] as number));
    count += 1;
  }
  return 1.4826 * percentile(errors.subarray(0, count), 0.5);
}
