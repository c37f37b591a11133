import type { Size } from "#lib/contract/photos/sizes.ts";
import { toOklab } from "#lib/imaging/pixels/color.ts";
import { distanceFrom } from "#lib/imaging/pixels/distance.ts";
import { createField, type Field } from "#lib/imaging/pixels/field.ts";
import { createWeightedPixels, spreadKnown } from "#lib/imaging/pixels/pull-push.ts";
import { erode } from "./masked.ts";

/** Share of the product's height, at its bottom, beside which shadows and reflections lie, not only under it. */
const foot = 0.12;
/** Half the width, in pixels, up to which a mark is a line. */
const thin = 3;
/** Alpha up to which a pixel of the cut-out is haze that would not be visible. */
const faint = 0.15;
/** Distance in OKLab from the scene from which a remainder would be visible. */
const visibleContrast = 0.07;
/** Distance in OKLab within which a pixel outside continues the surface inside. */
const sameSurface = 0.08;
/** Pixels around the outline that are always repainted, because an edit's own edge is soft too. */
export const rim = 2;

/**
 * Marks (1) where an edit shows its product outside of the outline, up to `reach` pixels away. `scene` is the scene
 * without it; `distance` counts steps from the product. Light is linear, × 3.
 */
export function findRemains(
  { width, height, edited, alpha }: Size & { edited: Field; alpha: Field },
  scene: Field,
  { distance, reach }: { distance: Uint16Array; reach: number },
): Uint8Array {
  const opaque = createField(width, height, 1);
  for (let i = 0; i < opaque.data.length; i++) opaque.data[i] = (alpha.data[i] as number) > 0.95 ? 1 : 0;
  const inner = erode(opaque, rim);
  // The edit's colors along the inside of the outline: of the product, or of an addition to it.
  const painted = spreadWhere(edited, (i) => inner.data[i] === 1);
  const [own, there, behind] = [toOklab(painted), toOklab(edited), toOklab(scene)];
  const difference = (one: Field, two: Field, i: number) =>
    Math.hypot(
      (one.data[i * 3] as number) - (two.data[i * 3] as number),
      (one.data[i * 3 + 1] as number) - (two.data[i * 3 + 1] as number),
      (one.data[i * 3 + 2] as number) - (two.data[i * 3 + 2] as number),
    );
  const lowest = lowestRows(alpha);
  const isLike = (i: number) =>
    Math.floor(i / width) <= (lowest[i % width] as number) &&
    difference(own, behind, i) > visibleContrast &&
    difference(there, behind, i) > visibleContrast &&
    difference(there, own, i) < Math.min(sameSurface, 0.5 * difference(there, behind, i));
  const marks = new Uint8Array(width * height);
  let front: number[] = [];
  for (let i = 0; i < marks.length; i++) if ((distance[i] as number) <= rim) front.push(i);
  while (front.length > 0) {
    const next: number[] = [];
    for (const at of front) {
      for (const neighbor of [at - 1, at + 1, at - width, at + width]) {
        if (neighbor < 0 || neighbor >= marks.length || marks[neighbor] === 1) continue;
        const away = distance[neighbor] as number;
        if (away <= rim || away > reach || !isLike(neighbor)) continue;
        marks[neighbor] = 1;
        next.push(neighbor);
      }
    }
    front = next;
  }
  return withoutLines(marks, { width, height, distance });
}

/** Drops thin marks that stick out of the product: they are lines of the scene behind it. */
function withoutLines(
  marks: Uint8Array,
  { width, height, distance }: { width: number; height: number; distance: Uint16Array },
): Uint8Array {
  const joined = createField(width, height, 1);
  for (let i = 0; i < marks.length; i++) {
    joined.data[i] = marks[i] === 1 || (distance[i] as number) <= rim ? 1 : 0;
  }
  // A morphological opening: drops everything that a square of this size does not fit into.
  const opened = stepsFrom(erode(joined, thin), thin);
  return marks.map((mark, i) => ((opened[i] as number) <= thin ? mark : 0));
}

/** Per column, the row down to which remains are searched: the product's lowest, or its foot's top if lower. */
function lowestRows({ width, height, data }: Field): Int32Array {
  const lowest = new Int32Array(width).fill(-1);
  let [top, bottom] = [height, 0];
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      if ((data[y * width + x] as number) <= 0.5) continue;
      lowest[x] = y;
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  const footTop = bottom - foot * (bottom - top);
  return lowest.map((row) => Math.max(row, footTop));
}

/** Keeps the known pixels and fills the others from them. */
export function spreadWhere(light: Field, isKnown: (index: number) => boolean): Field {
  const spread = createWeightedPixels(light.width, light.height, 3);
  for (let i = 0; i < spread.weights.length; i++) {
    if (!isKnown(i)) continue;
    spread.weights[i] = 1;
    for (let c = i * 3; c < i * 3 + 3; c++) spread.values[c] = light.data[c] as number;
  }
  spreadKnown(spread);
  return { width: light.width, height: light.height, channels: 3, data: spread.values };
}

/** Steps (8-connected) from the nearest pixel that is more than faint; `limit` + 1 beyond the limit. */
export function stepsFrom({ width, height, data }: Field, limit: number): Uint16Array {
  const isSeen = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) isSeen[i] = (data[i] as number) > faint ? 1 : 0;
  const steps = distanceFrom(isSeen, { width, height }, { straight: 1, diagonal: 1 });
  const bounded = new Uint16Array(data.length);
  for (let i = 0; i < bounded.length; i++) bounded[i] = Math.min(steps[i] as number, limit + 1);
  return bounded;
}
