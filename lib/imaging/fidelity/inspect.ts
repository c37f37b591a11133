import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { findChangedWords } from "../text/changed-words.ts";
import { canReadText } from "../text/models.ts";
import { leastAgreement, mostChanged, mostUnseen } from "./bounds.ts";
import { type Judgment, judgeProduct } from "./judge.ts";
import { type EditedPicture, viewProduct } from "./pictures.ts";
import { type RefinedPose, readForGrid, refinePose } from "./refine.ts";
import { findProduct } from "./register.ts";
import { type Similarity, scaleOf } from "./similarity.ts";
import { pixelMap, warpToGrid } from "./warp.ts";

/** Result of searching the product in an edited picture and comparing it. */
interface Inspection {
  /** `aligned`: changed, but its own pixels can be put over it. `lost`: not found, or they cannot. */
  verdict: "kept" | "aligned" | "lost";
  found: RefinedPose | null;
  judgment: Judgment | null;
  /** Words on the product that are changed or lost. */
  changedWords: string[];
}

/** Least share of the best candidate's score that another candidate needs to be refined as well. */
const leastRivalScore = 0.6;
/** Longest side at which text is compared: small print takes more pixels than shapes. */
const readSide = 960;

/** Finds the product in an edited picture and compares it with its own pixels. */
export async function inspectEdit(product: ProductCutOut, edited: EditedPicture): Promise<Inspection> {
  const found = await locate(product, edited);
  if (found === null) return { verdict: "lost", found, judgment: null, changedWords: [] };
  const judgment = await judgeProduct(product, edited, found.pose);
  const isAligned = found.agreement >= leastAgreement && judgment.unseen <= mostUnseen;
  const isKept = judgment.changed <= mostChanged;
  const changedWords = isKept || isAligned ? await compareWords(product, edited, found.pose) : [];
  const made = { found, judgment, changedWords };
  if (isKept && changedWords.length === 0) return { verdict: "kept", ...made };
  return { verdict: isAligned ? "aligned" : "lost", ...made };
}

/** Reads the product's text in its own pixels and in the edit, at the size that the edit shows. */
async function compareWords(product: ProductCutOut, edited: EditedPicture, pose: Similarity) {
  if (!canReadText()) return [];
  const { box } = product;
  const shown = Math.ceil(scaleOf(pose) * Math.max(box.width, box.height));
  const view = await viewProduct(product, Math.max(16, Math.min(readSide, shown)));
  const grid = { width: view.width, height: view.height };
  const { size, rgb } = await readForGrid(edited, pose, grid, box);
  const source = { ...size, channels: 3, data: Float32Array.from(rgb) };
  const { plane } = warpToGrid(source, pixelMap(pose, { box, grid, edited, picture: size }), grid);
  return await findChangedWords(view, { ...grid, rgb: Uint8Array.from(plane.data) });
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
