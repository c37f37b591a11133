import type { RenderOptions } from "#lib/imaging/generator.ts";
import type { ProductCutOut, Surroundings } from "#lib/imaging/pixels/cut-out.ts";
import { repairProduct } from "#lib/imaging/repair/repair.ts";
import { type TurnedCutOut, turnProduct } from "./turn.ts";

/** Corrects what the camera did to a product: its light, noise and blocks, and that it leans. */
export function correctProduct(
  cutOut: ProductCutOut,
  { correct, stance = "stand" }: Pick<RenderOptions, "correct" | "stance"> = {},
): ProductCutOut {
  const repaired = repairProduct(cutOut, correct);
  const { tiltDeg = null } = cutOut;
  if (correct !== "auto" || tiltDeg === null || stance !== "stand") return repaired;
  const turned = turnProduct(repaired, -tiltDeg);
  const around = repaired.around && moveBeside(repaired.around, repaired, turned);
  return { ...repaired, ...turned, ...(around && { around }) };
}

/** The rows of the ground beside a product, in the larger picture of the rotated one. */
function moveBeside(
  around: Surroundings,
  { box, height }: ProductCutOut,
  turned: TurnedCutOut,
): Surroundings {
  const { beside } = around;
  if (!beside) return around;
  const middle = box.top + box.height / 2;
  const moved = (share: number) => (turned.pivot.y + share * height - middle) / turned.height;
  return { ...around, beside: { ...beside, top: moved(beside.top), bottom: moved(beside.bottom) } };
}
