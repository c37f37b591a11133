import sharp from "sharp";
import { expect, test } from "vitest";
import { compareCutOuts, type Picture, readTrueForeground } from "./edge-quality.ts";

const side = 20;

/** A single color; the left half has the first alpha, the right half the second. */
function halves(color: readonly number[], left: number, right: number): Picture {
  const rgba = new Uint8Array(side * side * 4);
  for (let index = 0; index < side * side; index += 1) {
    rgba.set([...color, index % side < side / 2 ? left : right], index * 4);
  }
  return { rgba, width: side, height: side };
}

const png = ({ rgba, width, height }: Picture) =>
  sharp(rgba, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();

test("grey left in a cut-out counts as an error on every backdrop that it changes", () => {
  const grey = [51, 51, 51];
  const errors = compareCutOuts(halves(grey, 255, 255), halves(grey, 255, 0), side);
  expect(errors.mae).toBeCloseTo(0.5);
  expect(errors.sad).toBeCloseTo((side * side) / 2 / 1000);
  expect(errors.compositeOnBlack).toBeCloseTo(51 / 2);
  expect(errors.compositeOnWhite).toBeCloseTo(204 / 2);
  expect(errors.compositeOnGreen).toBeCloseTo((51 + 204 + 51) / 3 / 2);
  expect(errors.compositeError).toBeCloseTo((51 + 204 + 102) / 6);
});

test("a true foreground has the photo's color where it is opaque and its own elsewhere", async () => {
  const photo = await png(halves([10, 20, 30], 255, 255));
  const { rgba } = await readTrueForeground(photo, await png(halves([200, 100, 50], 255, 128)));
  expect([...rgba.subarray(0, 4)]).toEqual([10, 20, 30, 255]);
  expect([...rgba.subarray((side - 1) * 4, side * 4)]).toEqual([200, 100, 50, 128]);
});

test("a true foreground of another size is rejected", async () => {
  const small = await sharp({ create: { width: 5, height: 5, channels: 4, background: "red" } })
    .png()
    .toBuffer();
  const photo = await png(halves([10, 20, 30], 255, 255));
  await expect(readTrueForeground(photo, small)).rejects.toThrow("size");
});
