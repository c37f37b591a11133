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
const defaults = placements.map((placement) => ({ ...placement, rotationDeg: 0 }));
const frames = fc.record({
  width: fc.integer({ min: 200, max: 512 }),
  height: fc.integer({ min: 200, max: 512 }),
});
const standard: Placement = { x: 0.5, y: 0.62, scale: 0.7, rotationDeg: 0 };
const frame = { width: 512, height: 384 };

test("a placement can be read from its request, within rounding", () => {
  fc.assert(
    fc.property(placements, defaults, (placement, standard) => {
      const back = placementOf(layoutOf(placement, standard), standard);
      expect(Math.abs(back.x - placement.x)).toBeLessThanOrEqual(0.0016);
      expect(Math.abs(back.y - placement.y)).toBeLessThanOrEqual(0.0016);
      expect(Math.abs(back.scale - placement.scale)).toBeLessThanOrEqual(0.0016);
      expect(Math.abs(back.rotationDeg - placement.rotationDeg)).toBeLessThanOrEqual(0.06);
    }),
  );
});

test("the style's standard placement adds nothing to a request", () => {
  fc.assert(
    fc.property(defaults, (standard) => {
      expect(layoutOf(standard, standard)).toEqual({});
    }),
  );
});

test("a product that is only moved sends only the changed coordinate", () => {
  expect(layoutOf({ ...standard, x: 0.25 }, standard)).toEqual({ x: 0.25 });
  expect(layoutOf({ ...standard, y: 0.5 }, standard)).toEqual({ y: 0.5 });
});

test("a product that is scaled or turned sends its whole placement", () => {
  expect(layoutOf({ ...standard, scale: 0.4 }, standard)).toEqual({ x: 0.5, y: 0.62, scale: 0.4 });
  expect(layoutOf({ ...standard, rotationDeg: -12 }, standard)).toEqual({
    x: 0.5,
    y: 0.62,
    scale: 0.7,
    rotation_deg: -12,
  });
});

test("placement and proportions match the bounding box from which they are read", () => {
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
      expect(read.placement.x).toBeCloseTo(x, 9);
      expect(read.placement.y).toBeCloseTo(y, 9);
      expect(read.placement.scale).toBeCloseTo(scale, 9);
      expect(read.product.height).toBeCloseTo(0.4, 9);
    }),
  );
});

test("any pointer movement results in a placement within the limits of a request", () => {
  const far = fc.double({ min: -50, max: 50, noNaN: true });
  const point = fc.record({ x: far, y: far });
  fc.assert(
    fc.property(placements, point, point, fc.boolean(), (start, from, to, snaps) => {
      const turn = { start, from, to, standard, frame, snaps };
      for (const placement of [
        moveBy({ start, by: to, standard, frame, snaps }).placement,
        scaleTo(turn),
        rotateTo(turn),
      ]) {
        expect(limited(placement)).toEqual(placement);
        expect(placement.x).toBeGreaterThanOrEqual(0);
        expect(placement.x).toBeLessThanOrEqual(1);
        expect(placement.scale).toBeGreaterThanOrEqual(0.05);
        expect(placement.scale).toBeLessThanOrEqual(2);
        expect(Math.abs(placement.rotationDeg)).toBeLessThanOrEqual(180);
      }
    }),
  );
});

test("a drag without snapping moves the product by exactly its distance", () => {
  const { placement, guides } = moveBy({
    start: standard,
    by: { x: -0.2103, y: 0.0307 },
    standard,
    frame,
    snaps: false,
  });
  expect(placement).toEqual({ ...standard, x: 0.2897, y: 0.6507 });
  expect(guides).toEqual([]);
});

test("a guide is shown exactly where the center snapped", () => {
  fc.assert(
    fc.property(share, share, (x, y) => {
      const by = { x: x - standard.x, y: y - standard.y };
      const { placement, guides } = moveBy({ start: standard, by, standard, frame, snaps: true });
      const wanted = limited({ ...standard, x, y });
      for (const axis of ["x", "y"] as const) {
        const guide = guides.find((one) => one.axis === axis);
        if (guide) expect(placement[axis]).toBeCloseTo(guide.at, 4);
        else expect(placement[axis]).toBe(wanted[axis]);
      }
    }),
  );
});

test("the center snaps to the middle, to thirds and to the style's standard placement", () => {
  const at = (x: number, y: number) =>
    moveBy({ start: standard, by: { x: x - standard.x, y: y - standard.y }, standard, frame, snaps: true });
  expect(at(0.508, 0.615).placement).toMatchObject({ x: 0.5, y: 0.62 });
  expect(at(0.33, 0.67).placement).toMatchObject({ x: 0.3333, y: 0.6667 });
  expect(at(0.4, 0.8).guides).toEqual([]);
});

test("a corner that is pulled twice as far from the center doubles the scale", () => {
  const from = { x: 0.6, y: 0.7 };
  const to = { x: standard.x + 2 * (from.x - standard.x), y: standard.y + 2 * (from.y - standard.y) };
  expect(scaleTo({ start: standard, from, to, standard, frame, snaps: false }).scale).toBeCloseTo(1.4, 4);
});

test("the handle turns the product by its angle around the center, also in a frame that is not square", () => {
  const above = { x: standard.x, y: standard.y - 100 / frame.height };
  const right = { x: standard.x + 100 / frame.width, y: standard.y };
  const turn = { start: standard, from: above, to: right, standard, frame, snaps: true };
  expect(rotateTo(turn).rotationDeg).toBe(90);
  expect(rotateTo({ ...turn, start: { ...standard, rotationDeg: 170 } }).rotationDeg).toBe(-100);
});

test("keys move, scale and turn, ten times as far with Shift, and their opposites undo that", () => {
  for (const [key, opposite] of [
    ["ArrowLeft", "ArrowRight"],
    ["ArrowUp", "ArrowDown"],
    ["+", "-"],
    [",", "."],
  ] as const) {
    const there = nudge(standard, key, true);
    if (there === null || there === "standard") throw new Error(`${key} does nothing`);
    expect(there).not.toEqual(standard);
    const back = nudge(there, opposite, true);
    if (back === null || back === "standard") throw new Error(`${opposite} does nothing`);
    for (const field of ["x", "y", "scale", "rotationDeg"] as const) {
      expect(back[field]).toBeCloseTo(standard[field], 3);
    }
  }
  expect(nudge(standard, "ArrowLeft", false)).toMatchObject({ x: 0.495 });
  expect(nudge(standard, "ArrowLeft", true)).toMatchObject({ x: 0.45 });
  expect(nudge(standard, "Home", false)).toBe("standard");
  expect(nudge(standard, "a", false)).toBeNull();
  expect(nudge(standard, "toString", false)).toBeNull();
});
