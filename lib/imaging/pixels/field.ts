import { clamp } from "./numbers.ts";

/** A small float picture: height × width × channels, row by row. */
export interface Field {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly data: Float32Array;
}

export function createField(width: number, height: number, channels: number): Field {
  return { width, height, channels, data: new Float32Array(width * height * channels) };
}

/** Approximates a Gaussian blur of the given sigma (pixels) in place by three box blurs; edges repeat. */
export function blurField(field: Field, sigmaX: number, sigmaY: number = sigmaX): Field {
  for (const radius of boxRadii(sigmaX)) if (radius > 0) blurAcross(field, radius);
  const spare = boxRadii(sigmaY).length > 0 ? new Float32Array(field.data.length) : field.data;
  for (const radius of boxRadii(sigmaY)) if (radius > 0) blurDown(field, spare, radius);
  return field;
}

// Widths of three boxes whose variances add up to sigma² (W3C filter effects, Gaussian approximation).
function boxRadii(sigma: number): number[] {
  if (sigma <= 0.3) return [];
  const ideal = Math.sqrt(4 * sigma * sigma + 1);
  let small = Math.floor(ideal);
  if (small % 2 === 0) small -= 1;
  const count = Math.round((12 * sigma * sigma - 3 * small * small - 12 * small - 9) / (-4 * small - 4));
  return [0, 1, 2].map((i) => ((i < count ? small : small + 2) - 1) / 2);
}

function blurAcross({ width, height, channels, data }: Field, radius: number): void {
  const line = new Float32Array(width);
  const scale = 1 / (2 * radius + 1);
  for (let y = 0; y < height; y++) {
    for (let c = 0; c < channels; c++) {
      const start = y * width * channels + c;
      for (let x = 0, at = start; x < width; x++, at += channels) line[x] = data[at] as number;
      const first = line[0] as number;
      const last = line[width - 1] as number;
      let sum = first * (radius + 1);
      for (let x = 0; x < radius; x++) sum += x < width ? (line[x] as number) : last;
      for (let x = 0, at = start; x < width; x++, at += channels) {
        const ahead = x + radius < width ? (line[x + radius] as number) : last;
        const behind = x > radius ? (line[x - radius - 1] as number) : first;
        sum += ahead - behind;
        data[at] = sum * scale;
      }
    }
  }
}

// Works on whole rows, so that memory is read in order.
function blurDown({ width, height, channels, data }: Field, spare: Float32Array, radius: number): void {
  const length = width * channels;
  const sum = new Float64Array(length);
  const scale = 1 / (2 * radius + 1);
  spare.set(data);
  const at = (y: number) => clamp(y, 0, height - 1) * length;
  for (let y = -radius - 1; y < radius; y++) {
    const from = at(y);
    for (let i = 0; i < length; i++) sum[i] = (sum[i] as number) + (spare[from + i] as number);
  }
  for (let y = 0; y < height; y++) {
    const ahead = at(y + radius);
    const behind = at(y - radius - 1);
    const to = y * length;
    for (let i = 0; i < length; i++) {
      const value = (sum[i] as number) + (spare[ahead + i] as number) - (spare[behind + i] as number);
      sum[i] = value;
      data[to + i] = value * scale;
    }
  }
}
