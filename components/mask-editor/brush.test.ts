import { describe, expect, test } from "vitest";
import { type Brush, pointsAlong, touch, type Work } from "./brush.ts";
import type { ColorPicture, GreyPicture } from "./pixels.ts";

const size = 160;
const brush: Brush = { tool: "restore", size: 60, hardness: 1, followsEdges: true };

/**
 * A product of one color to the left of a slightly blurred vertical edge at x = 80, with noise like that of a JPEG.
 */
function createPicture(noise = 3): ColorPicture {
  const rgba = new Uint8ClampedArray(size * size * 4);
  let state = 7;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (state / 0x7fffffff) * 2 - 1;
  };
  for (let at = 0; at < size * size; at += 1) {
    const share = 1 / (1 + Math.exp(((at % size) + 0.5 - 80) / 0.7));
    const [product, backdrop] = [
      [150, 60, 50],
      [205, 205, 200],
    ];
    for (let channel = 0; channel < 3; channel += 1) {
      const color = share * (product?.[channel] ?? 0) + (1 - share) * (backdrop?.[channel] ?? 0);
      rgba[at * 4 + channel] = color + random() * noise;
    }
    rgba[at * 4 + 3] = 255;
  }
  return { width: size, height: size, rgba };
}

function grey(valueAt: (x: number) => number): GreyPicture {
  const values = Uint8ClampedArray.from({ length: size * size }, (_, at) => valueAt(at % size));
  return { width: size, height: size, values };
}

function createWork(mask: GreyPicture, computed: GreyPicture | null = null): Work {
  return { picture: createPicture(), mask, computed };
}

const at = (mask: GreyPicture, x: number, y = 80) => mask.values[y * size + x] ?? -1;

/** Mean of a part of the disc around (70, 80), as a share of 255. */
function meanWhere(mask: GreyPicture, belongs: (x: number) => boolean): number {
  let [sum, count] = [0, 0];
  for (let y = 50; y < 110; y += 1) {
    for (let x = 40; x < 100; x += 1) {
      if (!belongs(x) || Math.hypot(x + 0.5 - 70, y + 0.5 - 80) > 28) continue;
      sum += at(mask, x, y);
      count += 1;
    }
  }
  return sum / count / 255;
}

describe("a brush that follows edges", () => {
  test("restores only the side of an edge on which its center is", () => {
    const work = createWork(grey(() => 0));
    touch(work, { x: 70, y: 80 }, brush);
    expect(meanWhere(work.mask, (x) => x < 77)).toBeGreaterThan(0.97);
    expect(meanWhere(work.mask, (x) => x > 83)).toBeLessThan(0.02);
  });

  test("erases only the side of an edge on which its center is", () => {
    const work = createWork(grey(() => 255));
    touch(work, { x: 90, y: 80 }, { ...brush, tool: "erase" });
    expect(at(work.mask, 100)).toBeLessThan(5);
    expect(at(work.mask, 70)).toBeGreaterThan(250);
  });

  test("leaves a border whose alpha crosses one half within three pixels of the edge", () => {
    const work = createWork(grey(() => 0));
    touch(work, { x: 70, y: 80 }, brush);
    expect(at(work.mask, 77)).toBeGreaterThan(128);
    expect(at(work.mask, 82)).toBeLessThan(128);
  });

  test("restores exactly the mask that was computed where it has one", () => {
    const computed = grey((x) => (x < 78 ? 255 : x < 82 ? 140 : 0));
    const work = createWork(
      grey(() => 0),
      computed,
    );
    touch(work, { x: 70, y: 80 }, brush);
    expect([at(work.mask, 70), at(work.mask, 79), at(work.mask, 90)]).toEqual([255, 140, 0]);
  });

  test("never lowers a value when it restores, and never raises one when it erases", () => {
    const restored = createWork(grey(() => 90));
    touch(restored, { x: 70, y: 80 }, brush);
    expect(Math.min(...restored.mask.values)).toBe(90);
    const erased = createWork(grey(() => 90));
    touch(erased, { x: 70, y: 80 }, { ...brush, tool: "erase" });
    expect(Math.max(...erased.mask.values)).toBe(90);
  });
});

describe("a brush that does not follow edges", () => {
  test("changes the whole disc and nothing beyond it", () => {
    const work = createWork(grey(() => 0));
    const box = touch(work, { x: 80, y: 80 }, { ...brush, followsEdges: false });
    expect([at(work.mask, 53), at(work.mask, 106), at(work.mask, 48), at(work.mask, 112)]).toEqual([
      255, 255, 0, 0,
    ]);
    expect(box).toEqual({ left: 50, top: 50, width: 61, height: 61 });
  });

  test("fades towards its rim when it is soft", () => {
    const work = createWork(grey(() => 0));
    touch(work, { x: 80, y: 80 }, { ...brush, followsEdges: false, hardness: 0 });
    expect(at(work.mask, 80)).toBeGreaterThan(250);
    expect(at(work.mask, 95)).toBeGreaterThan(90);
    expect(at(work.mask, 95)).toBeLessThan(165);
  });

  test("does nothing outside the picture", () => {
    const work = createWork(grey(() => 0));
    expect(touch(work, { x: -200, y: 80 }, brush)).toBeNull();
  });
});

test("a stroke has no gaps: its points are close together and end at the pointer", () => {
  const places = pointsAlong({ x: 0, y: 0 }, { x: 100, y: 0 }, 20);
  expect(places.at(-1)).toEqual({ x: 100, y: 0 });
  expect(places.length).toBeGreaterThanOrEqual(20);
  expect(pointsAlong({ x: 5, y: 5 }, { x: 5, y: 5 }, 20)).toEqual([]);
});
