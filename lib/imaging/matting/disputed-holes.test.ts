import { expect, test } from "vitest";
import type { Mask } from "../pixels/mask.ts";
import { fillSpecks } from "./disputed-holes.ts";

const side = 64;

/** An opaque product in the middle of a mask, with specks of this alpha. */
function drawMask(speck: number, specks: readonly (readonly [number, number])[]): Mask {
  const alpha = new Float32Array(side * side);
  for (let y = 4; y < side - 4; y++) alpha.fill(1, y * side + 4, (y + 1) * side - 4);
  for (const [x, y] of specks)
    for (const row of [y, y + 1]) alpha.fill(speck, row * side + x, row * side + x + 2);
  return { alpha, width: side, height: side };
}

/** The same, with a longer speck besides, as a line of print. */
function drawPrint(speck: number, specks: readonly (readonly [number, number])[]): Mask {
  return drawMask(speck, [...specks, ...Array.from({ length: 24 }, (_, at) => [8 + 2 * at, 12] as const)]);
}

/** Number of pixels that become opaque. */
function filled(mask: Mask, coarse: Mask): number {
  const before = Float32Array.from(mask.alpha);
  fillSpecks({
    mask,
    coarse,
    box: { left: 0, top: 0, width: side, height: side },
    size: { width: side, height: side },
  });
  return mask.alpha.filter((value, at) => value !== before[at]).length;
}

const place = [[30, 30]] as const;
/** As many as the gaps of lace. */
const many = Array.from({ length: 36 }, (_, at) => [8 + 8 * (at % 6), 8 + 8 * Math.floor(at / 6)] as const);
const opaque = drawMask(1, []);

test("a half transparent speck becomes opaque where the coarse pass saw product", () => {
  expect(filled(drawMask(0.5, place), opaque)).toBe(4);
});

/** Shows the background in the first of these specks. */
function seeThrough(mask: Mask, count: number): Mask {
  for (const [x, y] of many.slice(0, count)) mask.alpha[y * side + x] = 0;
  return mask;
}

test("the many strokes of a dial's print become opaque, with one that looked like background", () => {
  const print = drawPrint(0.5, many);
  expect(filled(print, opaque)).toBe(4 * 36 + 24 * 4);
  expect(filled(seeThrough(drawPrint(0.5, many), 1), opaque)).toBe(4 * 36 + 24 * 4);
});

test.each([
  ["one that the fine pass saw as background", drawMask(0.2, place), opaque],
  ["one in which the coarse pass was not sure", drawMask(0.5, place), drawMask(0.9, place)],
  ["one at the edge of the product", drawMask(0.5, [[4, 30]]), opaque],
  ["the many gaps of lace", drawMask(0.5, many), opaque],
  ["what shows in several places between leaves of all sizes", seeThrough(drawPrint(0.5, many), 3), opaque],
])("%s stays as it is", (_, mask, coarse) => {
  expect(filled(mask, coarse)).toBe(0);
});
