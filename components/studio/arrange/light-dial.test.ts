import fc from "fast-check";
import { expect, test } from "vitest";
import { directionOf, knobOf } from "./light-dial.tsx";

test("the direction of a knob is the direction that it was placed for", () => {
  const directions = fc.record({
    azimuthDeg: fc.integer({ min: -179, max: 180 }),
    elevationDeg: fc.integer({ min: 5, max: 86 }),
  });
  fc.assert(
    fc.property(directions, (direction) => {
      expect(directionOf(knobOf(direction), { azimuthDeg: 0, elevationDeg: 90 })).toEqual(direction);
    }),
  );
});

test("the dial shows the set from above: camera below, left at the left, higher towards the middle", () => {
  const before = { azimuthDeg: 30, elevationDeg: 40 };
  expect(directionOf({ x: 0, y: 1 }, before)).toEqual({ azimuthDeg: 0, elevationDeg: 5 });
  expect(directionOf({ x: -1, y: 0 }, before)).toEqual({ azimuthDeg: -90, elevationDeg: 5 });
  expect(directionOf({ x: 5, y: 0 }, before)).toEqual({ azimuthDeg: 90, elevationDeg: 5 });
  expect(directionOf({ x: 0, y: 0 }, before)).toEqual({ azimuthDeg: 30, elevationDeg: 90 });
});
