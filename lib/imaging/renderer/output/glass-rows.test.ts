import { expect, test } from "vitest";
import { createGlass } from "./glass-rows.ts";

const width = 200;
/** Glass in the columns 50 to 150 of one row that passes these shares, without light of its own. */
function throughGlass(shares: readonly [number, number, number]): Float32Array {
  const alpha = new Uint16Array(100).fill(65_535);
  const passing = Uint16Array.from({ length: 300 }, (_, i) => (shares[i % 3] ?? 0) * 65_535);
  const pixels = { width: 100, height: 1, alpha, color: new Uint16Array(300) };
  const part = { width: 100, height: 1, left: 0, top: 0, columns: 100 };
  const glass = createGlass({ pixels, left: 50, top: 0, part, passing });
  // Red on the left, blue on the right.
  const behind = Float32Array.from({ length: width * 3 }, (_, i) =>
    i % 3 === (i < width * 1.5 ? 0 : 2) ? 1 : 0,
  );
  const row = behind.slice();
  row.fill(0, 150, 450);
  glass?.(0, row, behind);
  return row;
}
const at = (row: Float32Array, x: number) => [...row.subarray(x * 3, x * 3 + 3)];

test("a filled bottle shows what is behind it from side to side, with the color of its liquid", () => {
  const row = throughGlass([0.8, 0.7, 0.4]);
  const [left, right] = [at(row, 65), at(row, 135)];
  expect([left[0], right[2]]).toEqual([0, 0]);
  expect([left[2], right[0]]).toEqual([expect.closeTo(0.4, 3), expect.closeTo(0.8, 3)]);
});

test("empty glass shows what is behind it at its place, and nothing beside the glass changes", () => {
  const row = throughGlass([0.8, 0.8, 0.8]);
  expect([at(row, 65)[0], at(row, 135)[2]]).toEqual([expect.closeTo(0.8, 3), expect.closeTo(0.8, 3)]);
  expect([at(row, 49), at(row, 150)]).toEqual([
    [1, 0, 0],
    [0, 0, 1],
  ]);
});

test("a product without glass has no such rows", () => {
  const pixels = { width: 1, height: 1, alpha: new Uint16Array(1), color: new Uint16Array(3) };
  expect(
    createGlass({ pixels, left: 0, top: 0, part: { ...pixels, left: 0, top: 0, columns: 1 } }),
  ).toBeNull();
});
