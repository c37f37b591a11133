import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Mask } from "#lib/imaging/pixels/mask.ts";
import { alphaAt, drawMask } from "#lib/testing/imaging/masks.ts";
import { buildColorModel } from "./color-model.ts";
import { findHardEdges } from "./hard-edges.ts";
import { cellShift } from "./ramps.ts";
import { refine } from "./refine.ts";

const side = 128;
type Color = readonly [number, number, number];

const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** Rises from 0 to 1 over `width` pixels, across a line through the center that is turned by `angle`. */
function ramp(width: number, angle: number): Mask {
  const [across, down] = [Math.cos(angle), Math.sin(angle)];
  return drawMask(side, side, (x, y) =>
    clamp(0.5 + ((x - side / 2) * across + (y - side / 2) * down) / width),
  );
}

function paint({ alpha }: Mask, product: Color, backdrop: Color): Uint8Array {
  const rgb = new Uint8Array(alpha.length * 3);
  for (const [index, value] of alpha.entries()) {
    for (const channel of [0, 1, 2] as const)
      rgb[index * 3 + channel] = Math.round(value * product[channel] + (1 - value) * backdrop[channel]);
  }
  return rgb;
}

function hardnessInMiddle(mask: Mask, rgb: Uint8Array): number {
  const { columns, values } = findHardEdges(mask, rgb, { model: buildColorModel(mask, rgb), pixel: 1 });
  const middle = (side / 2) >> cellShift;
  return values[middle * columns + middle] ?? Number.NaN;
}

const angles = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });
const channel = fc.integer({ min: 0, max: 255 });
const colors = fc
  .tuple(fc.tuple(channel, channel, channel), fc.tuple(channel, channel, channel))
  .filter(
    ([one, other]) => one.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0) > 60 ** 2,
  );

describe("findHardEdges", () => {
  test("finds an edge that is softer in the mask than in the picture, for any distinct colors and any direction", () => {
    fc.assert(
      fc.property(angles, colors, (angle, [product, backdrop]) => {
        const rgb = paint(ramp(1, angle), product, backdrop);
        expect(hardnessInMiddle(ramp(6, angle), rgb)).toBeGreaterThan(0.7);
      }),
    );
  });

  test("ignores an edge that is blurred in the picture too", () => {
    fc.assert(
      fc.property(angles, colors, (angle, [product, backdrop]) => {
        const rgb = paint(ramp(16, angle), product, backdrop);
        expect(hardnessInMiddle(ramp(8, angle), rgb)).toBe(0);
      }),
    );
  });

  test("ignores an edge with other edges close by or with little contrast, and finds none in a flat mask", () => {
    const mesh = (width: number) =>
      drawMask(side, side, (x) => clamp(0.5 + (Math.abs(((x + 2) % 12) - 6) - 3) / width));
    const colored = paint(mesh(1), [240, 200, 40], [20, 40, 160]);
    expect(hardnessInMiddle(mesh(4), colored)).toBe(0);
    expect(hardnessInMiddle(ramp(6, 0), paint(ramp(1, 0), [120, 120, 120], [110, 115, 118]))).toBe(0);
    const flat = drawMask(side, side, () => 1);
    expect(hardnessInMiddle(flat, paint(flat, [240, 200, 40], [0, 0, 0]))).toBe(0);
  });
});

describe("refine", () => {
  test("changes the mask at a noisy hard edge more than twice as much as at a blurred edge", () => {
    const noise = (index: number) => ((index * 7919) % 97) - 48;
    const cut = (picture: number) => {
      const mask = ramp(8, 0);
      const rgb = paint(ramp(picture, 0), [170, 150, 120], [110, 120, 130]).map((value, index) =>
        Math.min(255, Math.max(0, value + noise(index) / 3)),
      );
      const rgba = new Uint8Array(side * side * 4).fill(255);
      for (let index = 0; index < side * side; index += 1)
        rgba.set(rgb.subarray(index * 3, index * 3 + 3), index * 4);
      refine({ rgba, pictureWidth: side, box: { left: 0, top: 0, width: side, height: side }, mask, rgb });
      let sum = 0;
      for (let index = 0; index < side * side; index += 1)
        sum += Math.abs((rgba[index * 4 + 3] ?? 0) / 255 - (mask.alpha[index] ?? 0));
      return sum / side;
    };
    expect(alphaAt(ramp(8, 0), side / 2, 10)).toBe(0.5);
    expect(cut(1)).toBeGreaterThan(2 * cut(16));
  });
});
