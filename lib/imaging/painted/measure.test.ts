import { describe, expect, test } from "vitest";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { linearLight } from "#lib/imaging/pixels/color.ts";
import { type DrawnScene, drawScene } from "#lib/testing/imaging/drawn-scenes.ts";
import { cropScene, openScene } from "./fit.ts";
import { measureGloss } from "./measure-gloss.ts";
import { grainTile, grayOf, measureGrain } from "./measure-grain.ts";
import { measureLight } from "./measure-light.ts";
import { findSurface } from "./measure-surface.ts";

const size = { width: 192, height: 192 };
const expected = { horizonY: 0.58, groundY: 0.78, left: 0.3, right: 0.7 };
const planned = { azimuthDeg: -102, elevationDeg: 54, softness: 0.5, warmth: 0 };

async function pixelsOf(scene: DrawnScene, at: Size) {
  const painted = await openScene(await drawScene(scene));
  return await painted.read({ left: 0, top: 0, width: painted.width, height: painted.height }, at);
}

const linear = async (change: Partial<DrawnScene>) =>
  linearLight(await pixelsOf({ width: 400, height: 400, horizonY: 0.58, ...change }, size), size);

describe("the surface of a painted scene", () => {
  test.each([0.43, 0.5, 0.58, 0.66, 0.73])(
    "is found where it was painted: horizon at %f",
    async (horizonY) => {
      const surface = findSurface(await linear({ horizonY, noise: 2 }), expected);
      expect(surface.isSeen).toBe(true);
      expect(Math.abs(surface.backY - horizonY)).toBeLessThan(0.015);
      expect(surface.frontY).toBe(1);
    },
  );

  test("ends at its front edge", async () => {
    const surface = findSurface(await linear({ horizonY: 0.6, frontY: 0.84 }), expected);
    expect(Math.abs(surface.backY - 0.6)).toBeLessThan(0.015);
    expect(Math.abs(surface.frontY - 0.84)).toBeLessThan(0.015);
  });

  test("is found in a dark scene", async () => {
    const dark = { wall: [14, 15, 18], table: [30, 24, 20] } as const;
    const surface = findSurface(await linear({ horizonY: 0.65, ...dark }), expected);
    expect(Math.abs(surface.backY - 0.65)).toBeLessThan(0.015);
  });

  test("defaults to the planned position when no edge is visible", async () => {
    const paper = [220, 160, 170] as const;
    const surface = findSurface(await linear({ wall: paper, table: paper, noise: 2 }), expected);
    expect(surface).toEqual({ isSeen: false, backY: 0.58, frontY: 1 });
  });
});

describe("the light of a painted scene", () => {
  const lightOf = async (change: Partial<DrawnScene>) => {
    const scene = await linear(change);
    const position = { left: 0.3, right: 0.7, top: 0.2, groundY: 0.78 };
    return measureLight(scene, { surface: findSurface(scene, expected), position, planned });
  };

  test("comes from the brighter side, regardless of the plan", async () => {
    const right = await lightOf({ slope: 0.8 });
    expect(Math.sin((right.azimuthDeg * Math.PI) / 180)).toBeGreaterThan(0.5);
    const left = await lightOf({ slope: -0.8 });
    expect(Math.sin((left.azimuthDeg * Math.PI) / 180)).toBeLessThan(-0.5);
  });

  test("comes from the planned direction when the scene shows none", async () => {
    expect((await lightOf({ slope: 0 })).azimuthDeg).toBeCloseTo(planned.azimuthDeg, 0);
  });

  test("dims a product in a dark scene and warms it in an orange one, both within bounds", async () => {
    const bright = await lightOf({});
    const dark = await lightOf({ wall: [20, 20, 20], table: [30, 30, 30] });
    expect(dark.key[1]).toBeLessThan(0.85 * bright.key[1]);
    expect(dark.key[1]).toBeGreaterThanOrEqual(0.6);
    const { key } = await lightOf({ wall: [250, 120, 20], table: [240, 110, 10] });
    expect(key[0] / key[2]).toBeGreaterThan(1.05);
    expect(key[0] / key[2]).toBeLessThan(1.2);
  });
});

describe("the gloss of a painted surface", () => {
  const glossOf = async (change: Partial<DrawnScene>) => {
    const scene = await linear(change);
    return measureGloss(scene, findSurface(scene, expected));
  };

  test("is detected when the surface mirrors the background", async () => {
    expect(await glossOf({ isGlossy: true })).toBeGreaterThan(0.5);
  });

  test("is unknown in front of a plain wall", async () => {
    expect(await glossOf({})).toBeNull();
  });
});

describe("the grain of a painted scene", () => {
  const side = { width: 256, height: 256 };
  const grainOf = async (noise: number) => {
    const pixels = await pixelsOf({ ...side, horizonY: 0.5, noise }, side);
    return measureGrain(grayOf(pixels, side.width, { left: 0, top: 0, ...side }));
  };

  test.each([1.5, 3])("of %f steps is measured to within a fifth", async (noise) => {
    // The sum of the drawing's three uniform values has a standard deviation of `noise`.
    const { steps } = await grainOf(noise);
    expect(steps).toBeGreaterThan(0.8 * noise);
    expect(steps).toBeLessThan(1.2 * noise);
  });

  test("is near zero in a clean scene, and no grain is added", async () => {
    const grain = await grainOf(0);
    expect(grain.steps).toBeLessThan(0.3);
    expect(grainTile(grain, { steps: 0, sigma: 0 })).toBeNull();
  });

  test("is added to a product only as far as the product lacks it", () => {
    const tile = grainTile({ steps: 3, sigma: 0.6 }, { steps: 1, sigma: 0 }) ?? new Float32Array(1);
    const deviation = Math.sqrt(tile.reduce((sum, value) => sum + value * value, 0) / tile.length);
    expect(deviation).toBeCloseTo(Math.sqrt(8), 1);
    expect(grainTile({ steps: 2, sigma: 0 }, { steps: 2, sigma: 0 })).toBeNull();
  });
});

describe("the part of a scene that becomes the photo", () => {
  const frame = { width: 1024, height: 1024 };
  const position = { keepX: 0.5, keepY: 0.78 };

  test("is centered horizontally and holds the planned row in position vertically", () => {
    expect(cropScene({ width: 1600, height: 1000 }, frame, position)).toEqual({
      left: 300,
      top: 0,
      width: 1000,
      height: 1000,
    });
    const tall = cropScene({ width: 1000, height: 1600 }, frame, position);
    expect(tall).toEqual({ left: 0, top: 468, width: 1000, height: 1000 });
  });

  test("is shifted to put the surface's edge on the planned row, and stays within the scene", () => {
    const scene = { width: 1000, height: 1600 };
    expect(cropScene(scene, frame, { ...position, row: { from: 0.6, to: 0.5 } }).top).toBe(460);
    expect(cropScene(scene, frame, { ...position, row: { from: 0.95, to: 0.2 } }).top).toBe(600);
    expect(cropScene(scene, frame, { ...position, row: { from: 0.1, to: 0.6 } }).top).toBe(0);
  });

  test.each([
    [1, 1],
    [1, 5000],
    [5000, 1],
    [3, 2],
  ])("in a scene of %d × %d has at least one pixel and stays within the scene", (width, height) => {
    const crop = cropScene({ width, height }, { width: 1376, height: 768 }, position);
    expect(crop.width).toBeGreaterThan(0);
    expect(crop.height).toBeGreaterThan(0);
    expect(crop.left + crop.width).toBeLessThanOrEqual(width);
    expect(crop.top + crop.height).toBeLessThanOrEqual(height);
  });
});
