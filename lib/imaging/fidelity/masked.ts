import { boxSum } from "#lib/imaging/pixels/box-sum.ts";
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

/** Morphological erosion: 1 where all pixels within `radius` (a square) are masked (1), else 0. */
export function erode(mask: Field, radius: number): Field {
  const { width, height } = mask;
  const data = mask.data.slice();
  boxSum(data, { width, height }, { columns: radius, rows: radius });
  const whole = (2 * radius + 1) ** 2;
  for (let i = 0; i < data.length; i++) data[i] = data[i] === whole ? 1 : 0;
  return { width, height, channels: 1, data };
}
