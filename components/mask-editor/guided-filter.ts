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
  const meanGuide = boxMean(guide, radius);
  const meanInput = boxMean(input, radius);
  const meanBoth = boxMean(multiply(guide, input), radius);
  const meanSquare = boxMean(multiply(guide, guide), radius);
  const slope = createField(guide.width, guide.height);
  const offset = createField(guide.width, guide.height);
  for (let at = 0; at < slope.values.length; at += 1) {
    const g = meanGuide.values[at] ?? 0;
    const p = meanInput.values[at] ?? 0;
    const covariance = (meanBoth.values[at] ?? 0) - g * p;
    const variance = Math.max(0, (meanSquare.values[at] ?? 0) - g * g);
    const a = covariance / (variance + epsilon);
    slope.values[at] = a;
    offset.values[at] = p - a * g;
  }
  const [meanSlope, meanOffset] = [boxMean(slope, radius), boxMean(offset, radius)];
  const output = createField(guide.width, guide.height);
  for (let at = 0; at < output.values.length; at += 1) {
    output.values[at] = (meanSlope.values[at] ?? 0) * (guide.values[at] ?? 0) + (meanOffset.values[at] ?? 0);
  }
  return output;
}

/** Means over squares of side 2 · radius + 1, cut off at the borders. The run time does not depend on the radius. */
export function boxMean({ width, height, values }: Field, radius: number): Field {
  const across = createField(width, height);
  for (let y = 0; y < height; y += 1)
    meanAlong(values, across.values, { start: y * width, step: 1, count: width, radius });
  const both = createField(width, height);
  for (let x = 0; x < width; x += 1) {
    meanAlong(across.values, both.values, { start: x, step: width, count: height, radius });
  }
  return both;
}

interface Line {
  start: number;
  step: number;
  count: number;
  radius: number;
}

function meanAlong(from: Float32Array, to: Float32Array, { start, step, count, radius }: Line): void {
  let sum = 0;
  for (let at = 0; at < Math.min(count, radius); at += 1) sum += from[start + at * step] ?? 0;
  let inside = Math.min(count, radius);
  for (let at = 0; at < count; at += 1) {
    if (at + radius < count) {
      sum += from[start + (at + radius) * step] ?? 0;
      inside += 1;
    }
    if (at - radius > 0) {
      sum -= from[start + (at - radius - 1) * step] ?? 0;
      inside -= 1;
    }
    to[start + at * step] = sum / inside;
  }
}

function multiply(one: Field, other: Field): Field {
  const product = createField(one.width, one.height);
  for (let at = 0; at < product.values.length; at += 1) {
    product.values[at] = (one.values[at] ?? 0) * (other.values[at] ?? 0);
  }
  return product;
}
