import { expect, test } from "vitest";
import { linearOfByte, linearToSrgb } from "../pixels/color.ts";
import { afterShoulder, beforeShoulder, createShading, displayOfLight, shadedDisplay } from "./tone.ts";

const tone = { exposure: 0.99, contrast: 1.15, shoulder: 0.62 };

test("the tone curve is inverted exactly, for every byte", () => {
  for (let byte = 0; byte < 256; byte++) {
    const back = afterShoulder(beforeShoulder(linearOfByte[byte] ?? 0, tone), tone);
    expect(Math.round(linearToSrgb(back) * 255)).toBe(byte);
  }
});

test("a shaded value equals the value that the scene shows in less light", () => {
  const shading = createShading(tone);
  for (const light of [0.02, 0.1, 0.4, 0.8]) {
    for (const left of [0, 0.2, 0.5, 0.9, 1]) {
      expect(shadedDisplay(displayOfLight(light, tone), left, shading)).toBeCloseTo(
        displayOfLight(light * left, tone),
        3,
      );
    }
  }
});

test("shading never brightens, and darkens more as less light is left", () => {
  const shading = createShading(tone);
  for (let byte = 1; byte < 256; byte++) {
    const display = linearOfByte[byte] ?? 0;
    const steps = [1, 0.8, 0.5, 0.1, 0].map((left) => shadedDisplay(display, left, shading));
    for (let i = 1; i < steps.length; i++) expect(steps[i]).toBeLessThan(steps[i - 1] ?? 0);
    expect(steps[0]).toBeLessThanOrEqual(display + 1e-6);
  }
});
