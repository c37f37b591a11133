import { linearLight, toOklab } from "#lib/imaging/pixels/color.ts";
import { findComponents } from "#lib/imaging/pixels/components.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { createField, type Field } from "#lib/imaging/pixels/field.ts";
import {
  comparedSide,
  detailDeviation,
  leastPatch,
  leastStructure,
  leastStructureOfDetail,
  mostColorShift,
  mostLightnessShift,
  noiseDeviation,
} from "./bounds.ts";
import { fitLight, lightAt, type SmoothLight } from "./light.ts";
import { blurMasked, erode } from "./masked.ts";
import { type EditedPicture, viewProduct } from "./pictures.ts";
import { insideOf, readForGrid } from "./refine.ts";
import { type Similarity, scaleOf } from "./similarity.ts";
import { pixelMap, warpToGrid } from "./warp.ts";

/** How the product in an edited picture differs from its own pixels. */
export interface Judgment {
  /** Visibly changed share of the product, including the part that the frame cuts off: 0..1. */
  changed: number;
  /** Share of the product outside of the edited picture. */
  unseen: number;
  light: SmoothLight;
}

/** Pixels along the outline in which an edit mixes product and background. */
const mixed = 3;
/** Standard deviations of the Gaussian windows, in pixels of the grid. */
const windowOf = { structure: 3, color: 4, lightness: 7 };

/** Compares the product with the edited picture at the pose found in it. */
export async function judgeProduct(
  product: ProductCutOut,
  edited: EditedPicture,
  pose: Similarity,
): Promise<Judgment> {
  const { box } = product;
  const shown = Math.ceil(scaleOf(pose) * Math.max(box.width, box.height));
  const view = await viewProduct(product, Math.max(16, Math.min(comparedSide, shown)));
  const grid = { width: view.width, height: view.height };
  const { size, rgb } = await readForGrid(edited, pose, grid, box);
  const map = pixelMap(pose, { box, grid, edited, picture: size });
  const { plane, seen } = warpToGrid(linearLight(rgb, size), map, grid);
  const whole = insideOf(view.alpha);
  const inner = erode(whole, mixed);
  const mask = createField(grid.width, grid.height, 1);
  let [total, visible] = [0, 0];
  for (let i = 0; i < mask.data.length; i++) {
    total += inner.data[i] as number;
    mask.data[i] = (inner.data[i] as number) * (seen.data[i] as number);
    visible += mask.data[i] as number;
  }
  const own = linearLight(view.rgb, grid);
  const light = fitLight(blurMasked(own, mask, 2), blurMasked(plane, mask, 2), mask);
  const changes = findChanges(relit(own, light), plane, mask);
  const patched = countPatches(changes, Math.max(8, leastPatch * total));
  const unseen = total === 0 ? 1 : 1 - visible / total;
  return { changed: total === 0 ? 1 : (patched + total - visible) / total, unseen, light };
}

function relit(own: Field, light: SmoothLight): Field {
  const result = createField(own.width, own.height, 3);
  const gain = new Float32Array(3);
  for (let y = 0; y < own.height; y++) {
    for (let x = 0; x < own.width; x++) {
      lightAt(light, ((x + 0.5) / own.width) * 2 - 1, ((y + 0.5) / own.height) * 2 - 1, gain);
      const i = (y * own.width + x) * 3;
      for (let c = 0; c < 3; c++) {
        result.data[i + c] = Math.min(1, (own.data[i + c] as number) * (gain[c] as number));
      }
    }
  }
  return result;
}

/** Marks (1) where structure, color or lightness differ beyond their bounds. Both pictures are linear light. */
function findChanges(own: Field, edited: Field, mask: Field): Field {
  const one = toOklab(own);
  const two = toOklab(edited);
  const structure = structureOf(lightness(one), lightness(two), mask);
  const color = [blurMasked(one, mask, windowOf.color), blurMasked(two, mask, windowOf.color)] as const;
  const level = [
    blurMasked(lightness(one), mask, windowOf.lightness),
    blurMasked(lightness(two), mask, windowOf.lightness),
  ] as const;
  const changes = createField(mask.width, mask.height, 1);
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i] === 0) continue;
    const difference = (channel: number) =>
      (color[1].data[i * 3 + channel] as number) - (color[0].data[i * 3 + channel] as number);
    const isChanged =
      (structure.data[i] as number) < 0 ||
      Math.hypot(difference(1), difference(2)) > mostColorShift ||
      Math.abs((level[1].data[i] as number) - (level[0].data[i] as number)) > mostLightnessShift;
    changes.data[i] = isChanged ? 1 : 0;
  }
  return changes;
}

function lightness(lab: Field): Field {
  const plane = createField(lab.width, lab.height, 1);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = lab.data[i * 3] as number;
  return plane;
}

/**
 * Contrast and structure of each window, the second factor of SSIM (Wang et al. 2004), minus the bound for that
 * window. Negative where the window was changed.
 */
function structureOf(own: Field, edited: Field, mask: Field): Field {
  const one = blurMasked(own, mask, 0.8);
  const two = blurMasked(edited, mask, 0.8);
  const { width, height } = mask;
  const moments = createField(width, height, 5);
  for (let i = 0; i < mask.data.length; i++) {
    const [a, b] = [one.data[i] as number, two.data[i] as number];
    moments.data.set([a, b, a * a, b * b, a * b], i * 5);
  }
  const { data } = blurMasked(moments, mask, windowOf.structure);
  const result = createField(width, height, 1);
  for (let i = 0; i < mask.data.length; i++) {
    const at = (channel: number) => data[i * 5 + channel] as number;
    const varianceOwn = Math.max(0, at(2) - at(0) * at(0));
    const varianceEdited = Math.max(0, at(3) - at(1) * at(1));
    const covariance = at(4) - at(0) * at(1);
    const noise = noiseDeviation * noiseDeviation;
    const similarity = (2 * covariance + noise) / (varianceOwn + varianceEdited + noise);
    const isDetail = varianceOwn > detailDeviation * detailDeviation;
    result.data[i] = similarity - (isDetail ? leastStructureOfDetail : leastStructure);
  }
  return result;
}

/** The number of marked pixels, without connected patches of fewer than `leastPixels`. */
function countPatches({ data: alpha, width, height }: Field, leastPixels: number): number {
  const { areas } = findComponents({ alpha, width, height }, { from: 1 });
  return areas.reduce((sum, area) => (area >= leastPixels ? sum + area : sum), 0);
}
