// Guards that every kind of alteration of a product by an edit is detected and replaced, and none is imagined.
import { describe, expect, test } from "vitest";
import { recolor } from "#lib/testing/imaging/edited-pictures.ts";
import {
  alterations,
  describeKept,
  describeReplaced,
  describeRestored,
  describeSizes,
  makeEdit,
  placements,
  same,
  seed,
} from "#lib/testing/imaging/edits.ts";
import { compareEdited } from "./compare.ts";

describe(`with seed ${seed}`, () => {
  describeKept(placements);
  describeRestored(alterations);
  describeReplaced(alterations.slice(0, 3));
  describeSizes([
    [300, 300],
    [640, 360],
    [270, 480],
  ]);

  test("notes the enlargement of a kept product, as for a rendered photo", async () => {
    const { product, edited, size } = await makeEdit(same, { scale: 1 });
    expect(await compareEdited(product, { edited, ...size })).toMatchObject({
      fidelity: { product: "kept" },
      notes: [],
    });
    const enlarged = await compareEdited(product, { edited, width: 960, height: 960 });
    expect(enlarged.notes).toEqual([{ code: "small_source", enlarged: 2 }]);
  });

  test("returns the same bytes for the same edit", async () => {
    const { product, edited, size } = await makeEdit((jar) => recolor(jar, { hueDeg: 40 }));
    const first = await compareEdited(product, { edited, ...size });
    const second = await compareEdited(product, { edited, ...size });
    expect(Buffer.compare(first.photo ?? new Uint8Array(), second.photo ?? new Uint8Array(1))).toBe(0);
  });
});
