import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { boxSum } from "#lib/imaging/pixels/box-sum.ts";
import { findComponents, forEachRun } from "#lib/imaging/pixels/components.ts";
import type { Mask } from "#lib/imaging/pixels/mask.ts";

// Chosen on samples and yardstick, against their true alpha.
/** Cells along the longer side of the examined part. */
const cellsAcross = 512;
/** Alpha from which a pass found the product; the coarse one counts only where the fine one has at least `trace`. */
const seenFinely = 0.22;
const seenCoarsely = 0.55;
const trace = 0.01;
/** Within `reach` cells of a cut-out opacity of `kept` nothing counts as missing: soft edges lie there. */
const kept = 0.55;
const reach = 5;
/** In cells. Smaller areas are noise; larger ones are shadows or objects behind the product. */
const leastCells = 14;
const mostCells = 3000;
/** Products with fewer pixels along the longer side are skipped: three of four parts found in them are specks. */
const leastProductSide = 400;
/** At most this many parts of a cut-out are reported, the largest first. */
export const mostParts = 4;

/**
 * Finds parts that a pass found but of which almost nothing is left in the cut-out: thin and pale ones. `rgba` is the
 * cut-out, `coarse` the mask of the whole picture. Boxes are in the picture's pixels, the largest first.
 */
export function findUnsureParts(
  rgba: Uint8Array,
  size: Size,
  { box, mask, coarse }: { box: Box; mask: Mask; coarse: Mask },
): Box[] {
  if (Math.max(box.width, box.height) < leastProductSide) return [];
  const scale = Math.min(1, cellsAcross / Math.max(mask.width, mask.height));
  const width = Math.max(8, Math.round(mask.width * scale));
  const height = Math.max(8, Math.round(mask.height * scale));
  const isKept = new Float32Array(width * height);
  const found = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const u = (x + 0.5) / width;
      const v = (y + 0.5) / height;
      const column = Math.min(size.width - 1, Math.floor(box.left + u * box.width));
      const row = Math.min(size.height - 1, Math.floor(box.top + v * box.height));
      isKept[y * width + x] = (rgba[(row * size.width + column) * 4 + 3] ?? 0) / 255 >= kept ? 1 : 0;
      const fine = valueAt(mask, u, v);
      const far = valueAt(coarse, column / size.width, row / size.height);
      found[y * width + x] = fine >= seenFinely || (far >= seenCoarsely && fine >= trace) ? 1 : 0;
    }
  }
  boxSum(isKept, { width, height }, { columns: reach, rows: reach });
  for (let i = 0; i < found.length; i += 1) if ((isKept[i] ?? 0) > 0) found[i] = 0;
  return boxesOf({ alpha: found, width, height }).map(({ left, top, right, bottom }) => {
    const at = {
      left: Math.floor(box.left + ((left - reach) / width) * box.width),
      top: Math.floor(box.top + ((top - reach) / height) * box.height),
      right: Math.ceil(box.left + ((right + reach) / width) * box.width),
      bottom: Math.ceil(box.top + ((bottom + reach) / height) * box.height),
    };
    const [x, y] = [Math.max(0, at.left), Math.max(0, at.top)];
    return {
      left: x,
      top: y,
      width: Math.min(size.width, at.right) - x,
      height: Math.min(size.height, at.bottom) - y,
    };
  });
}

function valueAt({ alpha, width, height }: Mask, u: number, v: number): number {
  const x = Math.min(width - 1, Math.floor(u * width));
  const y = Math.min(height - 1, Math.floor(v * height));
  return alpha[y * width + x] ?? 0;
}

function boxesOf(mask: Mask) {
  const components = findComponents(mask, { from: 1 });
  const boxes = components.areas.map(() => ({ left: mask.width, right: 0, top: mask.height, bottom: 0 }));
  forEachRun(components, (name, start, end) => {
    const found = boxes[name];
    if (!found) return;
    const row = Math.floor(start / mask.width);
    found.left = Math.min(found.left, start - row * mask.width);
    found.right = Math.max(found.right, end - row * mask.width);
    found.top = Math.min(found.top, row);
    found.bottom = Math.max(found.bottom, row + 1);
  });
  return boxes
    .map((found, name) => ({ ...found, area: components.areas[name] ?? 0 }))
    .slice(1)
    .filter(({ area }) => area >= leastCells && area <= mostCells)
    .sort((a, b) => b.area - a.area)
    .slice(0, mostParts);
}
