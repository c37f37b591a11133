import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { boundingBox } from "#lib/imaging/pixels/boxes.ts";
import { percentile } from "#lib/imaging/pixels/numbers.ts";

// Chosen on drawn products that fill the frame, such that no sample, yardstick or stance picture counts as one.
/** Cells along the longer side of the picture. */
const cellsAcross = 192;
/** Alpha (0..255) from which a cell belongs to the cut-out. */
const kept = 64;
/** Distances, in cells, from the cut-out that show what it lies on; nearer cells are mixed with its edge. */
const ring = [2, 4] as const;
/** Largest difference (0..255) of a channel from the color of an area. */
const flat = 10;
/** Least shares: of the ring, and of the picture, in the area; of the picture in the ground beside it. */
const leastOfRing = 0.97;
const leastFilling = 0.3;
const leastGround = 0.04;
/** Largest share of the picture that is neither. */
const mostElse = 0.05;
/** Darkest channel of a ground that is certainly white or light grey paper, and its least contrast to the area. */
const palest = 225;
const leastContrast = 40;

type Color = readonly number[];

/** What a cell of the picture shows. */
const other = 0;
const area = 1;
const ground = 2;
const product = 3;

/** Pixels of a picture, in three or four channels. */
interface Pixels extends Size {
  data: Uint8Array;
}

/**
 * Returns the box, in the cut-out's pixels, of an area in one color that is more likely the product than its ground:
 * it runs out of the picture, all of the cut-out (× 4) lies in it, and the rest of the picture (× 3, of any size) is
 * plain white. On a table, a product would cast a shadow, which the area must not have. Null when there is none.
 */
export function findFrameFilling(cutOut: Pixels, picture: Pixels): Box | null {
  const scale = cellsAcross / Math.max(cutOut.width, cutOut.height);
  const width = Math.max(8, Math.round(cutOut.width * scale));
  const height = Math.max(8, Math.round(cutOut.height * scale));
  const pixelIn = (size: Size, cell: number) => {
    const x = Math.floor((((cell % width) + 0.5) / width) * size.width);
    const y = Math.floor(((Math.floor(cell / width) + 0.5) / height) * size.height);
    return y * size.width + x;
  };
  const colorOf = (cell: number): Color => {
    const pixel = pixelIn(picture, cell) * 3;
    return [0, 1, 2].map((channel) => picture.data[pixel + channel] ?? 0);
  };
  const kinds = Uint8Array.from({ length: width * height }, (_, cell) =>
    (cutOut.data[pixelIn(cutOut, cell) * 4 + 3] ?? 0) >= kept ? product : other,
  );
  const around = cellsAround(kinds, { width, height }).map(colorOf);
  const areaColor = medianOf(around);
  const isAlike = (color: Color, to: Color) => differenceOf(color, to) <= flat;
  if (around.filter((color) => isAlike(color, areaColor)).length < leastOfRing * around.length) return null;
  const rest: number[] = [];
  for (const [cell, kind] of kinds.entries()) {
    if (kind === product) continue;
    if (isAlike(colorOf(cell), areaColor)) kinds[cell] = area;
    else rest.push(cell);
  }
  const groundColor = medianOf(rest.map(colorOf));
  if (Math.min(...groundColor) < palest || differenceOf(groundColor, areaColor) < leastContrast) return null;
  for (const cell of rest) if (isAlike(colorOf(cell), groundColor)) kinds[cell] = ground;
  const shareOf = (kind: number) => kinds.filter((value) => value === kind).length / kinds.length;
  if (shareOf(area) < leastFilling || shareOf(ground) < leastGround || shareOf(other) > mostElse) return null;
  const box = boundingBox(width, height, (cell) => kinds[cell] === area);
  if (box === null) return null;
  const right = box.left + box.width;
  const bottom = box.top + box.height;
  if (box.left > 0 && box.top > 0 && right < width && bottom < height) return null;
  const left = Math.floor((box.left / width) * cutOut.width);
  const top = Math.floor((box.top / height) * cutOut.height);
  return {
    left,
    top,
    width: Math.ceil((right / width) * cutOut.width) - left,
    height: Math.ceil((bottom / height) * cutOut.height) - top,
  };
}

/** Cells at the distances `ring` from the product, along rows and columns. */
function cellsAround(kinds: Uint8Array, { width, height }: Size): number[] {
  const isProduct = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && kinds[y * width + x] === product;
  const hasAt = (x: number, y: number, distance: number) =>
    isProduct(x - distance, y) ||
    isProduct(x + distance, y) ||
    isProduct(x, y - distance) ||
    isProduct(x, y + distance);
  const cells: number[] = [];
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++, cell++) {
      if (isProduct(x, y) || hasAt(x, y, 1)) continue;
      if (ring.some((distance) => hasAt(x, y, distance))) cells.push(cell);
    }
  }
  return cells;
}

function medianOf(colors: readonly Color[]): Color {
  return [0, 1, 2].map((channel) =>
    percentile(
      colors.map((color) => color[channel] ?? 0),
      0.5,
    ),
  );
}

function differenceOf(one: Color, two: Color): number {
  return Math.max(...one.map((value, channel) => Math.abs(value - (two[channel] ?? 0))));
}
