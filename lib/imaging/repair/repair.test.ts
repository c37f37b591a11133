import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { canColor, drawPhonePicture } from "#lib/testing/imaging/phone-pictures.ts";
import { rowsOf } from "#lib/testing/trials.ts";
import { cutOut } from "../matting/cut-out.ts";
import { notesOn } from "../notes/notes.ts";
import type { CutOut } from "../pixels/cut-out.ts";
import { repairProduct } from "./repair.ts";

type Flaws = Parameters<typeof drawPhonePicture>[0];

async function cutCan(flaws: Flaws = {}): Promise<CutOut> {
  const { image, mask } = await drawPhonePicture(flaws);
  return await cutOut(image, { mask });
}

/** Mean color of the middle of the can, below its band. */
function colorOf({ rgba, width }: Pick<CutOut, "rgba" | "width">): number[] {
  const sums = [0, 0, 0];
  for (let y = 360; y < 440; y++) {
    for (let x = 340; x < 380; x++) {
      for (const c of [0, 1, 2]) sums[c] = (sums[c] ?? 0) + (rgba[(y * width + x) * 4 + c] ?? 0) / 3200;
    }
  }
  return sums;
}

const codes = (cut: CutOut, enlarged = 1, correct?: "auto") =>
  notesOn(cut, { enlarged }, { correct }).map(({ code }) => code);

test("a picture that needs nothing stays the same object, and has no notes", async () => {
  const cut = await cutCan();
  // A sharp picture that is enlarged is small, not blurred.
  expect(codes(cut, 3)).toEqual(["small_source"]);
  expect(repairProduct(cut, "auto")).toBe(cut);
  expect(repairProduct(cut, "off")).toBe(cut);
  expect(codes(cut)).toEqual([]);
});

test("a knitted product is not taken for noise", async () => {
  const beanie = path.join(import.meta.dirname, "../../../public/samples/beanie");
  const mask = await sharp(`${beanie}.alpha.png`).extractChannel(0).png().toBuffer();
  const cut = await cutOut(`${beanie}.jpg`, { mask });
  expect(codes(cut)).toEqual([]);
  expect(repairProduct(cut, "auto")).toBe(cut);
});

test("a blue can under a tungsten lamp becomes blue again, and stays as it is when nothing is asked", async () => {
  const cut = await cutCan({ light: [0.9, 0.5, 0.2] });
  expect(codes(cut)).toEqual(["color_cast"]);
  expect(repairProduct(cut, undefined)).toBe(cut);
  const [red, green, blue] = colorOf(repairProduct(cut, "auto")) as [number, number, number];
  const wanted = canColor[2] / canColor[1];
  expect(Math.abs(blue / green / wanted - 1)).toBeLessThan(0.12);
  expect(red).toBeLessThan(0.62 * green);
});

test("colored walls in daylight are no cast, with or without white on the product", async () => {
  const walls = [
    [214, 190, 150],
    [120, 150, 110],
    [235, 228, 214],
  ] as const;
  for (const wall of rowsOf(walls, walls.slice(0, 1))) {
    const cut = await cutCan({ wall });
    expect(cut.around?.light?.cast, `${wall}`).toBeNull();
  }
});

test("a dark picture gets its brightness back", async () => {
  const cut = await cutCan({ light: [0.18, 0.18, 0.18] });
  expect(codes(cut)).toEqual(["too_dark"]);
  const color = colorOf(repairProduct(cut, "auto"));
  for (const [c, value] of color.entries()) expect(value / (canColor[c] ?? 1)).toBeGreaterThan(0.7);
});

test("noise of color is removed, without its brightness and edges", async () => {
  const cut = await cutCan({ noise: 14 });
  expect(codes(cut)).toEqual(["noisy"]);
  const spread = ({ rgba, width }: CutOut) => {
    let sum = 0;
    for (let y = 360; y < 440; y++) {
      for (let x = 300; x < 420; x++) {
        const at = (y * width + x) * 4;
        const difference = (i: number) => (rgba[i] ?? 0) - (rgba[i + 1] ?? 0);
        sum += Math.abs(difference(at) - difference(at + 4));
      }
    }
    return sum;
  };
  const repaired = repairProduct(cut, "auto");
  expect(spread(repaired)).toBeLessThan(0.4 * spread(cut));
  expect(colorOf(repaired).map(Math.round)).toEqual(colorOf(cut).map(Math.round));
});

test("the blocks of a strongly compressed JPEG are smoothed, and the product comes closer to the original", async () => {
  const mug = path.join(import.meta.dirname, "../../../public/samples/mug");
  const pixels = await sharp(`${mug}.jpg`).resize(640, 480).raw().toBuffer();
  const mask = await sharp(`${mug}.alpha.png`).resize(640, 480).png().toBuffer();
  const cutFrom = async (quality: number) => {
    const image = sharp(pixels, { raw: { width: 640, height: 480, channels: 3 } }).jpeg({ quality });
    return await cutOut(await image.toBuffer(), { mask });
  };
  const [original, cut] = [await cutFrom(100), await cutFrom(20)];
  expect([codes(original), codes(cut)]).toEqual([[], ["noisy"]]);
  const error = ({ rgba }: CutOut) =>
    rgba.reduce((sum, value, i) => (i % 4 === 3 ? sum : sum + (value - (original.rgba[i] ?? 0)) ** 2), 0);
  expect(error(repairProduct(cut, "auto"))).toBeLessThan(0.95 * error(cut));
});

test("noise and blur are judged for the size of the photo", async () => {
  const noisy = await cutCan({ noise: 7 });
  expect([codes(noisy), codes(noisy, 0.3)]).toEqual([["noisy"], []]);
  const blurred = await cutCan({ blur: 2.5 });
  expect([codes(blurred), codes(blurred, 0.3)]).toEqual([["blurred"], []]);
});
