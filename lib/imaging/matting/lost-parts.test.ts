import { expect, test } from "vitest";
import { countSolid, type Mask } from "../pixels/mask.ts";
import { restoreLostParts } from "./lost-parts.ts";

const side = 64;
const whole = { left: 0, top: 0, width: side, height: side };

/** A mask of this alpha within rectangles (left, top, right, bottom). */
function drawMask(
  value: number,
  ...rectangles: readonly (readonly [number, number, number, number])[]
): Mask {
  const alpha = new Float32Array(side * side);
  for (const [left, top, right, bottom] of rectangles)
    for (let y = top; y < bottom; y++) alpha.fill(value, y * side + left, y * side + right);
  return { alpha, width: side, height: side };
}

/** The solid pixels of the mask after lost parts are restored. */
function restored(mask: Mask, coarse: Mask, box = whole): number {
  restoreLostParts({ mask, coarse, box, size: whole });
  return countSolid(mask.alpha);
}

const product = [8, 8, 48, 56] as const;
const lid = [8, 8, 48, 20] as const;

test("the body of which only the lid is left comes back", () => {
  expect(restored(drawMask(1, lid), drawMask(1, product))).toBe(40 * 48);
});

test("a body of which only printed lines are left comes back whole", () => {
  const lines = [20, 30, 40].map((y) => [8, y, 48, y + 1] as const);
  expect(restored(drawMask(1, lid, ...lines), drawMask(1, product))).toBe(40 * 48);
});

test("the mask of a part of the picture gets the body at its place", () => {
  const mask: Mask = { alpha: new Float32Array(96 * 96), width: 96, height: 96 };
  for (let y = 0; y < 24; y++) mask.alpha.fill(1, y * 96, y * 96 + 80);
  restored(mask, drawMask(1, product), { left: 8, top: 8, width: 48, height: 48 });
  expect(mask.alpha[90 * 96 + 40]).toBe(1);
  expect(mask.alpha[90 * 96 + 90]).toBe(0);
});

test.each([
  ["one that the coarse pass was not sure of", drawMask(1, lid), drawMask(0.98, product)],
  ["one at a side of the picture", drawMask(1, lid), drawMask(1, lid, [0, 20, 64, 64])],
  ["a small one", drawMask(1, [8, 8, 48, 54]), drawMask(1, product)],
  ["one of which the fine pass saw a trace", drawMask(0.4, product), drawMask(1, product)],
])("%s does not come back", (_, mask, coarse) => {
  const before = Float32Array.from(mask.alpha);
  restored(mask, coarse);
  expect(mask.alpha).toEqual(before);
});
