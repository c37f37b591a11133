import { leastEnlarged, type PhotoNote, type SizeMisfit } from "#lib/contract/photos/notes.ts";
import type { Box } from "#lib/contract/photos/sizes.ts";
import type { Correction, PropName } from "#lib/contract/photos/values.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { showsHand } from "./person.ts";

/** Properties of a photo and its source that may need a note. */
export interface MadeOfPicture {
  /** Factor by which the cut-out was enlarged. */
  enlarged: number;
  /** Factor by which the plate of its scene was enlarged. */
  sceneEnlarged?: number;
  /** Whether the picture clearly shows how the product stands, lies, hangs or floats. */
  isStanceSure?: boolean;
  /** Box of the product's base in the photo; null when none of it is visible. */
  base?: Box | null;
  /** Whether a frame cuts the product off, and which one (see `PhotoNote`). */
  cutBy?: "picture" | "photo" | "visible" | null;
  /** Boxes in which parts of the product may be missing, in pixels of the photo. */
  unsureParts?: readonly Box[];
  /** Whether the scene is seen from above, and the product obliquely. */
  isViewMismatch?: boolean | undefined;
  /** Why the product does not have its given size in the scene. */
  misfit?: SizeMisfit | undefined;
  /** Props for which the ground around the product has no room. */
  propsLeftOut?: readonly PropName[];
  /** Boxes in which the product may have parts of its old ground, in pixels of the photo. */
  groundRemains?: readonly Box[];
  /** Box, in pixels of the photo, of clear glass that still shows the ground of its picture. */
  clearGlass?: Box | null;
  /** Boxes of lines of text that the picture shows too blurred to be read, in pixels of the photo. */
  unreadable?: readonly Box[];
}

/** The order for which a photo and its picture are judged. */
interface Judged {
  correct?: Correction | undefined;
  /** How many times larger than the made photo the ordered one is. */
  orderedScale?: number | undefined;
  /** Whether the caller chose how the product leans. */
  isTurned?: boolean;
}

/** Noise and blocks (shares of full scale), and blur (pixels), that are visible in a photo. */
const visibleNoise = 0.012;
const visibleBlocks = 0.0026;
const visibleBlur = 1.25;
/** Height of a line, in pixels of the photo, from which it could be read if it was sharp. */
const leastTextHeight = 16;
/** A picture whose edges are sharper than this (pixels) is not blurred, only small. */
const leastBlur = 1.2;

/** Returns the notes on a photo and the picture from which it was made. */
export function notesOn(
  cutOut: ProductCutOut,
  made: MadeOfPicture,
  { correct, orderedScale = 1, isTurned = false }: Judged = {},
): PhotoNote[] {
  const { isStanceSure = true, unsureParts = [], groundRemains = [] } = made;
  const cutBy = made.cutBy ?? (cutOut.mayBeCutByFrame ? "picture" : null);
  const notes: PhotoNote[] = unsureParts.map((box) => ({ code: "unsure_parts", box }));
  for (const box of groundRemains) notes.push({ code: "ground_remains", box });
  if (!isStanceSure) notes.push({ code: "unsure_stance", ...(made.base && { box: made.base }) });
  if (cutBy !== null) notes.push({ code: "cut_by_frame", ...(cutBy !== "picture" && { by: cutBy }) });
  const enlarged = (made.enlarged * orderedScale) / (cutOut.reduced ?? 1);
  if (enlarged >= leastEnlarged.product) notes.push({ code: "small_source", enlarged: inTenths(enlarged) });
  const corrected = correct === "auto";
  notes.push(...notesOnPicture(cutOut, { enlarged, isCorrected: corrected }));
  const { tiltDeg = null } = cutOut;
  if (tiltDeg !== null && !isTurned)
    notes.push({ code: "tilted", deg: inTenths(Math.abs(tiltDeg)), corrected });
  const sceneEnlarged = (made.sceneEnlarged ?? 0) * orderedScale;
  if (sceneEnlarged >= leastEnlarged.scene)
    notes.push({ code: "scene_enlarged", enlarged: inTenths(sceneEnlarged) });
  for (const box of made.unreadable ?? []) {
    const height = Math.min(box.width, box.height) * orderedScale;
    if (height >= leastTextHeight) notes.push({ code: "text_unreadable", box });
  }
  if (made.clearGlass) notes.push({ code: "glass_background_kept", box: made.clearGlass });
  if (made.misfit) notes.push({ code: "size_misfit", is: made.misfit });
  if (made.isViewMismatch) notes.push({ code: "view_mismatch" });
  if (made.propsLeftOut?.length) notes.push({ code: "props_left_out", props: [...made.propsLeftOut] });
  if (showsHand(cutOut)) notes.push({ code: "person_or_hand" });
  return notes;
}

function notesOnPicture(
  { around, detail }: ProductCutOut,
  { enlarged, isCorrected: corrected }: { enlarged: number; isCorrected: boolean },
): PhotoNote[] {
  const { cast = null, lift = 1 } = around?.light ?? {};
  const notes: PhotoNote[] = [];
  if (cast !== null) notes.push({ code: "color_cast", corrected });
  if (lift > 1) notes.push({ code: "too_dark", corrected });
  if (!detail) return notes;
  // Where the picture is made smaller, noise averages out and blur gets narrower.
  const { noise, colorNoise, blocks, blur } = detail;
  const left = Math.max(noise, corrected ? 0 : colorNoise) * Math.min(1, enlarged);
  const isBlocky = !corrected && blocks * Math.min(1, enlarged) >= visibleBlocks;
  if (left >= visibleNoise || isBlocky) notes.push({ code: "noisy" });
  if (blur !== null && blur >= leastBlur && blur * enlarged >= visibleBlur) notes.push({ code: "blurred" });
  return notes;
}

function inTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
