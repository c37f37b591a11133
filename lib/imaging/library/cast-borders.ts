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
export class Border {
  /** 1 for the cells of the nearer surface. */
  readonly isNear = new Float32Array(windowCells);
  readonly light = new Float32Array(windowCells * lightValues);
  /** Means of `light` on the farther and on the nearer surface. */
  readonly means = [new Float32Array(3), new Float32Array(3)] as const;
  /** The color in the middle of both surfaces', and the way from one to the other divided by its square. */
  readonly middle = new Float32Array(3);
  readonly axis = new Float32Array(3);
  /** 1: the colors tell the surfaces apart … 0: they do not. */
  certainty = 0;
  /** 1: the colors differ so much that a single pixel tells … 0: only several. */
  sharpness = 1;
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

/**
 * Returns a function that finds the quads of a row at which two surfaces with different light meet: by the column of
 * their first cell, or null if there are none. They are valid until the next call.
 */
export function findBorders(maps: EdgeMaps): (y: number) => readonly (Border | undefined)[] | null {
  const { cast, part } = maps;
  const { width, height } = cast;
  const bounded = (value: number, most: number) => clamp(Math.floor(value), 1, most);
  const left = bounded((part.left / part.width) * width - 1, width - 3);
  const right = bounded(((part.left + part.columns) / part.width) * width + 1, width - 3);
  const top = bounded((part.top / part.height) * height - 1, height - 3);
  const bottom = bounded(((part.top + heightOfFrame(maps)) / part.height) * height + 1, height - 3);
  const looks = new Float32Array(windowSide * width * lookValues);
  // Made once and used again in each row: a photo has thousands.
  const spare: Border[] = [];
  return (y) => {
    if (y < top || y > bottom) return null;
    const borders: (Border | undefined)[] = [];
    let count = 0;
    for (let x = left; x <= right; x++) {
      if (!isBorder(cast, x, y)) continue;
      const border = spare[count] ?? new Border();
      spare[count++] = border;
      describeBorder(border, maps, looks, x, y);
      borders[x] = border;
    }
    return count === 0 ? null : borders;
  };
}

/**
 * Values of what the maps show at a cell, kept for the rows of a window because most cells belong to several windows: 1
 * + the row for which they are known, the lamps' share, the color.
 */
const lookValues = 5;

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

/** Colors and weights of the cells of one window, and the means of its colors; used again for each. */
const colors = new Float32Array(windowCells * 3);
const weights = new Float64Array(windowCells);
const meanColors = [new Float32Array(3), new Float32Array(3)] as const;

/** Positional parameters: runs for each border. */
function describeBorder(border: Border, maps: EdgeMaps, looks: Float32Array, x: number, y: number): void {
  const { width, data, nearness } = maps.cast;
  const { isNear, light, means } = border;
  const split = splitOf(nearness, width, x, y);
  for (let i = 0; i < windowCells; i++) {
    const px = x - 1 + (i & 3);
    const py = y - 1 + (i >> 2);
    const cell = py * width + px;
    const look = ((py % windowSide) * width + px) * lookValues;
    if (looks[look] !== 1 + py) lookAt(looks, look, maps, px, py);
    isNear[i] = (nearness[cell] as number) > split ? 1 : 0;
    light[i * lightValues] = data[cell * 2] as number;
    light[i * lightValues + 1] = data[cell * 2 + 1] as number;
    light[i * lightValues + 2] = looks[look + 1] as number;
    for (let c = 0; c < 3; c++) colors[i * 3 + c] = looks[look + 2 + c] as number;
  }
  // Cells beside the other surface count little, as a part of them may belong to it.
  for (let i = 0; i < windowCells; i++) weights[i] = isBeside(isNear, i) ? besideWeight : 1;
  findMeans(means, light, isNear);
  findMeans(meanColors, colors, isNear);
  tellApart(border);
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

/** The means of three values per cell, on the farther and on the nearer surface. */
function findMeans(means: Border["means"], ofCells: Float32Array, isNear: Float32Array): void {
  for (const surface of [0, 1] as const) {
    const mean = means[surface].fill(0);
    let all = 0;
    for (let i = 0; i < windowCells; i++) {
      if (isNear[i] !== surface) continue;
      const weight = weights[i] as number;
      all += weight;
      for (let c = 0; c < 3; c++) mean[c] = (mean[c] as number) + weight * (ofCells[i * 3 + c] as number);
    }
    for (let c = 0; c < 3; c++) mean[c] = (mean[c] as number) / (all || 1);
  }
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
function tellApart(border: Border): void {
  const { isNear, middle, axis } = border;
  const [far, near] = meanColors;
  let square = 0;
  for (let c = 0; c < 3; c++) {
    middle[c] = ((far[c] as number) + (near[c] as number)) / 2;
    axis[c] = (near[c] as number) - (far[c] as number);
    square += (axis[c] as number) * (axis[c] as number);
  }
  const differing = smoothstep(contrast[0], contrast[1], Math.sqrt(square));
  if (differing === 0) {
    axis.fill(0);
    border.certainty = 0;
    border.sharpness = 1;
    return;
  }
  for (let c = 0; c < 3; c++) axis[c] = (axis[c] as number) / square;
  let spread = 0;
  let all = 0;
  for (let i = 0; i < windowCells; i++) {
    const weight = weights[i] as number;
    let along = 0.5;
    for (let c = 0; c < 3; c++)
      along += ((colors[i * 3 + c] as number) - (middle[c] as number)) * (axis[c] as number);
    spread += weight * (along - (isNear[i] as number)) ** 2;
    all += weight;
  }
  border.certainty = differing * (1 - smoothstep(sureSpread[0], sureSpread[1], spread / all));
  border.sharpness = smoothstep(clearContrast[0], clearContrast[1], Math.sqrt(square));
}

/** Writes what the maps show at a cell: its color is the mean of nine of the pixels under it. Runs for each cell. */
function lookAt(
  looks: Float32Array,
  to: number,
  { cast, keyShare, guide, part }: EdgeMaps,
  px: number,
  py: number,
): void {
  const keyX = ((px + 0.5) * keyShare.width) / cast.width - 0.5;
  const keyY = ((py + 0.5) * keyShare.height) / cast.height - 0.5;
  looks.fill(0, to, to + lookValues);
  looks[to] = 1 + py;
  looks[to + 1] = sampleField(keyShare, keyX, keyY);
  const perPixel = guide.width / part.columns;
  const cell = part.width / cast.width;
  for (let i = 0; i < 9; i++) {
    const x = ((px + ((i % 3) + 0.5) / 3) * cell - part.left) * perPixel;
    const y = ((py + (Math.floor(i / 3) + 0.5) / 3) * cell - part.top) * perPixel;
    const column = clamp(Math.floor(x), 0, guide.width - 1);
    const from = (clamp(Math.floor(y), 0, guide.height - 1) * guide.width + column) * 3;
    for (let c = 0; c < 3; c++)
      looks[to + 2 + c] = (looks[to + 2 + c] as number) + (guide.bytes[from + c] as number) / 9;
  }
}
