import sharp from "sharp";
import { expect, test } from "vitest";
import { GenerationError } from "./generator.ts";
import { compareEdit, prepareEdit, type TaskContext } from "./index.ts";

const context = (): TaskContext => ({
  caller: "somebody",
  signal: new AbortController().signal,
  deadlineAtMs: Date.now() + 50_000,
});
const order = { style: "studio", prompt: "", aspectRatio: "1:1", resolution: "1K" } as const;

/** A box of four colors with a transparent margin. */
async function drawBox(): Promise<Uint8Array> {
  const tile = (background: string, left: number, top: number) => ({
    input: { create: { width: 70, height: 90, channels: 3 as const, background } },
    left,
    top,
  });
  return await sharp({ create: { width: 240, height: 240, channels: 4, background: "#00000000" } })
    .composite([
      tile("#b03a2e", 50, 30),
      tile("#f4e9d0", 120, 30),
      tile("#2e5a88", 50, 120),
      tile("#d9a441", 120, 120),
    ])
    .png()
    .toBuffer();
}

test("an edit identical to its source is reported as kept, and the photo has exactly the requested size", async () => {
  const image = await drawBox();
  const { bytes } = await prepareEdit({ image, maxSide: 1024 }, context());
  expect((await sharp(bytes).metadata()).format).toBe("png");
  const wanted = { ...order, image, width: 320, height: 320 };
  const { photo, fidelity } = await compareEdit({ ...wanted, edited: bytes }, context());
  expect(fidelity.product).toBe("kept");
  expect(await sharp(photo ?? new Uint8Array()).metadata()).toMatchObject({ width: 320, height: 320 });
});

test("an unreadable edit fails with GenerationError, not with an error about the caller's picture", async () => {
  const wanted = { ...order, image: await drawBox(), width: 320, height: 320 };
  await expect(
    compareEdit({ ...wanted, edited: Buffer.from("no picture") }, context()),
  ).rejects.toBeInstanceOf(GenerationError);
});
