import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { leastAgreement, mostChanged, mostUnseen } from "./bounds.ts";
import { type Judgment, judgeProduct } from "./judge.ts";
import type { EditedPicture } from "./pictures.ts";
import { type RefinedPose, refinePose } from "./refine.ts";
import { findProduct } from "./register.ts";

/** Result of searching the product in an edited picture and comparing it. */
interface Inspection {
  /** `aligned`: changed, but its own pixels can be put over it. `lost`: not found, or they cannot. */
  verdict: "kept" | "aligned" | "lost";
  found: RefinedPose | null;
  judgment: Judgment | null;
}

/** Least share of the best candidate's score that another candidate needs to be refined as well. */
const leastRivalScore = 0.6;

/** Finds the product in an edited picture and compares it with its own pixels. */
export async function inspectEdit(product: ProductCutOut, edited: EditedPicture): Promise<Inspection> {
  const found = await locate(product, edited);
  if (found === null) return { verdict: "lost", found, judgment: null };
  const judgment = await judgeProduct(product, edited, found.pose);
  if (judgment.changed <= mostChanged) return { verdict: "kept", found, judgment };
  const isAligned = found.agreement >= leastAgreement && judgment.unseen <= mostUnseen;
  return { verdict: isAligned ? "aligned" : "lost", found, judgment };
}

async function locate(product: ProductCutOut, edited: EditedPicture): Promise<RefinedPose | null> {
  let best: RefinedPose | null = null;
  const candidates = await findProduct(product, edited);
  const bestScore = candidates[0]?.score ?? 0;
  for (const { pose, score } of candidates) {
    if (best !== null && (best.agreement > 0.8 || score < leastRivalScore * bestScore)) break;
    const refined = await refinePose(product, edited, pose);
    if (best === null || refined.agreement > best.agreement) best = refined;
  }
  return best;
}
