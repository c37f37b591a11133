import type { Correction } from "#lib/contract/photos/values.ts";
import { encodedOfLinear, encodedOfLinearScale, linearOfByte } from "#lib/imaging/pixels/color.ts";
import type { ProductCutOut, SourceLight } from "#lib/imaging/pixels/cut-out.ts";
import { smoothBlocks } from "./deblock.ts";
import { smoothColors } from "./smooth-colors.ts";

/** Noise of color (standard deviation) and steps between blocks, shares of full scale, from which they are removed. */
const leastColorNoise = 0.004;
const leastBlocks = 0.0026;
/** From this brightness on, a lift rolls off, so that highlights keep their detail. */
const shoulder = 0.8;

/**
 * Corrects what a picture's light and camera did to its product: cast, darkness, noise of color, a JPEG's blocks.
 * Nothing is invented, and a product that needs nothing is returned as it is.
 */
export function repairProduct<CutOut extends ProductCutOut>(
  cutOut: CutOut,
  correct: Correction | undefined,
): CutOut {
  if (correct !== "auto") return cutOut;
  const { around, detail, box, reduced = 1 } = cutOut;
  const light = around?.light;
  const isLit = light !== undefined && (light.cast !== null || light.lift > 1);
  // Steps between blocks have no place of their own in a picture that was made smaller.
  const blocks = reduced === 1 ? (detail?.blocks ?? 0) : 0;
  const colorNoise = (detail?.colorNoise ?? 0) / reduced;
  if (!isLit && blocks < leastBlocks && colorNoise < leastColorNoise) return cutOut;
  // Not `slice`, which shares the memory of a Buffer.
  const rgba = new Uint8Array(cutOut.rgba);
  if (blocks >= leastBlocks) smoothBlocks(rgba, cutOut, box, blocks);
  if (colorNoise >= leastColorNoise) smoothColors(rgba, cutOut, box, colorNoise);
  if (!isLit) return { ...cutOut, rgba };
  const tables = relightTables(light);
  relight(rgba, tables);
  const { beside } = around ?? {};
  const lit = beside?.colors.map((value, at) => tables[at % 3]?.[value] ?? value);
  return {
    ...cutOut,
    rgba,
    ...(around && beside && lit && { around: { ...around, beside: { ...beside, colors: lit } } }),
  };
}

type Tables = [Uint8Array, Uint8Array, Uint8Array];

/** For each channel, the corrected value of each byte. */
function relightTables({ cast, lift }: SourceLight): Tables {
  return [0, 1, 2].map((channel) => {
    const gain = lift * (cast?.[channel] ?? 1);
    return Uint8Array.from(linearOfByte, (value) => {
      const lit = Math.min(1, rollOff(value * gain, gain));
      return Math.round(encodedOfLinear[Math.round(lit * encodedOfLinearScale)] as number);
    });
  }) as Tables;
}

function relight(rgba: Uint8Array, [red, green, blue]: Tables): void {
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at + 3] === 0) continue;
    rgba[at] = red[rgba[at] as number] as number;
    rgba[at + 1] = green[rgba[at + 1] as number] as number;
    rgba[at + 2] = blue[rgba[at + 2] as number] as number;
  }
}

/** Maps the light above the shoulder into what is left of the scale; `most` is its largest value. */
function rollOff(value: number, most: number): number {
  if (most <= 1 || value <= shoulder) return value;
  // A parabola that continues the line and ends flat where full scale was.
  const share = (value - shoulder) / (most - shoulder);
  const room = 1 - shoulder;
  const slope = Math.min(1, (2 * room) / (most - shoulder)) * (most - shoulder);
  return shoulder + slope * share + (room - slope) * share ** 2;
}
