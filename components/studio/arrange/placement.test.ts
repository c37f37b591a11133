import fc from "fast-check";
import { expect, test } from "vitest";
import {
  boxShares,
  layoutOf,
  limited,
  measurePlacement,
  moveBy,
  nudge,
  type Placement,
  placementOf,
  rotateTo,
  scaleTo,
} from "./placement.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const placements = fc
  .record({
    x: share,
    y: share,
    scale: fc.double({ min: 0.05, max: 2, noNaN: true }),
    rotationDeg: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  .map(limited);
const owns = placements.map((place) => ({ ...place, rotationDeg: 0 }));
const frames = fc.record({
  width: fc.integer({ min: 200, max: 512 }),
  height: fc.integer({ min: 200, max: 512 }),
});
const own: Placement = { x: 0.5, y: 0.62, scale: 0.7, rotationDeg: 0 };
const frame = { width: 512, height: 384 };

test("a place can be read from its request, within rounding", () => {
  fc.assert(
    fc.property(placements, owns, (place, own) => {
      const back = placementOf(layoutOf(place, own), own);
      expect(Math.abs(back.x - place.x)).toBeLessThanOrEqual(0.0016);
      expect(Math.abs(back.y - place.y)).toBeLessThanOrEqual(0.0016);
      expect(Math.abs(back.scale - place.scale)).toBeLessThanOrEqual(0.0016);
      expect(Math.abs(back.rotationDeg - place.rotationDeg)).toBeLessThanOrEqual(0.06);
    }),
  );
});

test("the style's own place adds nothing to a request", () => {
  fc.assert(
    fc.property(owns, (own) => {
      expect(layoutOf(own, own)).toEqual({});
    }),
  );
});

test("a product that is only moved sends only the changed coordinate", () => {
  expect(layoutOf({ ...own, x: 0.25 }, own)).toEqual({ x: 0.25 });
  expect(layoutOf({ ...own, y: 0.5 }, own)).toEqual({ y: 0.5 });
});

test("a product that is scaled or turned sends its whole place", () => {
  expect(layoutOf({ ...own, scale: 0.4 }, own)).toEqual({ x: 0.5, y: 0.62, scale: 0.4 });
  expect(layoutOf({ ...own, rotationDeg: -12 }, own)).toEqual({
    x: 0.5,
    y: 0.62,
    scale: 0.7,
    rotation_deg: -12,
  });
});

test("place and proportions match the bounding box from which they are read", () => {
  fc.assert(
    fc.property(frames, placements, (frame, { x, y, scale }) => {
      const product = { width: 1, height: 0.4 };
      const shares = boxShares(scale, product, frame);
      const box = {
        width: shares.width * frame.width,
        height: shares.height * frame.height,
        left: (x - shares.width / 2) * frame.width,
        top: (y - shares.height / 2) * frame.height,
      };
      fc.pre(box.width >= 1);
      const read = measurePlacement(frame, box);
      expect(read.place.x).toBeCloseTo(x, 9);
      expect(read.place.y).toBeCloseTo(y, 9);
      expect(read.place.scale).toBeCloseTo(scale, 9);
      expect(read.product.height).toBeCloseTo(0.4, 9);
    }),
  );
});

test("any pointer movement results in a place within the limits of a request", () => {
  const far = fc.double({ min: -50, max: 50, noNaN: true });
  const point = fc.record({ x: far, y: far });
  fc.assert(
    fc.property(placements, point, point, fc.boolean(), (start, from, to, snaps) => {
      const turn = { start, from, to, own, frame, snaps };
      for (const place of [
        moveBy({ start, by: to, own, frame, snaps }).place,
        scaleTo(turn),
        rotateTo(turn),
      ]) {
        expect(limited(place)).toEqual(place);
        expect(place.x).toBeGreaterThanOrEqual(0);
        expect(place.x).toBeLessThanOrEqual(1);
        expect(place.scale).toBeGreaterThanOrEqual(0.05);
        expect(place.scale).toBeLessThanOrEqual(2);
        expect(Math.abs(place.rotationDeg)).toBeLessThanOrEqual(180);
      }
    }),
  );
});

test("a drag without snapping moves the product by exactly its distance", () => {
  const { place, guides } = moveBy({
    start: own,
    by: { x: -0.2103, y: 0.0307 },
    own,
    frame,
    snaps: false,
  });
  expect(place).toEqual({ ...own, x: 0.2897, y: 0.6507 });
  expect(guides).toEqual([]);
});

test("a guide is shown exactly where the center snapped", () => {
  fc.assert(
    fc.property(share, share, (x, y) => {
      const by = { x: x - own.x, y: y - own.y };
      const { place, guides } = moveBy({ start: own, by, own, frame, snaps: true });
      const wanted = limited({ ...own, x, y });
      for (const axis of ["x", "y"] as const) {
        const guide = guides.find((one) => one.axis === axis);
        if (guide) expect(place[axis]).toBeCloseTo(guide.at, 4);
        else expect(place[axis]).toBe(wanted[axis]);
      }
    }),
  );
});

test("the center snaps to the middle, to thirds and to the style's own place", () => {
  const at = (x: number, y: number) =>
    moveBy({ start: own, by: { x: x - own.x, y: y - own.y }, own, frame, snaps: true });
  expect(at(0.508, 0.615).place).toMatchObject({ x: 0.5, y: 0.62 });
  expect(at(0.33, 0.67).place).toMatchObject({ x: 0.3333, y: 0.6667 });
  expect(at(0.4, 0.8).guides).toEqual([]);
});

test("a corner that is pulled twice as far from the center doubles the scale", () => {
  const from = { x: 0.6, y: 0.7 };
  const to = { x: own.x + 2 * (from.x - own.x), y: own.y + 2 * (from.y - own.y) };
  expect(scaleTo({ start: own, from, to, own, frame, snaps: false }).scale).toBeCloseTo(1.4, 4);
});

test("the handle turns the product by its angle around the center, also in a frame that is not square", () => {
  const above = { x: own.x, y: own.y - 100 / frame.height };
  const right = { x: own.x + 100 / frame.width, y: own.y };
  const turn = { start: own, from: above, to: right, own, frame, snaps: true };
  expect(rotateTo(turn).rotationDeg).toBe(90);
  expect(rotateTo({ ...turn, start: { ...own, rotationDeg: 170 } }).rotationDeg).toBe(-100);
});

test("keys move, scale and turn, ten times as far with Shift, and their opposites undo that", () => {
  for (const [key, opposite] of [
    ["ArrowLeft", "ArrowRight"],
    ["ArrowUp", "ArrowDown"],
    ["+", "-"],
    [",", "."],
  ] as const) {
    const there = nudge(own, key, true);
    if (there === null || there === "own") throw new Error(`${key} does nothing`);
    expect(there).not.toEqual(own);
    const back = nudge(there, opposite, true);
    if (back === null || back === "own") throw new Error(`${opposite} does nothing`);
    for (const field of ["x", "y", "scale", "rotationDeg"] as const) {
      expect(back[field]).toBeCloseTo(own[field], 3);
    }
  }
  expect(nudge(own, "ArrowLeft", false)).toMatchObject({ x: 0.495 });
  expect(nudge(own, "ArrowLeft", true)).toMatchObject({ x: 0.45 });
  expect(nudge(own, "Home", false)).toBe("own");
  expect(nudge(own, "a", false)).toBeNull();
  expect(nudge(own, "toString", false)).toBeNull();
});
