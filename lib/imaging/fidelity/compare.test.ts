import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { UnreadableImageError } from "#lib/images/picture.ts";
import { cutOut } from "#lib/imaging/matting/cut-out.ts";
import { encodeCutOut } from "#lib/imaging/matting/encode.ts";
import { recolor } from "#lib/testing/imaging/edited-pictures.ts";
import {
  alterations,
  describeKept,
  describeReplaced,
  describeRestored,
  describeSizes,
  drawJar,
  makeEdit,
  placements,
  same,
  seed,
} from "#lib/testing/imaging/edits.ts";
import { seededRandom } from "#lib/testing/random.ts";
import { compareEdited } from "./compare.ts";

/** One of the color, one of the outline; the label is the alteration that is replaced below. */
const classes = ["a hue turned by 15°", "a corner broken out"];

describe(`with seed ${seed}`, () => {
  describeKept(placements.slice(0, 1));
  describeRestored(alterations.filter(([name]) => classes.includes(name)));
  describeReplaced(alterations.slice(0, 1));
  describeSizes([[320, 180]]);

  test("notes the enlargement of a restored product, as for a rendered photo", async () => {
    const { product, edited } = await makeEdit((jar) => recolor(jar, { hueDeg: 40 }), { scale: 1 });
    const { fidelity, notes } = await compareEdited(product, { edited, width: 960, height: 960 });
    expect([fidelity.product, notes]).toEqual(["restored", [{ code: "small_source", enlarged: 2 }]]);
  });
});

describe("an edit without the product", () => {
  const product = async () => cutOut(await encodeCutOut(drawJar(seededRandom(1)), "png"));
  const size = { width: 300, height: 300 };

  test("in one color gives no photo", async () => {
    const flat = sharp({ create: { width: 400, height: 300, channels: 3, background: "#b8a890" } });
    const { photo, fidelity } = await compareEdited(await product(), {
      edited: await flat.png().toBuffer(),
      ...size,
    });
    expect([photo, fidelity.changed]).toEqual([null, 1]);
  });

  test("of noise gives no photo", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
    const picture = sharp({ create: { width: 400, height: 400, channels: 3, background: "#888", noise } });
    const { photo } = await compareEdited(await product(), {
      edited: await picture.png().toBuffer(),
      ...size,
    });
    expect(photo).toBeNull();
  });

  test("that is not a usable picture throws UnreadableImageError", async () => {
    const { edited } = await makeEdit(same);
    const given = await product();
    const line = await sharp({ create: { width: 900, height: 2, channels: 3, background: "#c33" } })
      .png()
      .toBuffer();
    for (const bytes of [
      new Uint8Array(0),
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"),
      edited.subarray(0, edited.length >> 1),
      line,
    ]) {
      await expect(compareEdited(given, { edited: bytes, ...size })).rejects.toBeInstanceOf(
        UnreadableImageError,
      );
    }
  });
});
