import type { Size } from "#lib/contract/photos/sizes.ts";
import { lumaOf } from "#lib/imaging/pixels/color.ts";
import { segment } from "./network/index.ts";

// Chosen on 303 real pictures of products, of which twelve change.
/** Uncertainty of a mask from which on the network looks again. That of half of all products is below 0.06. */
const leastUncertainty = 0.4;
/** The most that a second look may keep of the first one's uncertainty. */
const mostKept = 0.5;
/** Probability from which on the network is sure of a pixel. */
const sure = 0.9;
const darker = 2;
const brighter = 0.5;

/**
 * If the network was uncertain (`first`, its probabilities), runs it on a darker or brighter copy: a white bowl on
 * white cloth differs more from it when both are darker. Returns probabilities that are much surer, of no smaller area,
 * else null. Takes what `segment` takes.
 */
export async function lookAgain(
  rgb: Uint8Array,
  size: Size,
  first: Float32Array,
): Promise<Float32Array | null> {
  const uncertainty = measureUncertainty(first);
  if (uncertainty < leastUncertainty) return null;
  const gamma = lumaOfUnsure(lumaOf(rgb, size).data, first) > 0.5 ? darker : brighter;
  const second = await segment(expose(rgb, gamma), size);
  const isSurer = measureUncertainty(second) <= mostKept * uncertainty;
  return isSurer && countSure(second) >= countSure(first) ? second : null;
}

/** Returns a copy of which each channel (0..1) is raised to the power of gamma. */
function expose(rgb: Uint8Array, gamma: number): Uint8Array {
  const curve = Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * (value / 255) ** gamma));
  return rgb.map((value) => curve[value] as number);
}

/** Uncertain area as a share of the found one: 0 for a mask of zeros and ones, up to 4 for one that is nearly empty. */
function measureUncertainty(alpha: Float32Array): number {
  let found = 0;
  let uncertain = 0;
  for (let index = 0; index < alpha.length; index += 1) {
    const value = alpha[index] as number;
    found += value;
    uncertain += uncertaintyOf(value);
  }
  return found === 0 ? 0 : uncertain / found;
}

function countSure(alpha: Float32Array): number {
  let count = 0;
  for (let index = 0; index < alpha.length; index += 1) if ((alpha[index] as number) >= sure) count += 1;
  return count;
}

const uncertaintyOf = (value: number) => 4 * value * (1 - value);

/** Mean luma of the area in which a mask is uncertain. */
function lumaOfUnsure(luma: Float32Array, alpha: Float32Array): number {
  let sum = 0;
  let weights = 0;
  for (let index = 0; index < alpha.length; index += 1) {
    const weight = uncertaintyOf(alpha[index] as number);
    sum += weight * (luma[index] as number);
    weights += weight;
  }
  return sum / weights;
}
