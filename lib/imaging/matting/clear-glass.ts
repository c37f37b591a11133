import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { boundingBox } from "#lib/imaging/pixels/boxes.ts";
import { luminance } from "#lib/imaging/pixels/color.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { comparePassedLight, type PassedLight } from "./passed-light.ts";

// Chosen on samples, stances and yardstick, cut out along their true outlines: of 103 pictures, two of the three with
// clear glass are found, and nothing else.
/** Cells along the product's longer side. */
const cellsAcross = 200;
/** Clear glass shows the ground in its color (logarithms of ratios) and nearly in its light. */
const sameHue = 0.12;
const clearFrom = 0.6;
const clearTo = 1.08;
/** Share of the ground's light (luminance) in the dark lines of its edges, and the reach of these. */
const dark = 0.35;
const reach = 3;
/** Least share of the product that is clear, and of the cells around it that are dark. */
const leastClear = 0.1;
const leastDark = 0.35;
/** Cells at the outline that show both sides of it. */
const outline = 2;

/** The box, in the cut-out's pixels, of clear glass: parts like the ground behind them, in dark lines; null for none. */
export function findClearGlass(cutOut: ProductCutOut): Box | null {
  if (!cutOut.around?.beside) return null;
  const cells = comparePassedLight(cutOut, cellsAcross);
  const { cell } = cells;
  const inner = erode(new Uint8Array(cells.alpha.map((value) => (value > 0.5 ? 1 : 0))), cells, outline);
  const clear = inner.map((is, at) => (is === 1 && isClear(cells, at) ? 1 : 0));
  const near = erode(
    clear.map((is) => 1 - is),
    cells,
    reach,
  );
  const count = { all: 0, clear: 0, around: 0, dark: 0 };
  for (let at = 0; at < inner.length; at++) {
    if (inner[at] === 0) continue;
    count.all++;
    if (clear[at] === 1) count.clear++;
    else if (near[at] === 0) {
      count.around++;
      if (lightOf(cells, at) < dark) count.dark++;
    }
  }
  if (count.clear < leastClear * count.all || count.dark < leastDark * count.around) return null;
  const box = boundingBox(cells.width, cells.height, (at) => clear[at] === 1);
  return (
    box && {
      left: cutOut.box.left + box.left * cell,
      top: cutOut.box.top + box.top * cell,
      width: Math.min(box.width * cell, cutOut.box.width),
      height: Math.min(box.height * cell, cutOut.box.height),
    }
  );
}

function isClear(cells: PassedLight, at: number): boolean {
  const light = lightOf(cells, at);
  if (light < clearFrom || light > clearTo) return false;
  const log = (c: number) => Math.log(Math.max(1e-3, cells.shares[at * 3 + c] as number));
  return Math.hypot(log(0) - log(1), log(1) - log(2)) < sameHue;
}

function lightOf({ shares }: PassedLight, at: number): number {
  const of = (c: number) => shares[at * 3 + c] as number;
  return luminance([of(0), of(1), of(2)]);
}

/** Morphological erosion by a diamond: the marked cells whose neighbors within so many steps are marked too. */
function erode(marked: Uint8Array, { width }: Size, steps: number): Uint8Array {
  let now = marked;
  for (let step = 0; step < steps; step++) {
    const last = now;
    now = last.map((is, at) =>
      is === 1 &&
      at % width > 0 &&
      at % width < width - 1 &&
      last[at - 1] === 1 &&
      last[at + 1] === 1 &&
      last[at - width] === 1 &&
      last[at + width] === 1
        ? 1
        : 0,
    );
  }
  return now;
}
