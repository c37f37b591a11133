import { comparePassedLight, groundBehind, type PassedLight } from "#lib/imaging/matting/passed-light.ts";
import { boxSum } from "#lib/imaging/pixels/box-sum.ts";
import { encodedOfLinear, encodedOfLinearScale, linearOfByte } from "#lib/imaging/pixels/color.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { createField, type Field } from "#lib/imaging/pixels/field.ts";
import { clamp, smoothstep } from "#lib/imaging/pixels/numbers.ts";
import { sampleField } from "#lib/imaging/pixels/sampling.ts";
import { canReadText } from "#lib/imaging/text/models.ts";
import { findCapEnd } from "./caps.ts";
import { markLabels } from "./labels.ts";

/** What a glass product shows, as pixels of its cut-out with the same alpha. */
export interface SplitGlass {
  /** Its own light: highlights, and all of its opaque parts. */
  own: Uint8Array;
  /** The share of the light behind it that passes, linear, coded like a color. */
  passing: Uint8Array;
}

/** Cells along the product's longer side in which opaque parts and highlights are looked for. */
const cellsAcross = 320;
/** Reach, in shares of the product's shorter side, of the glass around a highlight. */
const around = 0.07;
/** Factor above the glass around it from which light is a highlight; shares of the ground's light at which it is one. */
const over = 1.2;
const highlight = { from: 0.8, to: 1.2 } as const;

/** The last splits: a preview whose product is moved needs the same one. */
const splits = new WeakMap<Uint8Array, Promise<SplitGlass>>();

/** Whether products of glass can be split: labels are found by their text, which needs memory to be read. */
export const canSplitGlass = canReadText;

/**
 * Splits a glass product's colors into its own light and the ground's: I = S + T·B, with the ground B as it is beside
 * the product.
 */
export async function splitGlass(cutOut: ProductCutOut): Promise<SplitGlass> {
  const known = splits.get(cutOut.rgba);
  if (known) return await known;
  const made = split(cutOut);
  splits.set(cutOut.rgba, made);
  return await made;
}

async function split(cutOut: ProductCutOut): Promise<SplitGlass> {
  const { rgba, width: stride, box } = cutOut;
  const cells = comparePassedLight(cutOut, cellsAcross);
  const opaque = await findOpaque(cutOut, cells);
  const plain = plainGlass(cells);
  const own = new Uint8Array(rgba);
  const passing = new Uint8Array(rgba.length);
  const ground = groundBehind(cutOut);
  const behind = new Float32Array(3);
  const wall = new Float32Array(3);
  const upper = ground(box.top);
  for (let y = box.top; y < box.top + box.height; y++) {
    const row = ground(y);
    for (let x = box.left; x < box.left + box.width; x++) {
      const at = (y * stride + x) * 4;
      passing[at + 3] = rgba[at + 3] as number;
      if (rgba[at + 3] === 0) continue;
      const [u, v] = [(x - box.left + 0.5) / cells.cell - 0.5, (y - box.top + 0.5) / cells.cell - 0.5];
      const glass = 1 - smoothstep(0.3, 0.7, sampleField(opaque, u, v));
      if (glass === 0) continue;
      row(x, behind);
      upper(x, wall);
      let level = 0;
      for (let c = 0; c < 3; c++) {
        const light = linearOfByte[rgba[at + c] as number] as number;
        const here = Math.max(0.004, behind[c] as number);
        // Brighter than the table behind it: it bends light of the wall above.
        const bent = Math.max(0, (wall[c] as number) - here) * smoothstep(1, 1.5, light / here);
        behind[c] = here + bent;
        level += light / (here + bent) / 3;
      }
      const shine = smoothstep(highlight.from, highlight.to, level);
      for (let c = 0; c < 3; c++) {
        const light = linearOfByte[rgba[at + c] as number] as number;
        const ownLight = Math.max(0, light - over * sampleField(plain, u, v, c)) * shine;
        const most = behind[c] as number;
        const share = glass * clamp((light - ownLight) / most, 0, 1);
        passing[at + c] = encode(share);
        own[at + c] = encode(light - share * most);
      }
    }
  }
  return { own, passing };
}

const encode = (light: number) =>
  Math.round(encodedOfLinear[Math.round(clamp(light, 0, 1) * encodedOfLinearScale)] as number);

/** 1 in cells through which nothing is seen: labels, and all above the end of the cap. */
async function findOpaque(cutOut: ProductCutOut, cells: PassedLight): Promise<Field> {
  const labels = await markLabels(cutOut, cells);
  const capEnd = findCapEnd(cells, labels);
  const { width, height } = cells;
  const data = Float32Array.from(labels, (label, cell) => (cell < capEnd * width ? 1 : label));
  return { width, height, channels: 1, data };
}

/** The mean color of the glass around each cell, without what is much brighter. */
function plainGlass({ width, height, alpha, colors }: PassedLight): Field {
  const reach = Math.max(2, Math.round(around * Math.min(width, height)));
  const meanOf = (weights: Float32Array, c: number) => {
    const sums = weights.map((weight, i) => weight * (colors[i * 3 + c] as number));
    const counts = weights.slice();
    for (const plane of [sums, counts]) boxSum(plane, { width, height }, { columns: reach, rows: reach });
    return sums.map((sum, i) => sum / Math.max(1e-3, counts[i] as number));
  };
  const solid = alpha.map((value) => (value > 0.9 ? 1 : 0));
  const field = createField(width, height, 3);
  for (const c of [0, 1, 2]) {
    const mean = meanOf(solid, c);
    const plain = solid.map((weight, i) =>
      (colors[i * 3 + c] as number) > 1.2 * (mean[i] as number) ? 0 : weight,
    );
    meanOf(plain, c).forEach((value, i) => {
      field.data[i * 3 + c] = value;
    });
  }
  return field;
}
