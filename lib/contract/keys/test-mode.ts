import { maxOutputPixelsOf, type Size } from "../photos/sizes.ts";
import { outputSize } from "../photos/styles.ts";

/** Credits that an account's test keys can spend per day (UTC). */
export const testBalance = 1_000;
/** Orders that they can place in 24 hours. */
export const testWorkPerDay = 500;
/** Retention of test-mode work. */
export const testWorkDays = 7;
/** Resolution of test-mode results, regardless of the resolution ordered and charged. */
export const testResolution = "1K";

/** Pictures at `/test/NAME.jpg` that force an outcome for test keys; other pictures are processed normally. */
export const testPictures = {
  ok: "The work succeeds.",
  slow: "The work succeeds after 15 seconds.",
  "no-product": "502 `generation_failed`: no product was found.",
  refused: "502 `generation_failed`: the image model refused the content.",
  failed: "502 `generation_failed`: the picture could not be made.",
  "insufficient-credits": "402 `insufficient_credits`.",
  overloaded: "503 `overloaded` with `Retry-After`.",
} as const;

export type TestPicture = keyof typeof testPictures;

export function isTestPicture(name: string): name is TestPicture {
  return Object.hasOwn(testPictures, name);
}

/**
 * The size of a test-mode result: the same aspect ratio, with at most the pixels of `testResolution`, and a shorter side
 * of at most that of its square, which the watermark covers.
 */
export function testSize({ width, height }: Size): Size {
  const scale = Math.min(
    1,
    Math.sqrt(maxOutputPixelsOf(testResolution) / (width * height)),
    outputSize("1:1", testResolution).width / Math.min(width, height),
  );
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}
