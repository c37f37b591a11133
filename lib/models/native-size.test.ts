import { describe, expect, test } from "vitest";
import {
  aspectRatios,
  multipliers,
  outputSize,
  type Resolution,
  resolutions,
} from "../contract/photos/styles.ts";
import { modelFamilies } from "./families/index.ts";
import { type NativeSize, nativeSize, ratioError } from "./native-size.ts";

const wanted = aspectRatios.flatMap((aspectRatio) =>
  resolutions.map((resolution) => ({ aspectRatio, resolution, ...outputSize(aspectRatio, resolution) })),
);

const isAtMost = (most: Resolution) => (one: Resolution) => multipliers[one] <= multipliers[most];

describe.each(
  modelFamilies.map((family) => [`${family.provider} ${family.pattern.source}`, family] as const),
)("%s", (_name, { sizing }) => {
  test.each(wanted)("supports the native size chosen for $aspectRatio at $resolution", (want) => {
    const native = nativeSize(sizing, want);
    switch (sizing.by) {
      case "ratio":
        expect(sizing.ratios).toContain(native.aspectRatio);
        expect(native.size).toBeNull();
        if (sizing.resolutions.length === 0) expect(native.resolution).toBeNull();
        else expect(native.resolution).toBe(sizing.resolutions.findLast(isAtMost(want.resolution)));
        break;
      case "list":
        expect(sizing.sizes).toContain(native.size);
        break;
      case "pixels":
        expect(native.size).toBe(`${native.width}x${native.height}`);
        expect([native.width % sizing.step, native.height % sizing.step]).toEqual([0, 0]);
        expect(Math.min(native.width, native.height)).toBeGreaterThanOrEqual(sizing.minSide);
        expect(Math.max(native.width, native.height)).toBeLessThanOrEqual(sizing.maxSide);
        expect(native.width * native.height).toBeLessThanOrEqual(sizing.maxPixels);
    }
    // No other size of the family is closer to the ratio.
    const others = choicesOf(sizing);
    for (const other of others) {
      expect(ratioError(native, want)).toBeLessThanOrEqual(ratioError(other, want) + 0.01);
    }
    expect(ratioError(native, want)).toBeLessThan(sizing.by === "list" ? 0.2 : 0.03);
  });
});

function choicesOf(sizing: (typeof modelFamilies)[number]["sizing"]): { width: number; height: number }[] {
  if (sizing.by === "pixels") return [];
  const texts: readonly string[] = sizing.by === "ratio" ? sizing.ratios : sizing.sizes;
  return texts.map((text) => {
    const [width = 0, height = 0] = text.split(/[:x]/).map(Number);
    return { width, height };
  });
}

test("the chosen resolution is the largest that the family supports, up to the requested one", () => {
  const small = { by: "ratio", ratios: ["1:1", "4:3"], resolutions: ["1K", "2K"] } as const;
  const resolution = (want: (typeof resolutions)[number]): NativeSize["resolution"] =>
    nativeSize(small, { ...outputSize("4:3", want), resolution: want }).resolution;
  expect((["1K", "2K", "4K"] as const).map(resolution)).toEqual(["1K", "2K", "2K"]);
  for (const { sizing } of modelFamilies) {
    if (sizing.by !== "pixels") continue;
    for (const want of wanted) {
      const native = nativeSize(sizing, want);
      expect(native.width * native.height).toBeLessThanOrEqual(want.width * want.height * 1.05);
    }
  }
});

test("free sizes match the ratio exactly where possible", () => {
  const sizing = { by: "pixels", step: 16, minSide: 256, maxSide: 2048, maxPixels: 1_100_000 } as const;
  expect(nativeSize(sizing, { width: 2400, height: 1792, resolution: "2K" })).toMatchObject({
    size: "1200x896",
  });
});
