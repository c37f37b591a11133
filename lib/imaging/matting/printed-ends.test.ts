import { expect, test } from "vitest";
import {
  type Banded,
  drawBanded,
  drawOnGround,
  maskByColor,
  sets,
} from "#lib/testing/imaging/banded-products.ts";
import { rowsOf } from "#lib/testing/trials.ts";
import { findPrintedEnd } from "./printed-ends.ts";

const size = { width: 900, height: 900 };

async function endOf(options: Banded) {
  const picture = await drawBanded(options);
  return findPrintedEnd({ mask: maskByColor(picture), rgb: picture.rgb }, size);
}

test.each<[string, Banded, readonly [number, number, number, number]]>([
  ["top", { bands: [{ from: -0.01, to: 0.35, isPrinted: true }] }, [300, 170, 600, 366]],
  ["bottom", { shape: "bottle", bands: [{ from: 0.65, to: 1.01, isPrinted: true }] }, [300, 534, 600, 730]],
  ["side", { turnDeg: 90, bands: [{ from: -0.01, to: 0.35, isPrinted: true }] }, [534, 300, 730, 600]],
])("a printed label in the ground's color at the %s of a product is found", async (_, options, sides) => {
  const { left = 0, top = 0, width = 0, height = 0 } = (await endOf(options)) ?? {};
  // Its far end cannot be seen.
  for (const [at, value] of [left, top, left + width, top + height].entries())
    expect(Math.abs(value - (sides[at] ?? 0))).toBeLessThanOrEqual(25);
});

test("nothing is found at a plain end, or in a set of products", async () => {
  expect(await endOf({ bands: [{ from: -0.01, to: 0.35 }] })).toBeNull();
  expect(await endOf({ bands: [] })).toBeNull();
  for (const [name, content] of rowsOf(Object.entries(sets), Object.entries(sets).slice(0, 2))) {
    const picture = await drawOnGround(content);
    const end = findPrintedEnd({ mask: maskByColor(picture), rgb: picture.rgb }, size);
    expect(end, name).toBeNull();
  }
});
