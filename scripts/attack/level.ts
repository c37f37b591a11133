import { median } from "../parts/measure.ts";

/** Growth that is tolerated: a fraction of the value, plus a fraction per hour. */
const tolerated = { share: 0.02, sharePerHour: 0.05 };

/** Evenly spaced values without their first third, which is the warm-up. */
function splitWarm(values: readonly number[]): { middle: number[]; last: number[] } {
  const third = Math.floor(values.length / 3);
  return { middle: values.slice(third, -third), last: values.slice(-third) };
}

/** How much higher the last third of the values is than the third before. */
export function growthOf(values: readonly number[]): number {
  const { middle, last } = splitWarm(values);
  return median(last) - median(middle);
}

/**
 * Whether values that were measured over `hours` grow after the warm-up by no more than is tolerated. The last third
 * is compared with the peak of the one before, because the number of connections fluctuates.
 */
export function isLevel(values: readonly number[], hours: number): boolean {
  const { middle, last } = splitWarm(values);
  return median(last) <= Math.max(...middle) * (1 + tolerated.share + (tolerated.sharePerHour * hours) / 6);
}
