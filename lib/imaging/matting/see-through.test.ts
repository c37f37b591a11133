import { describe, expect, test } from "vitest";
import { applyTransmission, findTransmission } from "./see-through.ts";

const width = 320;
const height = 400;
const box = { left: 0, top: 0, width, height };
const glass = { left: 100, right: 220, top: 60, bottom: 330 };
const isGlass = (x: number, y: number) =>
  x >= glass.left && x < glass.right && y >= glass.top && y < glass.bottom;

/** A grey wall above a brown table; their border is a few pixels soft. */
function ground(y: number, channel: number, horizon: number): number {
  const share = 1 / (1 + Math.exp(-(y - horizon) / 2));
  return ([200, 198, 194][channel] ?? 0) * (1 - share) + ([150, 105, 70][channel] ?? 0) * share;
}

/** Draws a block before a wall and a table that transmits `share` of the light and adds its own color. */
function draw({ share, own, horizon }: { share: number; own: readonly number[]; horizon: number }) {
  const rgb = new Uint8Array(width * height * 3);
  const alpha = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      if (isGlass(x, y)) alpha[index] = 1;
      const passing = isGlass(x, y) ? share : 1;
      for (let channel = 0; channel < 3; channel += 1) {
        // Camera noise, the same in every run.
        const noise = 3 * Math.sin(index * 12.9898 + channel * 78.233);
        const value = passing * ground(y, channel, horizon) + (1 - passing) * (own[channel] ?? 0) + noise;
        rgb[index * 3 + channel] = Math.min(255, Math.max(0, value));
      }
    }
  }
  return { rgb, mask: { alpha, width, height } };
}

/** Cuts out the drawing along its true outline. */
function cut(drawn: ReturnType<typeof draw>): Uint8Array | null {
  const transmission = findTransmission(drawn.mask, drawn.rgb);
  if (transmission === null) return null;
  const rgba = new Uint8Array(width * height * 4);
  for (let index = 0; index < width * height; index += 1) {
    rgba.set(drawn.rgb.subarray(index * 3, index * 3 + 3), index * 4);
    rgba[index * 4 + 3] = 255 * (drawn.mask.alpha[index] ?? 0);
  }
  applyTransmission(transmission, { rgba, pictureWidth: width, box });
  return rgba;
}

/** Mean over the inside of the glass, without its outline. */
function meanInside(value: (x: number, y: number) => number): number {
  let sum = 0;
  let count = 0;
  for (let y = glass.top + 12; y < glass.bottom - 12; y += 1) {
    for (let x = glass.left + 12; x < glass.right - 12; x += 1) {
      sum += value(x, y);
      count += 1;
    }
  }
  return sum / count;
}

describe("see-through parts", () => {
  test.each([
    ["clear", 0.85, [30, 30, 32]],
    ["tinted", 0.5, [140, 60, 20]],
    ["dark", 0.3, [20, 40, 20]],
  ] as const)(
    "%s glass gets an alpha that matches its true transmission, and a new ground shows through it",
    (_name, share, own) => {
      const rgba = cut(draw({ share, own, horizon: 190 }));
      if (rgba === null) throw new Error("no light was found to pass");
      const alphaError = meanInside((x, y) =>
        Math.abs((rgba[(y * width + x) * 4 + 3] ?? 0) / 255 - (1 - share)),
      );
      expect(alphaError).toBeLessThan(0.06);
      const newGround = [40, 120, 220];
      const colorError = meanInside((x, y) => {
        const at = (y * width + x) * 4;
        const alpha = (rgba[at + 3] ?? 0) / 255;
        return [0, 1, 2].reduce((sum, channel) => {
          const shown = alpha * (rgba[at + channel] ?? 0) + (1 - alpha) * (newGround[channel] ?? 0);
          const expected = (1 - share) * (own[channel] ?? 0) + share * (newGround[channel] ?? 0);
          return sum + Math.abs(shown - expected) / 3;
        }, 0);
      });
      expect(colorError).toBeLessThan(10);
    },
  );

  test("no see-through part is found in an opaque product, even when its own color changes near the horizon", () => {
    const drawn = draw({ share: 0, own: [150, 100, 80], horizon: 190 });
    expect(findTransmission(drawn.mask, drawn.rgb)).toBeNull();
    for (let y = 215; y < glass.bottom; y += 1) {
      for (let x = glass.left; x < glass.right; x += 1) drawn.rgb.set([60, 50, 45], (y * width + x) * 3);
    }
    expect(findTransmission(drawn.mask, drawn.rgb)).toBeNull();
  });

  test("no see-through part is found in front of a uniform ground", () => {
    const drawn = draw({ share: 0.6, own: [90, 120, 90], horizon: 10_000 });
    expect(findTransmission(drawn.mask, drawn.rgb)).toBeNull();
  });

  test("a label on the glass stays opaque", () => {
    const drawn = draw({ share: 0.6, own: [60, 90, 60], horizon: 190 });
    const label = { left: 120, right: 200, top: 230, bottom: 300 };
    for (let y = label.top; y < label.bottom; y += 1) {
      for (let x = label.left; x < label.right; x += 1) drawn.rgb.set([245, 240, 230], (y * width + x) * 3);
    }
    const rgba = cut(drawn);
    if (rgba === null) throw new Error("no light was found to pass");
    for (let y = label.top + 8; y < label.bottom - 8; y += 1) {
      for (let x = label.left + 8; x < label.right - 8; x += 1) {
        expect([...rgba.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]).toEqual([
          245, 240, 230, 255,
        ]);
      }
    }
  });

  test("folded gauze gets an alpha that follows its true transmission across the folds", () => {
    const folds = (x: number) => 0.5 + 0.15 * Math.sin(x / 9);
    const drawn = draw({ share: 1, own: [0, 0, 0], horizon: 190 });
    const own = [190, 165, 180];
    for (let y = glass.top; y < glass.bottom; y += 1) {
      for (let x = glass.left; x < glass.right; x += 1) {
        for (let at = (y * width + x) * 3, channel = 0; channel < 3; channel += 1) {
          const seen = drawn.rgb[at + channel] ?? 0;
          drawn.rgb[at + channel] = folds(x) * seen + (1 - folds(x)) * (own[channel] ?? 0);
        }
      }
    }
    const rgba = cut(drawn);
    if (rgba === null) throw new Error("no light was found to pass");
    const errorTo = (expected: (x: number) => number) =>
      meanInside((x, y) => Math.abs((rgba[(y * width + x) * 4 + 3] ?? 0) / 255 - (1 - expected(x))));
    expect(errorTo(folds)).toBeLessThan(0.07);
  });

  test("no see-through part is found when the product's color steps exceed the ground's, or are in one place only", () => {
    const larger = draw({ share: 0, own: [0, 0, 0], horizon: 190 });
    const inOnePlace = draw({ share: 0, own: [20, 20, 20], horizon: 190 });
    for (let y = glass.top; y < glass.bottom; y += 1) {
      for (let x = glass.left; x < glass.right; x += 1) {
        const at = (y * width + x) * 3;
        const scaled = (share: number) =>
          [0, 1, 2].map((channel) => 20 + share * (ground(y, channel, 190) - ground(height, channel, 190)));
        larger.rgb.set(scaled(1.6), at);
        if (x < glass.left + 12) inOnePlace.rgb.set(scaled(0.6), at);
      }
    }
    expect(findTransmission(larger.mask, larger.rgb)).toBeNull();
    expect(findTransmission(inOnePlace.mask, inOnePlace.rgb)).toBeNull();
  });

  test("no see-through part is found in a mask that is full or empty", () => {
    const drawn = draw({ share: 0.6, own: [60, 90, 60], horizon: 190 });
    drawn.mask.alpha.fill(1);
    expect(findTransmission(drawn.mask, drawn.rgb)).toBeNull();
    drawn.mask.alpha.fill(0);
    expect(findTransmission(drawn.mask, drawn.rgb)).toBeNull();
  });
});
