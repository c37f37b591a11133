import type { Size } from "#lib/contract/photos/sizes.ts";
import type { Field } from "../pixels/field.ts";
import { clamp, smoothstep } from "../pixels/numbers.ts";
import { type Part, sampleField } from "../pixels/sampling.ts";
import type { Cast } from "./cast.ts";

// Where two surfaces of a scene meet, in cells of its depth map.

/** The plate as the frame shows it, in bytes of sRGB. */
export interface Guide extends Size {
  bytes: Uint8Array;
}

export interface EdgeMaps {
  cast: Cast;
  /** The lamps' share of the light. */
  keyShare: Field;
  guide: Guide;
  /** The frame's place in the plate. */
  part: Part;
}

/** A quad is a square between four cells' centers; its window has one more cell on each side. */
export const windowSide = 4;
export const windowCells = windowSide * windowSide;
/** Values of light of each cell: blocked from the lamps, blocked ambient, the lamps' share. */
export const lightValues = 3;

/** The window of a quad at which two surfaces meet. */
export interface Border {
  /** 1 for the cells of the nearer surface. */
  isNear: Float32Array;
  light: Float32Array;
  /** Means of `light` on the farther and on the nearer surface. */
  means: readonly [Float32Array, Float32Array];
  /** The color in the middle of both surfaces', and the way from one to the other divided by its square. */
  middle: Float32Array;
  axis: Float32Array;
  /** 1: the colors tell the surfaces apart … 0: they do not. */
  certainty: number;
  /** 1: the colors differ so much that a single pixel tells … 0: only several. */
  sharpness: number;
}

/** Ratio of the distances of neighboring cells from which they are on different surfaces. */
const otherSurface = 1.03;
/** Difference of the blocked light, on both sides of a border, from which the border is visible. */
const visible = 0.02;
/** Difference of two surfaces' colors (bytes) up to which they say nothing about a pixel, and from which they do. */
const contrast = [15, 40] as const;
/** Difference from which single pixels begin to tell the surfaces apart, and from which they do. */
const clearContrast = [25, 70] as const;
/** Mean square distance of the cells' colors from their surface's, up to which they are sure, and from which useless. */
const sureSpread = [0.04, 0.16] as const;
/** Weight of a cell that touches the other surface in its own surface's means. */
const besideWeight = 0.3;

/** The quads at which two surfaces with different light meet: by the index of their first cell, and the rows that have one. */
export function findBorders(maps: EdgeMaps): { of: Map<number, Border>; rows: Set<number> } {
  const { cast, part } = maps;
  const { width, height } = cast;
  const borders = { of: new Map<number, Border>(), rows: new Set<number>() };
  const bounded = (value: number, most: number) => clamp(Math.floor(value), 1, most);
  const left = bounded((part.left / part.width) * width - 1, width - 3);
  const right = bounded(((part.left + part.columns) / part.width) * width + 1, width - 3);
  const top = bounded((part.top / part.height) * height - 1, height - 3);
  const bottom = bounded(((part.top + heightOfFrame(maps)) / part.height) * height + 1, height - 3);
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      if (!isBorder(cast, x, y)) continue;
      borders.of.set(y * width + x, describeBorder(maps, x, y));
      borders.rows.add(y);
    }
  }
  return borders;
}

export function heightOfFrame({ guide, part }: EdgeMaps): number {
  return (guide.height * part.columns) / guide.width;
}

/** Whether the window of a quad has two surfaces, and blocked light that differs. Positional: runs for each quad. */
function isBorder({ data, nearness, width }: Cast, x: number, y: number): boolean {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (let py = y - 1; py <= y + 2; py++) {
    for (let px = x - 1, cell = py * width + px; px <= x + 2; px++, cell++) {
      const light = (data[cell * 2] as number) + (data[cell * 2 + 1] as number);
      if (light > most) most = light;
      if (light < least) least = light;
    }
  }
  return most - least >= visible && jumps(nearness, width, x, y);
}

/** Whether two neighboring cells of a window are on different surfaces: not only the ends of a slope. */
function jumps(nearness: Float32Array, width: number, x: number, y: number): boolean {
  for (let py = y - 1; py <= y + 2; py++) {
    for (let px = x - 1, cell = py * width + px; px <= x + 2; px++, cell++) {
      const near = nearness[cell] as number;
      if (px < x + 2 && differ(near, nearness[cell + 1] as number)) return true;
      if (py < y + 2 && differ(near, nearness[cell + width] as number)) return true;
    }
  }
  return false;
}

const differ = (a: number, b: number) => a > b * otherSurface || b > a * otherSurface;

function describeBorder(maps: EdgeMaps, x: number, y: number): Border {
  const { cast, keyShare } = maps;
  const { width, height, data, nearness } = cast;
  const isNear = new Float32Array(windowCells);
  const light = new Float32Array(windowCells * lightValues);
  const colors = new Float32Array(windowCells * 3);
  const split = splitOf(nearness, width, x, y);
  for (let i = 0; i < windowCells; i++) {
    const px = x - 1 + (i & 3);
    const py = y - 1 + (i >> 2);
    const cell = py * width + px;
    isNear[i] = (nearness[cell] as number) > split ? 1 : 0;
    light[i * lightValues] = data[cell * 2] as number;
    light[i * lightValues + 1] = data[cell * 2 + 1] as number;
    const keyX = ((px + 0.5) * keyShare.width) / width - 0.5;
    const keyY = ((py + 0.5) * keyShare.height) / height - 0.5;
    light[i * lightValues + 2] = sampleField(keyShare, keyX, keyY);
    colorOfCell(maps, px, py, colors.subarray(i * 3, i * 3 + 3));
  }
  return { isNear, light, means: meansOf(light, isNear), ...tellApart(colors, isNear) };
}

/** The nearness between that of a window's nearest and of its farthest cell. */
function splitOf(nearness: Float32Array, width: number, x: number, y: number): number {
  let nearest = 0;
  let farthest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < windowCells; i++) {
    const near = nearness[(y - 1 + (i >> 2)) * width + x - 1 + (i & 3)] as number;
    nearest = Math.max(nearest, near);
    farthest = Math.min(farthest, near);
  }
  return Math.sqrt(nearest * farthest);
}

/**
 * The means of three values per cell, on the farther and on the nearer surface. Cells beside the other surface count
 * little, as a part of them may belong to it.
 */
function meansOf(ofCells: Float32Array, isNear: Float32Array): Border["means"] {
  const means = [new Float32Array(3), new Float32Array(3)] as const;
  const weights = [0, 0];
  for (let i = 0; i < windowCells; i++) {
    const surface = isNear[i] === 1 ? 1 : 0;
    const weight = isBeside(isNear, i) ? besideWeight : 1;
    weights[surface] = (weights[surface] as number) + weight;
    for (let c = 0; c < 3; c++)
      means[surface][c] = (means[surface][c] as number) + weight * (ofCells[i * 3 + c] as number);
  }
  for (const surface of [0, 1] as const) {
    for (let c = 0; c < 3; c++) means[surface][c] = (means[surface][c] as number) / (weights[surface] || 1);
  }
  return means;
}

/** Whether a cell of a window touches one of the other surface. */
function isBeside(isNear: Float32Array, i: number): boolean {
  const one = isNear[i];
  const column = i & 3;
  return (
    (column > 0 && isNear[i - 1] !== one) ||
    (column < 3 && isNear[i + 1] !== one) ||
    (i >= windowSide && isNear[i - windowSide] !== one) ||
    (i < windowCells - windowSide && isNear[i + windowSide] !== one)
  );
}

/** How the colors of a window tell its surfaces apart: along the line between their means. */
function tellApart(
  colors: Float32Array,
  isNear: Float32Array,
): Pick<Border, "middle" | "axis" | "certainty" | "sharpness"> {
  const [far, near] = meansOf(colors, isNear);
  const middle = far.map((value, c) => (value + (near[c] as number)) / 2);
  const way = far.map((value, c) => (near[c] as number) - value);
  const square = way.reduce((sum, value) => sum + value * value, 0);
  const differing = smoothstep(...contrast, Math.sqrt(square));
  if (differing === 0) return { middle, axis: new Float32Array(3), certainty: 0, sharpness: 1 };
  const axis = way.map((value) => value / square);
  let spread = 0;
  let weights = 0;
  for (let i = 0; i < windowCells; i++) {
    const weight = isBeside(isNear, i) ? besideWeight : 1;
    let along = 0.5;
    for (let c = 0; c < 3; c++)
      along += ((colors[i * 3 + c] as number) - (middle[c] as number)) * (axis[c] as number);
    spread += weight * (along - (isNear[i] as number)) ** 2;
    weights += weight;
  }
  const sharpness = smoothstep(...clearContrast, Math.sqrt(square));
  return {
    middle,
    axis,
    certainty: differing * (1 - smoothstep(...sureSpread, spread / weights)),
    sharpness,
  };
}

/** The mean color of the pixels under a cell, from nine of them. */
function colorOfCell({ cast, guide, part }: EdgeMaps, px: number, py: number, color: Float32Array): void {
  const perPixel = guide.width / part.columns;
  const cell = part.width / cast.width;
  for (let i = 0; i < 9; i++) {
    const x = ((px + ((i % 3) + 0.5) / 3) * cell - part.left) * perPixel;
    const y = ((py + (Math.floor(i / 3) + 0.5) / 3) * cell - part.top) * perPixel;
    const column = clamp(Math.floor(x), 0, guide.width - 1);
    const at = (clamp(Math.floor(y), 0, guide.height - 1) * guide.width + column) * 3;
    for (let c = 0; c < 3; c++) color[c] = (color[c] as number) + (guide.bytes[at + c] as number) / 9;
  }
}
