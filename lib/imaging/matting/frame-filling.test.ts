import { expect, test } from "vitest";
import { drawOnGround } from "#lib/testing/imaging/banded-products.ts";
import { rowsOf } from "#lib/testing/trials.ts";
import { findFrameFilling } from "./frame-filling.ts";

type Box = readonly [number, number, number, number];

const rect = ([x, y, width, height]: Box, color: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${color}"/>`;

/** The area that is found in a picture of which only the part `kept` was cut out. */
async function fillingOf(content: string, [left, top, width, height]: Box) {
  const { rgb, ...size } = await drawOnGround(content);
  const data = new Uint8Array(size.width * size.height * 4);
  for (let y = top; y < top + height; y += 1)
    for (let x = left; x < left + width; x += 1) data[(y * size.width + x) * 4 + 3] = 255;
  return findFrameFilling({ data, width: size.width, height: size.height }, { data: rgb, ...size });
}

const label: Box = [250, 350, 300, 200];

const boxes: [string, Box][] = [
  ["three sides", [0, 120, 900, 780]],
  ["two sides", [150, 120, 750, 780]],
  ["one side", [60, 60, 780, 840]],
];
test.each(rowsOf(boxes, boxes.slice(0, 2)))(
  "a product that runs out of %s of the picture is found when only its label was cut out",
  async (_, box) => {
    const found = await fillingOf(rect(box, "#37474f") + rect(label, "#ffb300"), label);
    const [left, top, width, height] = box;
    const { left: x = 0, top: y = 0, width: w = 0, height: h = 0 } = found ?? {};
    for (const difference of [x - left, y - top, x + w - left - width, y + h - top - height])
      expect(Math.abs(difference)).toBeLessThanOrEqual(5);
  },
);

const others: [string, string, Box][] = [
  [
    "a product with a shadow on a table before a white wall",
    `<filter id="f"><feGaussianBlur stdDeviation="14"/></filter>${rect([0, 120, 900, 780], "#6b4a30")}<ellipse cx="400" cy="555" rx="170" ry="30" fill="#000" opacity=".5" filter="url(#f)"/>${rect(label, "#2b6f8a")}`,
    label,
  ],
  [
    "a product that stands before a wall",
    rect([0, 450, 900, 450], "#6b4a30") + rect(label, "#2b6f8a"),
    label,
  ],
  ["a product on white", rect(label, "#2b6f8a"), label],
  ["a product on a colored ground", rect([0, 0, 900, 900], "#6b4a30") + rect(label, "#2b6f8a"), label],
  [
    "a pattern that fills the frame",
    Array.from({ length: 15 }, (_, at) => rect([at * 60, 0, 30, 900], "#a33")).join(""),
    [300, 0, 30, 900],
  ],
  [
    "a table before a grey wall",
    rect([0, 0, 900, 200], "#8a9aa0") + rect([0, 200, 900, 700], "#37474f") + rect(label, "#2b6f8a"),
    label,
  ],
];
test.each(rowsOf(others, others.slice(0, 3)))("%s is not mistaken for a label", async (_, content, kept) => {
  expect(await fillingOf(content, kept)).toBeNull();
});
