import { expect, test } from "vitest";
import { createField } from "./field.ts";
import { findThreadBelow } from "./threads.ts";

const side = 300;
type Shape = (x: number, y: number) => boolean;

function drawn(shape: Shape) {
  const field = createField(side, side, 1);
  for (let i = 0; i < side * side; i++) field.data[i] = shape(i % side, Math.floor(i / side)) ? 1 : 0;
  return field;
}

const body: Shape = (x, y) => x > 60 && x < 220 && y > 40 && y < 200;
const line =
  (from: readonly [number, number], to: readonly [number, number], width = 2): Shape =>
  (x, y) => {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const along = ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy);
    const across = Math.abs((x - from[0]) * dy - (y - from[1]) * dx) / Math.hypot(dx, dy);
    return along >= 0 && along <= 1 && across < width / 2;
  };
const withParts = (...parts: Shape[]) => drawn((x, y) => body(x, y) || parts.some((part) => part(x, y)));

test("a thread or twig below a product is found in any direction, also where twigs cross", () => {
  for (const end of [
    [100, 260],
    [240, 240],
    [280, 222],
  ] as const) {
    const found = findThreadBelow(withParts(line([100, 195], end)));
    expect(Math.abs((found?.box.top ?? 0) - 200), `${end}`).toBeLessThan(3);
    expect((found?.box.top ?? 0) + (found?.box.height ?? 0)).toBeGreaterThan(end[1] - 4);
    // Of the twig nothing is left.
    expect(found?.rest.data.subarray(203 * side).reduce((sum, value) => sum + value, 0)).toBe(0);
  }
  const crossing = withParts(line([100, 195], [240, 240]), line([150, 195], [180, 236]));
  expect(
    findThreadBelow(crossing)
      ?.rest.data.subarray(203 * side)
      .includes(1),
  ).toBe(false);
});

test("legs of wire, a product of wire, a foot, and a thread beside the product are none", () => {
  const legs = withParts(line([80, 195], [80, 260], 3), line([200, 195], [200, 260], 3));
  const ofWire = drawn((x, y) => Math.abs(Math.hypot(x - 150, y - 150) - 100) < 1.5);
  const foot = withParts((x, y) => Math.abs(x - 140) < 6 && y < 240 && y > 190);
  const beside = withParts(line([215, 100], [280, 190]));
  for (const [name, shape] of Object.entries({ legs, ofWire, foot, beside, bare: withParts() }))
    expect(findThreadBelow(shape), name).toBeNull();
});
