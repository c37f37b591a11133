import { clamp, smoothstep } from "../pixels/numbers.ts";
import {
  type Border,
  type EdgeMaps,
  findBorders,
  type Guide,
  heightOfFrame,
  lightValues,
  windowCells,
  windowSide,
} from "./cast-borders.ts";

// A cell of the depth map covers several pixels of a photo, so a shadow that ends where a surface ends (a podium's rim)
// would end in stairs. Where two surfaces meet, each pixel takes the shadow of the one to which its color in the plate
// belongs; where both have the same color, the smoothed border of the cells decides.

/** Standard deviation of the weights of a window's cells, in cells. */
const sigma = 0.75;
/** A surface with a smaller share of the weights is too far for their mean: that of the window is used. */
const leastShare = 0.04;

/**
 * Returns a function that corrects a row of the sampled cast (two channels) and of the lamps' share where two surfaces
 * meet. `row` is a row of the part.
 */
export function followEdges(
  maps: EdgeMaps,
): (row: number, castRow: Float32Array, keyRow: Float32Array) => void {
  const { cast, guide, part } = maps;
  const bordersOf = findBorders(maps);
  const frameHeight = heightOfFrame(maps);
  const columns = windowColumns(maps);
  const down = new Float32Array(windowSide);
  const found: { row: number; borders: ReturnType<typeof bordersOf> } = { row: -1, borders: null };
  return (row, castRow, keyRow) => {
    const v = ((row + part.top + 0.5) * cast.height) / part.height - 0.5;
    const top = Math.floor(v);
    if (found.row !== top) Object.assign(found, { row: top, borders: bordersOf(top) });
    const { borders } = found;
    if (borders === null) return;
    weigh(down, 0, v - top);
    const guideRow = Math.min(guide.height - 1, Math.floor(((row + 0.5) * guide.height) / frameHeight));
    const pixels = { guide, castRow, keyRow, across: columns.weights, down };
    for (let x = 0; x < part.columns; x++) {
      const border = borders[columns.left[x] as number];
      if (border === undefined) continue;
      const column = Math.min(guide.width - 1, Math.floor(((x + 0.5) * guide.width) / part.columns));
      writePixel(border, pixels, x, (guideRow * guide.width + column) * 3);
    }
  };
}

/** Of each pixel of a row: the column of its window's quad, and the weights of the window's columns. */
function windowColumns({ cast, part }: EdgeMaps): { left: Int32Array; weights: Float32Array } {
  const left = new Int32Array(part.columns);
  const weights = new Float32Array(part.columns * windowSide);
  for (let x = 0; x < part.columns; x++) {
    const u = ((x + part.left + 0.5) * cast.width) / part.width - 0.5;
    left[x] = Math.floor(u);
    weigh(weights, x * windowSide, u - Math.floor(u));
  }
  return { left, weights };
}

/** Writes weights of a window's columns or rows, from an index on, around a place `share` of a cell after the second. */
function weigh(weights: Float32Array, to: number, share: number): void {
  for (let i = 0; i < windowSide; i++)
    weights[to + i] = Math.exp(-((i - 1 - share) ** 2) / (2 * sigma * sigma));
}

/** A row of pixels. */
interface Pixels {
  guide: Guide;
  castRow: Float32Array;
  keyRow: Float32Array;
  /** Weights of the window's columns for each pixel, and of its rows. */
  across: Float32Array;
  down: Float32Array;
}

/** Of the window's farther and of its nearer cells; used again for each pixel. */
const sums = new Float64Array(2 * lightValues);

/** Writes column `x`; `at`: the index of its first byte in the guide. Positional parameters: runs for each pixel. */
function writePixel(border: Border, pixels: Pixels, x: number, at: number): void {
  const { guide, castRow, keyRow, across, down } = pixels;
  const { isNear, light, means, certainty } = border;
  const first = x * windowSide;
  let all = 0;
  let near = 0;
  sums.fill(0);
  for (let i = 0; i < windowCells; i++) {
    const weight = (across[first + (i & 3)] as number) * (down[i >> 2] as number);
    const from = isNear[i] === 1 ? lightValues : 0;
    all += weight;
    if (from > 0) near += weight;
    for (let c = 0; c < lightValues; c++)
      sums[from + c] = (sums[from + c] as number) + weight * (light[i * lightValues + c] as number);
  }
  const inside = near / all;
  const along = 0.5 + alongAxis(guide, at, border);
  const byCells = smoothstep(0.35, 0.65, inside);
  // Far from the border the cells are right whatever the color, such as that of a petal or of a shadow.
  const byColor = certainty * (1 - smoothstep(0.3, 0.46, Math.abs(inside - 0.5)));
  const share = byCells + byColor * (clamp(along, 0, 1) - byCells);
  for (let c = 0; c < lightValues; c++) {
    const far = inside < 1 - leastShare ? (sums[c] as number) / (all - near) : (means[0][c] as number);
    const close = inside > leastShare ? (sums[lightValues + c] as number) / near : (means[1][c] as number);
    const value = far + share * (close - far);
    if (c < 2) castRow[x * 2 + c] = value;
    else keyRow[x] = value;
  }
}

/**
 * The place of a pixel's color between the surfaces' colors, -0.5 to 0.5. Where these differ little, the mean of nine
 * pixels, as one has noise. Positional parameters: runs for each pixel.
 */
function alongAxis({ bytes, width, height }: Guide, at: number, { middle, axis, sharpness }: Border): number {
  let one = 0;
  for (let c = 0; c < 3; c++)
    one += ((bytes[at + c] as number) - (middle[c] as number)) * (axis[c] as number);
  const row = width * 3;
  if (sharpness === 1 || at < row + 3 || at + row + 6 > height * row) return one;
  let mean = 0;
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    for (let from = at + c - row - 3; from <= at + c + row; from += row)
      sum += (bytes[from] as number) + (bytes[from + 3] as number) + (bytes[from + 6] as number);
    mean += (sum / 9 - (middle[c] as number)) * (axis[c] as number);
  }
  return mean + sharpness * (one - mean);
}
