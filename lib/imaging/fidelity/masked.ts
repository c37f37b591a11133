import { blurField, createField, type Field } from "#lib/imaging/pixels/field.ts";

/** Gaussian-weighted mean of the masked pixels around (normalized convolution, Knutsson & Westin 1993). */
export function blurMasked(plane: Field, mask: Field, sigma: number): Field {
  const { channels } = plane;
  const weight = blurField({ ...mask, data: mask.data.slice() }, sigma);
  const sum = createField(plane.width, plane.height, channels);
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i] === 0) continue;
    for (let c = i * channels; c < (i + 1) * channels; c++) sum.data[c] = plane.data[c] as number;
  }
  blurField(sum, sigma);
  for (let i = 0; i < mask.data.length; i++) {
    const total = weight.data[i] as number;
    const factor = total > 1e-6 ? 1 / total : 0;
    for (let c = i * channels; c < (i + 1) * channels; c++) sum.data[c] = (sum.data[c] as number) * factor;
  }
  return sum;
}

/** Morphological erosion: 1 where all pixels within `radius` (a square) are masked, else 0. */
export function erode(mask: Field, radius: number): Field {
  const { width, height } = mask;
  const soft = blurBox(mask, radius);
  const result = createField(width, height, 1);
  for (let i = 0; i < soft.length; i++) result.data[i] = (soft[i] as number) === 0 ? 1 : 0;
  return result;
}

/** Counts the unmasked pixels within `radius`; pixels outside of the picture count as unmasked. */
function blurBox({ width, height, data }: Field, radius: number): Int32Array {
  const rows = new Int32Array(width * height);
  for (let y = 0; y < height; y++) {
    let open = radius + 1;
    for (let x = 0; x < radius && x < width; x++) open += data[y * width + x] === 0 ? 1 : 0;
    for (let x = 0; x < width; x++) {
      const ahead = x + radius;
      open += ahead >= width || data[y * width + ahead] === 0 ? 1 : 0;
      const behind = x - radius - 1;
      open -= behind < 0 || data[y * width + behind] === 0 ? 1 : 0;
      rows[y * width + x] = open;
    }
  }
  const counts = new Int32Array(width * height);
  for (let x = 0; x < width; x++) {
    let sum = 0;
    const at = (y: number) => (y < 0 || y >= height ? 1 : (rows[y * width + x] as number));
    for (let y = -radius; y < radius; y++) sum += at(y);
    for (let y = 0; y < height; y++) {
      sum += at(y + radius);
      counts[y * width + x] = sum;
      sum -= at(y - radius);
    }
  }
  return counts;
}
