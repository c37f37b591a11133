import sharp from "sharp";
import { expect, test } from "vitest";
import { testSize } from "#lib/contract/keys/test-mode.ts";
import { watermarkSide } from "#lib/imaging/pixels/watermark.ts";
import { stampResult } from "./stamp.ts";

const longerSides = [16, 1_024, 1_030, 1_036, 1_600, 12_000];
const shares = [0.01, 0.3, 0.75, 0.9, 0.97, 0.99, 1];

test("the watermark covers a test result of any size", () => {
  for (const longer of longerSides) {
    for (const share of shares) {
      const shorter = Math.ceil(longer * share);
      for (const size of [
        testSize({ width: longer, height: shorter }),
        testSize({ width: shorter, height: longer }),
      ]) {
        expect(Math.min(size.width, size.height), `${longer} × ${shorter}`).toBeLessThanOrEqual(
          watermarkSide,
        );
        expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1);
      }
    }
  }
});

test("a square cut-out that is larger than 1K is returned in test mode, smaller and marked", async () => {
  const create = {
    width: 1_600,
    height: 1_600,
    channels: 4,
    background: { r: 200, g: 40, b: 40, alpha: 1 },
  } as const;
  const picture = await sharp({ create }).png().toBuffer();
  const { bytes, width, height } = await stampResult(picture, "png");
  expect([width, height]).toEqual([watermarkSide, watermarkSide]);
  const { channels } = await sharp(bytes).stats();
  expect(channels[1]?.stdev).toBeGreaterThan(1);
});
