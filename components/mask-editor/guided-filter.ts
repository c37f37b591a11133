import { boxSum } from "#lib/imaging/pixels/box-sum.ts";
import { createField, type Field } from "./pixels.ts";

/**
 * Smooths `input` but keeps the edges of `guide`: the guided filter (He, Sun, Tang 2010). In each window, the output
 * is the linear function of the guide that best fits the input. `epsilon` is the variance of the guide, in its
 * squared units, below which a window counts as flat.
 */
export function guidedFilter(
  guide: Field,
  input: Field,
  { radius, epsilon }: { radius: number; epsilon: number },
): Field {
  const window = { columns: radius, rows: radius };
  const counts = new Float32Array(guide.values.length).fill(1);
  boxSum(counts, guide, window);
  /** Replaces the values by the means of their windows, which are cut off at the borders. */
  const meanOf = (values: Float32Array) => {
    boxSum(values, guide, window);
    for (let at = 0; at < values.length; at += 1) values[at] = (values[at] ?? 0) / (counts[at] ?? 1);
    return values;
  };
  const meanGuide = meanOf(guide.values.slice());
  const meanInput = meanOf(input.values.slice());
  const meanBoth = meanOf(guide.values.map((value, at) => value * (input.values[at] ?? 0)));
  const meanSquare = meanOf(guide.values.map((value) => value * value));
  const slopes = new Float32Array(counts.length);
  const offsets = new Float32Array(counts.length);
  for (let at = 0; at < slopes.length; at += 1) {
    const g = meanGuide[at] ?? 0;
    const p = meanInput[at] ?? 0;
    const covariance = (meanBoth[at] ?? 0) - g * p;
    const variance = Math.max(0, (meanSquare[at] ?? 0) - g * g);
    const a = covariance / (variance + epsilon);
    slopes[at] = a;
    offsets[at] = p - a * g;
  }
  meanOf(slopes);
  meanOf(offsets);
  const output = createField(guide.width, guide.height);
  for (let at = 0; at < slopes.length; at += 1) {
    output.values[at] = (slopes[at] ?? 0) * (guide.values[at] ?? 0) + (offsets[at] ?? 0);
  }
  return output;
}
