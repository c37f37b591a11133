import sharp from "sharp";
import { expect, test } from "vitest";
import { digitalSourceOf, digitalSources } from "#lib/contract/photos/modes.ts";
import { resultFormats } from "#lib/contract/photos/values.ts";
import { useEnvironment } from "#lib/testing/environment.ts";
import { encodePhoto } from "../imaging/pixels/encode.ts";
import { findOrigin } from "./origin.ts";

const size = { width: 24, height: 16 };
const rgb = Uint8Array.from({ length: 24 * 16 * 3 }, (_, at) => (at * 37) % 251);
const xmpOf = async (file: Uint8Array) => (await sharp(file).metadata()).xmp?.toString() ?? "";

test.each(resultFormats)(
  "a note of origin in %s is XMP that a reader finds, and changes no pixel",
  async (format) => {
    useEnvironment({ PHOTO_CREDIT: 'Müller & "Söhne" <Studio>' });
    const plain = await encodePhoto(rgb, size, { format });
    const noted = await encodePhoto(rgb, size, { format, source: "compositeSynthetic" });
    const pixelsOf = (file: Uint8Array) => sharp(file).raw().toBuffer();
    expect((await pixelsOf(noted)).equals(await pixelsOf(plain))).toBe(true);
    const xmp = await xmpOf(noted);
    expect(xmp).toContain(
      'DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic"',
    );
    expect(xmp).toContain('xmp:CreatorTool="Photo Generation Service 1.0"');
    expect(xmp).toContain('photoshop:Credit="Müller &#38; &#34;Söhne&#34; &#60;Studio&#62;"');
    expect(findOrigin(noted)).toBe(xmp);
    expect([await xmpOf(plain), findOrigin(plain)]).toEqual(["", null]);
  },
);

test("the metadata of other programs, or changed ones of this service, is not carried over", async () => {
  const [source] = digitalSources;
  const note = (await xmpOf(await encodePhoto(rgb, size, { source }))).replace(source, "digitalCapture");
  const other = await sharp(rgb, { raw: { ...size, channels: 3 } })
    .withXmp(note)
    .jpeg()
    .toBuffer();
  expect(findOrigin(other)).toBeNull();
});

test("the source of a photo says what a model painted of it", () => {
  expect(digitalSourceOf("studio")).toBe("compositeSynthetic");
  expect(digitalSourceOf("scene")).toBe("compositeWithTrainedAlgorithmicMedia");
  expect(digitalSourceOf("edit", "restored")).toBe("compositeWithTrainedAlgorithmicMedia");
  expect(digitalSourceOf("edit", "kept")).toBe("trainedAlgorithmicMedia");
});
