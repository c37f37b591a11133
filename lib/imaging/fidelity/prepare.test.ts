import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { UnreadableImageError } from "#lib/images/picture.ts";
import { preparePicture } from "./prepare.ts";

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#c03020" } });

describe("a picture for a model", () => {
  test("is upright and no larger than the limit", async () => {
    const lying = await red(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { bytes, ...facts } = await preparePicture(lying, 100);
    expect(facts).toEqual({ width: 50, height: 100 });
    expect(await sharp(bytes).metadata()).toMatchObject({ ...facts, format: "jpeg", space: "srgb" });
  });

  test("is not enlarged", async () => {
    const { width, height } = await preparePicture(await red(40, 30).png().toBuffer(), 1000);
    expect([width, height]).toEqual([40, 30]);
  });

  test("is flattened onto light grey without loss when it has transparency", async () => {
    const clear = await sharp({ create: { width: 30, height: 30, channels: 4, background: "#00000000" } })
      .composite([{ input: await red(10, 10).png().toBuffer(), left: 10, top: 10 }])
      .png()
      .toBuffer();
    const { bytes } = await preparePicture(clear, 1000);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([(await sharp(bytes).metadata()).format, info.channels]).toEqual(["png", 3]);
    expect([...data.subarray(0, 3)]).toEqual([225, 225, 225]);
    expect([...data.subarray((15 * 30 + 15) * 3, (15 * 30 + 15) * 3 + 3)]).toEqual([192, 48, 32]);
  });

  test("is a JPEG when its alpha is fully opaque", async () => {
    const opaque = await red(30, 30).ensureAlpha().png().toBuffer();
    const { bytes } = await preparePicture(opaque, 1000);
    expect((await sharp(bytes).metadata()).format).toBe("jpeg");
  });

  test("throws UnreadableImageError when it cannot be decoded", async () => {
    await expect(preparePicture(Buffer.from("GIF89a"), 1000)).rejects.toBeInstanceOf(UnreadableImageError);
  });
});
