import { maxOutputPixelsOf, type Size } from "../photos/sizes.ts";

/** Credits that the test keys of an account can spend in a day (UTC). */
export const testBalance = 1_000;
/** Pieces of work that they can order in 24 hours. */
export const testWorkPerDay = 500;
/** Work of test mode is deleted after this. */
export const testWorkDays = 7;
/** Results of test mode are made at this resolution, whatever is ordered and paid. */
export const testResolution = "1K";

/** Pictures under `/test/NAME.jpg` that force an outcome for test keys; others get what is in them. */
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

/** The size of a result in test mode: the same shape with no more pixels than `testResolution` has. */
export function testSize({ width, height }: Size): Size {
  const scale = Math.min(1, Math.sqrt(maxOutputPixelsOf(testResolution) / (width * height)));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}
