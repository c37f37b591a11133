import { expect, test } from "vitest";
import { marketplaceSizes } from "#lib/contract/marketplaces/list.ts";
import { aspectRatios, outputSize } from "#lib/contract/photos/styles.ts";
import { safeAreasOf } from "./safe-areas.ts";

const frames = [
  ...aspectRatios.map((ratio) => outputSize(ratio, "1K")),
  ...Object.values(marketplaceSizes).map(({ width, height }) => ({ width, height })),
];

test("every safe area lies inside its frame and leaves most of it", () => {
  for (const frame of frames) {
    for (const { left, top, width, height } of Object.values(safeAreasOf(frame))) {
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(left + width).toBeLessThanOrEqual(1 + 1e-9);
      expect(top + height).toBeLessThanOrEqual(1 + 1e-9);
      expect(width * height).toBeGreaterThan(0.3);
    }
  }
});

test("areas of stories are offered for stories only, and the profile grid's for shapes that it crops", () => {
  const story = Object.keys(safeAreasOf({ width: 1080, height: 1920 }));
  expect(story).toEqual(expect.arrayContaining(["instagram_story", "instagram_reel", "pinterest"]));
  expect(Object.keys(safeAreasOf({ width: 1024, height: 1024 }))).toEqual([
    "amazon",
    "etsy",
    "instagram_grid",
  ]);
  expect(safeAreasOf({ width: 1080, height: 1350 }).instagram_grid).toMatchObject({
    width: 0.9375,
    height: 1,
  });
});

test("the safe area of a 4:3 listing is its middle square, and that of a square listing its middle 4:3", () => {
  expect(safeAreasOf({ width: 2000, height: 1500 }).etsy).toEqual({
    left: 0.125,
    top: 0,
    width: 0.75,
    height: 1,
  });
  expect(safeAreasOf({ width: 2000, height: 2000 }).etsy).toEqual({
    left: 0,
    top: 0.125,
    width: 1,
    height: 0.75,
  });
});
