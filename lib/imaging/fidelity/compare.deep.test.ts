// Guards that every kind of alteration of a product by an edit is detected and replaced, and none is imagined.
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { recolor } from "#lib/testing/imaging/edited-pictures.ts";
import {
  alterations,
  cutOutJar,
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
    [320, 180],
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

  test("notes the enlargement of a restored product, as for a rendered photo", async () => {
    const { product, edited } = await makeEdit((jar) => recolor(jar, { hueDeg: 40 }), { scale: 1 });
    const { fidelity, notes } = await compareEdited(product, { edited, width: 960, height: 960 });
    expect([fidelity.product, notes]).toEqual(["restored", [{ code: "small_source", enlarged: 2 }]]);
  });

  test("returns the same bytes for the same edit", async () => {
    const { product, edited, size } = await makeEdit((jar) => recolor(jar, { hueDeg: 40 }));
    const first = await compareEdited(product, { edited, ...size });
    const second = await compareEdited(product, { edited, ...size });
    expect(Buffer.compare(first.photo ?? new Uint8Array(), second.photo ?? new Uint8Array(1))).toBe(0);
  });
});

test("an edit of noise gives no photo", async () => {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const picture = sharp({ create: { width: 400, height: 400, channels: 3, background: "#888", noise } });
  const edited = await picture.png().toBuffer();
  const { photo } = await compareEdited(await cutOutJar(), { edited, width: 300, height: 300 });
  expect(photo).toBeNull();
});
