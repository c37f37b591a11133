import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "#lib/testing/random.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { denoise, measureNoise } from "./denoise.ts";

const size = { width: 96, height: 96 };
const opaque = 65_535;
/** A step of a third of the full scale in the middle, in square roots of light × 65,535. */
const stepAt = (x: number) => (x < size.width / 2 ? 20_000 : 42_000);

function drawStep(seed: number, sigma: number) {
  const random = seededRandom(seed);
  const gaussian = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const color = new Uint16Array(3 * size.width * size.height);
  for (let i = 0; i < color.length; i++) {
    const x = Math.floor(i / 3) % size.width;
    color[i] = Math.round(stepAt(x) + sigma * opaque * gaussian());
  }
  return color;
}

const alphaOf = (value: number) => new Uint16Array(size.width * size.height).fill(value);
const greenOf = (color: Uint16Array) =>
  Float32Array.from({ length: color.length / 3 }, (_, i) => (color[3 * i + 1] as number) / opaque);

function deviationFromStep(color: Uint16Array, columns: (x: number) => boolean): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < color.length; i++) {
    const x = Math.floor(i / 3) % size.width;
    if (!columns(x)) continue;
    sum += ((color[i] as number) - stepAt(x)) ** 2;
    count += 1;
  }
  return Math.sqrt(sum / count);
}

test("denoising removes more than half of the grain in uniform areas, and does not blur an edge", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 31 - 2 }),
      fc.double({ min: 0.008, max: 0.025, noNaN: true }),
      (seed, sigma) => {
        const noisy = drawStep(seed, sigma);
        const clean = noisy.slice();
        denoise(clean, alphaOf(opaque), size, 3);
        const isEven = (x: number) => Math.abs(x - size.width / 2) > 4;
        expect(deviationFromStep(clean, isEven)).toBeLessThan(0.5 * deviationFromStep(noisy, isEven));
        const atEdge = (x: number) => !isEven(x);
        expect(deviationFromStep(clean, atEdge)).toBeLessThan(1.05 * deviationFromStep(noisy, atEdge));
      },
    ),
    { numRuns: runsOf(20, 5) },
  );
});

test("the measured noise is close to its true standard deviation", () => {
  const measured = measureNoise(greenOf(drawStep(7, 0.02)), alphaOf(opaque), size);
  expect(measured / 0.02).toBeGreaterThan(0.75);
  expect(measured / 0.02).toBeLessThan(1.1);
});

test("denoising leaves a picture without grain, a slightly enlarged one and soft edges byte-identical", () => {
  const isKept = (color: Uint16Array, alpha: Uint16Array, scale: number) => {
    const after = color.slice();
    denoise(after, alpha, size, scale);
    return Buffer.from(after.buffer).equals(Buffer.from(color.buffer));
  };
  expect(isKept(drawStep(1, 0), alphaOf(opaque), 4)).toBe(true);
  expect(isKept(drawStep(1, 0.02), alphaOf(opaque), 1.5)).toBe(true);
  expect(isKept(drawStep(1, 0.02), alphaOf(30_000), 4)).toBe(true);
});
