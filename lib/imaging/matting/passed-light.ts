import type { Size } from "#lib/contract/photos/sizes.ts";
import { linearOfByte } from "#lib/imaging/pixels/color.ts";
import type { GroundBeside, ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";

/** A product's box in cells: its color, and that relative to the ground behind it. */
export interface PassedLight extends Size {
  /** Pixels of the cut-out per cell, along a side. */
  cell: number;
  /** Mean alpha, 0..1. */
  alpha: Float32Array;
  /** Mean linear color, × 3, of the pixels that are opaque. */
  colors: Float32Array;
  /** The color divided by the ground's, × 3: 1 is clear glass without reflections. */
  shares: Float32Array;
}

/** At most so many pixels of a cell are read, along a side. */
const samples = 4;
/** Least light of the ground (linear) against which a share is measured. */
const darkest = 0.004;
/** Least alpha (0..255) of pixels whose color is the product's alone. */
const opaque = 250;

/** Compares a product with its ground, in so many cells along the longer side of its box. */
export function comparePassedLight(cutOut: ProductCutOut, cellsAcross: number): PassedLight {
  const { rgba, width: stride, box } = cutOut;
  const cell = Math.max(1, Math.ceil(Math.max(box.width, box.height) / cellsAcross));
  const step = Math.max(1, Math.floor(cell / samples));
  const [width, height] = [Math.ceil(box.width / cell), Math.ceil(box.height / cell)];
  const alpha = new Float32Array(width * height);
  const colors = new Float32Array(width * height * 3);
  const shares = new Float32Array(width * height * 3);
  const ground = groundBehind(cutOut);
  const behind = new Float32Array(3);
  const sum = new Float64Array(3);
  for (let y = 0, i = 0; y < height; y++) {
    const top = box.top + y * cell;
    const bottom = Math.min(box.top + box.height, top + cell);
    const row = ground(top + cell / 2);
    for (let x = 0; x < width; x++, i++) {
      const left = box.left + x * cell;
      const right = Math.min(box.left + box.width, left + cell);
      sum.fill(0);
      let count = 0;
      let cover = 0;
      let all = 0;
      for (let v = top; v < bottom; v += step) {
        for (let at = (v * stride + left) * 4, u = left; u < right; u += step, at += 4 * step) {
          all++;
          cover += rgba[at + 3] as number;
          if ((rgba[at + 3] as number) < opaque) continue;
          count++;
          for (let c = 0; c < 3; c++)
            sum[c] = (sum[c] as number) + (linearOfByte[rgba[at + c] as number] as number);
        }
      }
      alpha[i] = cover / (255 * all);
      if (count === 0) continue;
      row(left + cell / 2, behind);
      for (let c = 0; c < 3; c++) {
        colors[i * 3 + c] = (sum[c] as number) / count;
        shares[i * 3 + c] = (colors[i * 3 + c] as number) / Math.max(darkest, behind[c] as number);
      }
    }
  }
  return { width, height, cell, alpha, colors, shares };
}

/** Writes the linear color of the ground behind a column of a row. */
type GroundRow = (x: number, out: Float32Array) => void;

/** The ground behind the product, from one side to the other; white when its picture had none. */
export function groundBehind({ around, box, ...size }: ProductCutOut): (y: number) => GroundRow {
  const beside = around?.beside;
  if (!beside) return () => (_, out) => out.fill(1);
  const { width } = box;
  return (y) => {
    const [left, right] = sidesAt(beside, y / size.height);
    return (x, out) => {
      const share = clamp((x - box.left) / width, 0, 1);
      for (let c = 0; c < 3; c++) {
        const one = left[c] as number;
        out[c] = one + ((right[c] as number) - one) * share;
      }
    };
  };
}

function sidesAt({ top, bottom, colors }: GroundBeside, y: number): [Float32Array, Float32Array] {
  const rows = colors.length / 6;
  const at = clamp(((y - top) / (bottom - top)) * rows - 0.5, 0, rows - 1);
  const upper = Math.floor(at);
  const lower = Math.min(rows - 1, upper + 1);
  const mix = (side: number) =>
    Float32Array.from([0, 1, 2], (c) => {
      const one = linearOfByte[colors[upper * 6 + side + c] as number] as number;
      const other = linearOfByte[colors[lower * 6 + side + c] as number] as number;
      return one + (other - one) * (at - upper);
    });
  return [mix(0), mix(3)];
}
