import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { growBox, visibleBox } from "#lib/imaging/pixels/boxes.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";

/** A cut-out whose product may have been rotated, and the pivot: the center of the product's box. */
export interface TurnedCutOut extends ProductCutOut {
  pivot: { x: number; y: number };
  /** Longer side of the product's box before the rotation. */
  longerSide: number;
}

/** Least alpha of a pixel in the product's box, as in a cut-out. */
const visible = 48;
/** A rotation below this moves no pixel of a photo visibly. */
const leastDeg = 0.02;

/** The last rotation of each cut-out: a rotated product that is moved needs the same one again. */
const lastTurns = new WeakMap<Uint8Array, { angleDeg: number; turned: TurnedCutOut }>();

/**
 * Rotates a product clockwise about the center of its box, at the cut-out's own scale (bicubic, Catmull-Rom). Without
 * an angle nothing is resampled.
 */
export function turnProduct(given: ProductCutOut, angleDeg = 0): TurnedCutOut {
  const { box } = given;
  const longerSide = Math.max(box.width, box.height);
  if (Math.abs(angleDeg) < leastDeg) {
    return { ...given, pivot: { x: box.left + box.width / 2, y: box.top + box.height / 2 }, longerSide };
  }
  const last = lastTurns.get(given.rgba);
  if (last?.angleDeg === angleDeg) return last.turned;
  const turned = { ...turn(given, (angleDeg * Math.PI) / 180), longerSide };
  lastTurns.set(given.rgba, { angleDeg, turned });
  return turned;
}

function turn(given: ProductCutOut, angle: number): Omit<TurnedCutOut, "longerSide"> {
  const source = premultiplied(given);
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  // Largest distance from the pivot, which need not be the center, to the picture's sides.
  const across = Math.max(source.middleX, source.width - source.middleX);
  const down = Math.max(source.middleY, source.height - source.middleY);
  const reachX = Math.ceil(Math.abs(cosine) * across + Math.abs(sine) * down) + 1;
  const reachY = Math.ceil(Math.abs(sine) * across + Math.abs(cosine) * down) + 1;
  const size = { width: reachX * 2 + 1, height: reachY * 2 + 1 };
  // The pivot keeps its position within a pixel, so that half a turn is exact.
  const [middleX, middleY] = [reachX + (source.middleX % 1), reachY + (source.middleY % 1)];
  const rgba = new Uint8Array(size.width * size.height * 4);
  for (let y = 0, at = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, at += 4) {
      const dx = x + 0.5 - middleX;
      const dy = y + 0.5 - middleY;
      const sx = source.middleX + cosine * dx + sine * dy - 0.5;
      const sy = source.middleY - sine * dx + cosine * dy - 0.5;
      if (sx < -1 || sy < -1 || sx > source.width || sy > source.height) continue;
      readCubic(source, sx, sy, at, rgba);
    }
  }
  const box = visibleBox(rgba, size, { leastAlpha: visible });
  const pivot = { x: middleX, y: middleY };
  const middle = { x: given.box.left + given.box.width / 2, y: given.box.top + given.box.height / 2 };
  const turnAll = (parts: readonly Box[] | undefined) =>
    parts?.map((part) => turnBox(part, { from: middle, to: pivot, cosine, sine }));
  const unsureParts = turnAll(given.unsureParts);
  const groundRemains = turnAll(given.groundRemains);
  const doubts = { unsureParts, groundRemains, unreadable: turnAll(given.unreadable) };
  const [clearGlass = null] = turnAll(given.clearGlass ? [given.clearGlass] : []) ?? [];
  return { ...size, rgba, pivot, ...doubts, clearGlass, box: box ?? { left: 0, top: 0, ...size } };
}

/** Bounding box of a box that is rotated about `from` and moved with it to `to`. */
function turnBox({ left, top, width, height }: Box, { from, to, cosine, sine }: Turn): Box {
  const [x, y] = [left + width / 2 - from.x, top + height / 2 - from.y];
  const across = Math.abs(cosine) * width + Math.abs(sine) * height;
  const down = Math.abs(sine) * width + Math.abs(cosine) * height;
  return {
    left: Math.round(to.x + cosine * x - sine * y - across / 2),
    top: Math.round(to.y + sine * x + cosine * y - down / 2),
    width: Math.round(across),
    height: Math.round(down),
  };
}

interface Turn {
  from: { x: number; y: number };
  to: { x: number; y: number };
  cosine: number;
  sine: number;
}

interface Premultiplied extends Size {
  /** Pixels × 4: premultiplied color and alpha, 0..255. */
  data: Float32Array;
  middleX: number;
  middleY: number;
}

/** The product with the soft edges around its box, premultiplied for interpolation. */
function premultiplied({ rgba, width, height, box }: ProductCutOut): Premultiplied {
  const margin = 2 + Math.round(0.03 * Math.max(box.width, box.height));
  const { left, top, ...size } = growBox(box, margin, { width, height });
  const data = new Float32Array(size.width * size.height * 4);
  for (let y = 0, to = 0; y < size.height; y++) {
    for (let x = 0, at = ((y + top) * width + left) * 4; x < size.width; x++, at += 4, to += 4) {
      const alpha = rgba[at + 3] as number;
      if (alpha === 0) continue;
      for (let c = 0; c < 3; c++) data[to + c] = ((rgba[at + c] as number) * alpha) / 255;
      data[to + 3] = alpha;
    }
  }
  return {
    ...size,
    data,
    middleX: box.left + box.width / 2 - left,
    middleY: box.top + box.height / 2 - top,
  };
}

const weightsAcross = new Float64Array(4);
const weightsDown = new Float64Array(4);

/** Writes one pixel of the rotated picture, as straight alpha. Positional parameters: runs for every pixel. */
function readCubic(source: Premultiplied, x: number, y: number, to: number, out: Uint8Array): void {
  const { width, height, data } = source;
  const x0 = Math.floor(x) - 1;
  const y0 = Math.floor(y) - 1;
  weigh(x - x0 - 1, weightsAcross);
  weigh(y - y0 - 1, weightsDown);
  let red = 0;
  let green = 0;
  let blue = 0;
  let alpha = 0;
  const first = Math.max(0, -x0);
  const end = Math.min(4, width - x0);
  for (let j = Math.max(0, -y0); j < 4 && y0 + j < height; j++) {
    let at = ((y0 + j) * width + x0 + first) * 4;
    const rowWeight = weightsDown[j] as number;
    for (let i = first; i < end; i++, at += 4) {
      const own = data[at + 3] as number;
      if (own === 0) continue;
      const weight = (weightsAcross[i] as number) * rowWeight;
      red += weight * (data[at] as number);
      green += weight * (data[at + 1] as number);
      blue += weight * (data[at + 2] as number);
      alpha += weight * own;
    }
  }
  if (alpha < 0.5) return;
  const per = 255 / alpha;
  out[to] = clamp(red * per + 0.5, 0, 255);
  out[to + 1] = clamp(green * per + 0.5, 0, 255);
  out[to + 2] = clamp(blue * per + 0.5, 0, 255);
  out[to + 3] = clamp(alpha + 0.5, 0, 255);
}

/** Weights of the four neighbors of a position (Catmull and Rom, A class of local interpolating splines, 1974). */
function weigh(t: number, weights: Float64Array): void {
  const t2 = t * t;
  const t3 = t2 * t;
  weights[0] = -0.5 * t3 + t2 - 0.5 * t;
  weights[1] = 1.5 * t3 - 2.5 * t2 + 1;
  weights[2] = -1.5 * t3 + 2 * t2 + 0.5 * t;
  weights[3] = 0.5 * t3 - 0.5 * t2;
}
