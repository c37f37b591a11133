import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { UnreadableImageError } from "#lib/images/picture.ts";
import { type EditPlan, paintEdit, pixelAt, redraw } from "#lib/testing/imaging/edited-pictures.ts";
import {
  alterations,
  cutOutJar,
  describeKept,
  describeReplaced,
  describeRestored,
  makeEdit,
  placements,
  same,
  seed,
} from "#lib/testing/imaging/edits.ts";
import { readSample } from "#lib/testing/imaging/labels.ts";
import { deepTest } from "#lib/testing/trials.ts";
import { cutOut } from "../matting/cut-out.ts";
import { encodeCutOut } from "../matting/encode.ts";
import { mostChanged } from "./bounds.ts";
import { compareEdited } from "./compare.ts";

const lotionPlan: EditPlan = {
  ...{ width: 1024, height: 1024, x: 492, y: 520, scale: 0.62, turnDeg: 2 },
  ...{ gain: [1.02, 0.96, 0.88], slopeX: 0.15, slopeY: -0.1, blurSigma: 0.4, jpegQuality: 88 },
};

describe(`with seed ${seed}`, () => {
  describeKept(placements.slice(0, 1));
  describeRestored(alterations.filter(([name]) => name === "a corner broken out"));
  describeReplaced(alterations.slice(0, 1));

  test("returns a JPEG of the requested size, and notes the enlargement, as for a rendered photo", async () => {
    const { product, edited } = await makeEdit(same, { scale: 1 });
    const { photo, notes } = await compareEdited(product, { edited, width: 960, height: 960 });
    expect(notes).toEqual([{ code: "small_source", enlarged: 2 }]);
    const facts = await sharp(photo ?? new Uint8Array()).metadata();
    expect(facts).toMatchObject({ width: 960, height: 960, format: "jpeg", chromaSubsampling: "4:4:4" });
  });
});

deepTest("a letter that an edit changed is named, and the product's own pixels are put back", async () => {
  const lotion = await readSample("lotion");
  const product = await cutOut(await encodeCutOut(lotion, "png"), { maxBoxSide: 1024 });
  const compare = async (shown: typeof lotion) => {
    const scene = new Uint8Array(1024 * 1024 * 3).fill(190);
    const edited = await paintEdit(shown, scene, lotionPlan);
    return (await compareEdited(product, { edited, width: 1024, height: 1024 })).fidelity;
  };
  expect(await compare(lotion)).toMatchObject({ product: "kept", changedWords: [] });
  const letter = { left: 548, top: 958, width: 29, height: 48 };
  const altered = redraw(lotion, (x, y) => pixelAt(lotion, x + 34, y), letter);
  const { product: source, changed, changedWords = [] } = await compare(altered);
  expect([source, changedWords.join()]).toEqual(["restored", expect.stringContaining("FENNEL")]);
  // So small a change of shapes alone counts as none.
  expect(changed).toBeLessThan(mostChanged);
});

describe("an edit without the product", () => {
  const size = { width: 300, height: 300 };

  deepTest("in one color gives no photo", async () => {
    const flat = sharp({ create: { width: 400, height: 300, channels: 3, background: "#b8a890" } });
    const { photo, fidelity } = await compareEdited(await cutOutJar(), {
      edited: await flat.png().toBuffer(),
      ...size,
    });
    expect([photo, fidelity.changed]).toEqual([null, 1]);
  });

  test("that is not a usable picture throws UnreadableImageError", async () => {
    const { edited } = await makeEdit(same);
    const given = await cutOutJar();
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
