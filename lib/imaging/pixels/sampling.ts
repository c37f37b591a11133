import type { Size } from "#lib/contract/photos/sizes.ts";
import { createField, type Field } from "./field.ts";
import { clamp } from "./numbers.ts";

/** Fills one row of linear RGB. */
export type RowSource = (y: number, out: Float32Array) => void;

/** Holds rows of that size. */
export function fieldOfRows(rows: RowSource, { width, height }: Size): Field {
  const field = createField(width, height, 3);
  for (let y = 0; y < height; y++) rows(y, field.data.subarray(y * width * 3, (y + 1) * width * 3));
  return field;
}

/** Fills columns from … to of a row (default: all) with the field's values at the sampler's size. */
export type RowSampler = (y: number, out: Float32Array, from?: number, to?: number) => void;

/** A part of a scaled field: the size of the whole, the part's origin in it, and the part's columns. */
export interface Part {
  width: number;
  height: number;
  left: number;
  top: number;
  columns: number;
}

/** Samples rows of the field at the given size (bilinear), without holding the whole result. */
export function createRowSampler(field: Field, width: number, height: number): RowSampler {
  return createPartSampler(field, { width, height, left: 0, top: 0, columns: width });
}

/** The same for a part: rows and columns are relative to its origin. */
export function createPartSampler(field: Field, part: Part): RowSampler {
  const { channels, data } = field;
  const { width, height, columns } = part;
  const rowLength = field.width * channels;
  if (field.width === width && field.height === height) {
    return (y, out) => {
      const start = (Math.round(y) + part.top) * rowLength + part.left * channels;
      out.set(data.subarray(start, start + columns * channels));
    };
  }
  const left = new Int32Array(columns);
  const share = new Float32Array(columns);
  for (let x = 0; x < columns; x++) {
    const at = clamp(((x + part.left + 0.5) * field.width) / width - 0.5, 0, field.width - 1);
    left[x] = Math.min(Math.floor(at), Math.max(0, field.width - 2));
    share[x] = at - (left[x] as number);
  }
  const stretched = recentRows(field, { left, share });
  return (y, out, from = 0, to = columns) => {
    const at = clamp(((y + part.top + 0.5) * field.height) / height - 0.5, 0, field.height - 1);
    const base = Math.floor(at);
    const upper = stretched(base, from, to);
    if (base === at) {
      out.set(upper.subarray(from * channels, to * channels), from * channels);
      return;
    }
    const lower = stretched(base + 1, from, to);
    blend(out, { upper, lower, below: at - base, from: from * channels, to: to * channels });
  };
}

interface Blend {
  upper: Float32Array;
  lower: Float32Array;
  /** Share of `lower`. */
  below: number;
  from: number;
  to: number;
}

// A function of its own, because V8 drops the code of closures that were made for one photo.
function blend(out: Float32Array, { upper, lower, below, from, to }: Blend): void {
  for (let i = from; i < to; i++) {
    const a = upper[i] as number;
    out[i] = a + ((lower[i] as number) - a) * below;
  }
}

/** Rows of a field at the width of the result. The last two are cached, because many rows of the result use them. */
function recentRows({ width, channels, data }: Field, { left, share }: Pick<Columns, "left" | "share">) {
  const rowLength = width * channels;
  const line = new Float32Array(rowLength + channels);
  const kept = [0, 1].map(() => ({ y: -1, from: 0, to: 0, row: new Float32Array(left.length * channels) }));
  return (y: number, from: number, to: number): Float32Array => {
    const slot = kept[y & 1] as (typeof kept)[number];
    if (slot.y === y && slot.from <= from && slot.to >= to) return slot.row;
    line.set(data.subarray(y * rowLength, (y + 1) * rowLength));
    if (channels === 3) stretchRgb(line, slot.row, { left, share, from, to });
    else stretch(line, slot.row, { left, share, from, to, channels });
    Object.assign(slot, { y, from, to });
    return slot.row;
  };
}

/** Positions of the result's columns from … to: the field's column to the left, and the distance from it (0..1). */
interface Columns {
  left: Int32Array;
  share: Float32Array;
  from: number;
  to: number;
}

function stretch(line: Float32Array, out: Float32Array, columns: Columns & { channels: number }): void {
  const { left, share, from, to, channels } = columns;
  for (let x = from, o = from * channels; x < to; x++) {
    const part = share[x] as number;
    for (let c = 0, l = (left[x] as number) * channels; c < channels; c++, l++, o++) {
      const a = line[l] as number;
      out[o] = a + ((line[l + channels] as number) - a) * part;
    }
  }
}

// The same for three channels, unrolled: most pixels of a photo pass through here several times.
function stretchRgb(line: Float32Array, out: Float32Array, { left, share, from, to }: Columns): void {
  for (let x = from, o = from * 3; x < to; x++, o += 3) {
    const part = share[x] as number;
    const l = (left[x] as number) * 3;
    const r = line[l] as number;
    const g = line[l + 1] as number;
    const b = line[l + 2] as number;
    out[o] = r + ((line[l + 3] as number) - r) * part;
    out[o + 1] = g + ((line[l + 4] as number) - g) * part;
    out[o + 2] = b + ((line[l + 5] as number) - b) * part;
  }
}

/** Columns in which the field differs from `neutral` in any row, as shares of its width: [from, to). */
export function columnRange(field: Field, neutral: number): [number, number] {
  const { width, channels, data } = field;
  let from = width;
  let to = 0;
  for (let i = 0, x = 0; i < data.length; i += channels) {
    if ((x < from || x >= to) && Math.abs((data[i] as number) - neutral) > 1e-4) {
      if (x < from) from = x;
      if (x >= to) to = x + 1;
    }
    if (++x === width) x = 0;
  }
  return from < to ? [Math.max(0, from - 1) / width, Math.min(width, to + 1) / width] : [0, 0];
}

/** The field at half its size, with an empty margin of `rim` pixels. */
export function halved(field: Field, rim = 0): Field {
  const { channels } = field;
  const [width, height] = [Math.ceil(field.width / 2), Math.ceil(field.height / 2)];
  const half = createField(width + 2 * rim, height + 2 * rim, channels);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = ((y + rim) * half.width + x + rim) * channels;
      for (let c = 0; c < channels; c++) {
        half.data[at + c] = sampleField(field, x * 2 + 0.5, y * 2 + 0.5, c);
      }
    }
  }
  return half;
}

/** Bilinear sample of one channel; outside, the edge repeats. Positional parameters: runs for each pixel. */
export function sampleField(field: Field, x: number, y: number, channel = 0): number {
  const { width, height, channels, data } = field;
  const cx = clamp(x, 0, width - 1);
  const cy = clamp(y, 0, height - 1);
  const x0 = Math.floor(cx);
  const y0 = Math.floor(cy);
  const left = x0 * channels + channel;
  const right = Math.min(x0 + 1, width - 1) * channels + channel;
  const upper = y0 * width * channels;
  const lower = Math.min(y0 + 1, height - 1) * width * channels;
  const upperLeft = data[upper + left] as number;
  const lowerLeft = data[lower + left] as number;
  const top = upperLeft + ((data[upper + right] as number) - upperLeft) * (cx - x0);
  const bottom = lowerLeft + ((data[lower + right] as number) - lowerLeft) * (cx - x0);
  return top + (bottom - top) * (cy - y0);
}
