import { expect, test } from "vitest";
import { drawMask } from "#lib/testing/imaging/masks.ts";
import { countSolid } from "../pixels/mask.ts";
import { openClearHoles } from "./clear-holes.ts";

const side = 64;
const whole = { left: 0, top: 0, width: side, height: side };
const ring = { from: 8, to: 56 };
const hole = { from: 20, to: 44 };

/** Whether a pixel lies in a square in the middle. */
const isIn = (x: number, y: number, { from, to }: { from: number; to: number }) =>
  x >= from && x < to && y >= from && y < to;

/** A metal ring on white paper, whose inside has this level. */
const drawRing = (inside: number, paper = 255) =>
  Uint8Array.from({ length: side * side * 3 }, (_, index) => {
    const at = Math.floor(index / 3);
    const [x, y] = [at % side, Math.floor(at / side)];
    if (isIn(x, y, hole)) return inside;
    return isIn(x, y, ring) ? 180 : paper;
  });

const filled = () => drawMask(side, side, (x, y) => (isIn(x, y, ring) ? 1 : 0));
const open = drawMask(side, side, (x, y) => (isIn(x, y, ring) && !isIn(x, y, hole) ? 1 : 0));

test("the inside of a ring opens where the coarse pass saw the white paper", () => {
  const mask = filled();
  openClearHoles({ mask, coarse: open, box: whole, size: whole, rgb: drawRing(255) });
  expect(countSolid(mask.alpha)).toBe(48 * 48 - 24 * 24);
});

test.each([
  ["a label in another white", open, drawRing(252)],
  [
    "a white part of which the coarse pass was not sure",
    drawMask(side, side, (x, y) => (isIn(x, y, ring) ? 0.1 : 0)),
    drawRing(255),
  ],
  [
    "a part in the color of a ground that is not plain",
    open,
    drawRing(255).map((value, at) => (at % 5 === 0 ? 90 : value)),
  ],
])("%s stays", (_, coarse, rgb) => {
  const mask = filled();
  openClearHoles({ mask, coarse, box: whole, size: whole, rgb });
  expect(countSolid(mask.alpha)).toBe(48 * 48);
});
