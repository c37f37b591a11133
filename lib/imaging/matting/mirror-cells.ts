import { boundingBox } from "#lib/imaging/pixels/boxes.ts";
import { linearOfByte } from "#lib/imaging/pixels/color.ts";
import { type Mask, solid } from "#lib/imaging/pixels/mask.ts";

/** Cells along the longer side of the product with its mirror image. */
const cellsAcross = 56;
/** Pixels from one sample to the next. */
const sampling = 4;
/** Alpha up to which a cell shows only the ground. */
const clear = 0.04;

/** Planes of cells over the product's box, and what lies below it in the mask. */
export interface MirrorCells {
  /** Pixels of the mask per cell, along a side, and the first cell's place. */
  step: number;
  left: number;
  top: number;
  width: number;
  height: number;
  /** Rows of the product with its mirror image. */
  rows: number;
  area: number;
  alpha: Float32Array;
  light: Float32Array;
  /** Linear light of each channel. */
  colors: readonly Float32Array[];
  /** The ground beside the product in each row: light, and each channel. */
  groundLight: Float32Array;
  ground: readonly Float32Array[];
}

/** Cells of the product's box and of what is below it; null for a product too small to have detail. */
export function mirrorCellsOf(mask: Mask, rgb: Uint8Array): MirrorCells | null {
  const box = solidBox(mask);
  if (box === null) return null;
  const step = Math.ceil(Math.max(box.right - box.left, box.bottom - box.top) / cellsAcross);
  const width = Math.floor((box.right - box.left) / step);
  const height = Math.floor((mask.height - box.top) / step);
  const rows = Math.floor((box.bottom - box.top) / step);
  if (width < 4 || rows < 8) return null;
  const make = () => new Float32Array(width * height);
  const [alpha, light, colors] = [make(), make(), [make(), make(), make()] as const];
  const stride = Math.min(step, sampling);
  let area = 0;
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++, cell++) {
      let [count, a, r, g, b] = [0, 0, 0, 0, 0];
      for (let v = stride >> 1; v < step; v += stride) {
        const start = (box.top + y * step + v) * mask.width + box.left + x * step;
        for (let i = start + (stride >> 1); i < start + step; i += stride) {
          count += 1;
          a += mask.alpha[i] as number;
          r += linearOfByte[rgb[i * 3] as number] as number;
          g += linearOfByte[rgb[i * 3 + 1] as number] as number;
          b += linearOfByte[rgb[i * 3 + 2] as number] as number;
        }
      }
      alpha[cell] = a / count;
      colors[0][cell] = r / count;
      colors[1][cell] = g / count;
      colors[2][cell] = b / count;
      light[cell] = (r + g + b) / (3 * count);
      if (a >= solid * count) area += 1;
    }
  }
  const size = { step, left: box.left, top: box.top, width, height, rows, area };
  const ground = groundBeside(mask, rgb, size);
  const groundLight = new Float32Array(height);
  for (let y = 0; y < height; y++)
    groundLight[y] = ground.reduce((sum, plane) => sum + (plane[y] as number) / 3, 0);
  return { ...size, alpha, light, colors, ground, groundLight };
}

/** Mean color of the ground in each row of cells, within an eighth of the product's width to its sides. */
function groundBeside(
  mask: Mask,
  rgb: Uint8Array,
  {
    step,
    left,
    top,
    width,
    height,
  }: { step: number; left: number; top: number; width: number; height: number },
): Float32Array[] {
  const planes = [0, 1, 2].map(() => new Float32Array(height));
  const margin = Math.max(2, width >> 3) * step;
  const [start, end] = [Math.max(0, left - margin), Math.min(mask.width, left + width * step + margin)];
  const last = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    const row = (top + y * step + (step >> 1)) * mask.width;
    const sums = [0, 0, 0];
    let count = 0;
    for (let i = row + start; i < row + end; i += sampling) {
      if ((mask.alpha[i] as number) > clear) continue;
      count += 1;
      for (let c = 0; c < 3; c++)
        sums[c] = (sums[c] as number) + (linearOfByte[rgb[i * 3 + c] as number] as number);
    }
    for (let c = 0; c < 3; c++) {
      // A row without ground has that of the row above it.
      if (count > 2) last[c] = (sums[c] as number) / count;
      (planes[c] as Float32Array)[y] = last[c] as number;
    }
  }
  return planes;
}

/** The product's box, to four pixels. */
function solidBox({ alpha, width, height }: Mask) {
  const columns = Math.ceil(width / sampling);
  const box = boundingBox(columns, Math.ceil(height / sampling), (index) => {
    const x = index % columns;
    return (alpha[sampling * (((index - x) / columns) * width + x)] as number) >= solid;
  });
  if (box === null) return null;
  const [left, top] = [sampling * box.left, sampling * box.top];
  const right = Math.min(width, left + sampling * box.width);
  return { left, top, right, bottom: Math.min(height, top + sampling * box.height) };
}
