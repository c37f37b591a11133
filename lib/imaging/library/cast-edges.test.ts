import { expect, test } from "vitest";
import { createField } from "../pixels/field.ts";
import { createPartSampler } from "../pixels/sampling.ts";
import type { Cast } from "./cast.ts";
import type { Guide } from "./cast-borders.ts";
import { followEdges } from "./cast-edges.ts";

/** Pixels of the frame per cell of the depth map. */
const scale = 8;
const cells = 24;
const side = cells * scale;
const part = { width: side, height: side, left: 0, top: 0, columns: side };

/** A podium below a slanted rim, in full shadow; the wall behind it is in the light. */
const rimAt = (x: number) => 0.4 * side + 0.13 * x;
const isPodium = (x: number, y: number) => y > rimAt(x);

function shadowedPodium(): Cast {
  const cast = { ...createField(cells, cells, 2), nearness: new Float32Array(cells * cells) };
  for (let i = 0; i < cells * cells; i++) {
    const [x, y] = [((i % cells) + 0.5) * scale, (Math.floor(i / cells) + 0.5) * scale];
    cast.nearness[i] = isPodium(x, y) ? 1 / 60 : 1 / 100;
    if (isPodium(x, y)) cast.data.fill(0.8, i * 2, i * 2 + 2);
  }
  return cast;
}

function plateOf(podium: number, wall: number): Guide {
  const bytes = new Uint8Array(side * side * 3);
  for (let i = 0; i < side * side; i++) {
    const color = isPodium((i % side) + 0.5, Math.floor(i / side) + 0.5) ? podium : wall;
    bytes.fill(color, i * 3, i * 3 + 3);
  }
  return { width: side, height: side, bytes };
}

/** The greatest distance (pixels) of the shadow's end from the rim, over all columns that have the rim. */
function farthestFromRim(guide: Guide | null): number {
  const cast = shadowedPodium();
  const keyShare = createField(cells, cells, 1);
  keyShare.data.fill(0.5);
  const sample = createPartSampler(cast, part);
  const correct = guide && followEdges({ cast, keyShare, guide, part });
  const castRow = new Float32Array(side * 2);
  const keyRow = new Float32Array(side).fill(0.5);
  const shadowed = new Float64Array(side);
  for (let y = 0; y < side; y++) {
    sample(y, castRow);
    correct?.(y, castRow, keyRow);
    for (let x = 0; x < side; x++) shadowed[x] = (shadowed[x] as number) + (castRow[x * 2] as number) / 0.8;
  }
  let farthest = 0;
  for (let x = 2 * scale; x < side - 2 * scale; x++)
    farthest = Math.max(farthest, Math.abs(side - (shadowed[x] as number) - rimAt(x + 0.5)));
  return farthest;
}

test("a shadow ends at the rim of its surface, where the cells of the depth map alone make stairs", () => {
  expect(farthestFromRim(null)).toBeGreaterThan(3);
  expect(farthestFromRim(plateOf(200, 90))).toBeLessThan(1);
});

test("where both surfaces have one color, the shadow's end is smooth and nearer to the rim than the cells", () => {
  expect(farthestFromRim(plateOf(150, 150))).toBeLessThan(3);
});

test("light that is the same on both sides of a rim is left as it is", () => {
  const cast = shadowedPodium();
  cast.data.fill(0.3);
  const keyShare = createField(cells, cells, 1);
  const correct = followEdges({ cast, keyShare, guide: plateOf(200, 90), part });
  const castRow = new Float32Array(side * 2).fill(0.3);
  const before = castRow.slice();
  for (let y = 0; y < side; y++) correct(y, castRow, new Float32Array(side));
  expect(castRow).toEqual(before);
});
