import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { countSolid, type Mask } from "../pixels/mask.ts";
import { cutOut } from "./cut-out.ts";
import { findWholeFigure } from "./whole-figure.ts";

const width = 60;
const height = 80;
type Box = readonly [left: number, top: number, right: number, bottom: number];
type Color = readonly [number, number, number];

function fill({ left, top, right, bottom }: Record<"left" | "top" | "right" | "bottom", number>) {
  return Array.from({ length: bottom - top }, (_, y) =>
    Array.from({ length: right - left }, (_, x) => (top + y) * width + left + x),
  ).flat();
}

const pixelsOf = ([left, top, right, bottom]: Box) => fill({ left, top, right, bottom });

/** A picture on white paper with these areas in one color each, or in the color of a place. */
function drawPicture(...areas: readonly (readonly [Box, Color | ((x: number) => Color)])[]): Uint8Array {
  const rgb = new Uint8Array(width * height * 3).fill(250);
  for (const [box, color] of areas)
    for (const at of pixelsOf(box)) rgb.set(typeof color === "function" ? color(at % width) : color, at * 3);
  return rgb;
}

function maskOf(...boxes: readonly Box[]): Mask {
  const alpha = new Float32Array(width * height);
  for (const box of boxes) for (const at of pixelsOf(box)) alpha[at] = 1;
  return { alpha, width, height };
}

const cover: Box = [10, 10, 50, 70];
/** Its solid pixels: its corners are soft. */
const inside = 40 * 60 - 4;
const person: Box = [20, 30, 35, 65];
const book = [[cover, [40, 90, 160]] as const, [person, [200, 120, 90]] as const] as const;

test("a cover is found whole when the network saw only the person on it", () => {
  const found = findWholeFigure(maskOf(person), drawPicture(...book));
  expect(found && countSolid(found.alpha)).toBe(inside);
});

test("a white title within the cover belongs to it", () => {
  const found = findWholeFigure(
    maskOf(person),
    drawPicture(...book, [
      [15, 14, 45, 24],
      [250, 250, 250],
    ]),
  );
  expect(found && countSolid(found.alpha)).toBe(inside);
});

test("a pale strip at the edge of the cover belongs to it", () => {
  const found = findWholeFigure(
    maskOf(person),
    drawPicture(...book, [
      [10, 64, 44, 70],
      [244, 244, 244],
    ]),
  );
  expect(found && countSolid(found.alpha)).toBe(inside);
});

test("the paper beside the foot of a screen does not", () => {
  const foot: Box = [25, 70, 35, 78];
  const found = findWholeFigure(maskOf(person), drawPicture(...book, [foot, [40, 40, 40]]));
  expect(found && countSolid(found.alpha)).toBe(inside + 10 * 8);
});

test("the hole of a ring stays open when the network lost a part of the ring", () => {
  const ring = [
    [cover, [200, 150, 40]] as const,
    [
      [20, 20, 40, 50],
      [250, 250, 250],
    ] as const,
  ] as const;
  const found = findWholeFigure(
    maskOf([10, 10, 20, 70], [40, 10, 50, 70], [20, 10, 40, 20]),
    drawPicture(...ring),
  );
  expect(found && countSolid(found.alpha)).toBeLessThan(inside - 18 * 28);
});

test("a gray body is found where the network was in doubt, between parts that it saw", () => {
  const mask = maskOf([10, 10, 50, 30]);
  for (const at of pixelsOf([10, 30, 50, 70])) mask.alpha[at] = 0.3;
  const found = findWholeFigure(
    mask,
    drawPicture(
      [cover, [205, 205, 206]],
      [
        [10, 10, 50, 30],
        [30, 30, 30],
      ],
    ),
  );
  expect(found && countSolid(found.alpha)).toBe(inside);
});

test("a soft shadow beside the cover does not", () => {
  const shadow = (x: number): Color => [250 - 4 * (58 - x), 250 - 4 * (58 - x), 250 - 4 * (58 - x)];
  const found = findWholeFigure(maskOf(person), drawPicture(...book, [[50, 10, 58, 70], shadow]));
  expect(found && countSolid(found.alpha)).toBe(inside);
});

test.each([
  ["the network saw all of the cover", maskOf(cover), drawPicture(...book)],
  [
    "the cover runs out of the picture",
    maskOf(person),
    drawPicture([
      [10, 10, 60, 70],
      [40, 90, 160],
    ]),
  ],
  [
    "only a shadow with hard edges is beside the product",
    maskOf(person),
    drawPicture(book[1], [
      [35, 55, 45, 65],
      [200, 200, 200],
    ]),
  ],
  ["the network saw nothing, as on a page of text", maskOf(), drawPicture(...book)],
  ["the network saw something else", maskOf(person, [0, 0, 20, 9]), drawPicture(...book)],
])("nothing changes when %s", (_, mask, rgb) => {
  expect(findWholeFigure(mask, rgb)).toBeNull();
});

test("the cut-out of a printed cover is the cover, not the bottle in its picture", {
  timeout: 60_000,
}, async () => {
  const root = path.join(import.meta.dirname, "../../..");
  const alpha = await sharp(path.join(root, "public/samples/lotion.alpha.png")).extractChannel(0).toBuffer();
  const bottle = await sharp(path.join(root, "public/samples/lotion.jpg"))
    .joinChannel(alpha)
    .png()
    .toBuffer();
  const printed = await sharp(path.join(root, "assets/scenes/pool-summer/middle.webp"))
    .resize(500, 620)
    .composite([{ input: await sharp(bottle).resize(500, 620, { fit: "inside" }).toBuffer() }])
    .toBuffer();
  const paper = sharp({ create: { width: 700, height: 820, channels: 3, background: "#fbfbfa" } });
  const cut = await cutOut(
    await paper
      .composite([{ input: printed }])
      .jpeg()
      .toBuffer(),
  );
  const { left, top, width, height } = cut.box;
  for (const distance of [left - 100, top - 100, left + width - 600, top + height - 720])
    expect(Math.abs(distance)).toBeLessThanOrEqual(3);
  expect(cut.coverage).toBeCloseTo((500 * 620) / (700 * 820), 2);
});
