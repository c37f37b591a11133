import { digitalSourceOf } from "#lib/contract/photos/modes.ts";
import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import type { RenderOptions } from "../generator.ts";
import { notesOn } from "../notes/notes.ts";
import { clipBox } from "../pixels/boxes.ts";
import type { CutOut } from "../pixels/cut-out.ts";
import { encodePhoto } from "../pixels/encode.ts";
import type { ComparedEdit } from "../worker/protocol.ts";
import { mostOpenRemains, mostRemains } from "./bounds.ts";
import { type Bounds, type Framed, frameEdited } from "./frame.ts";
import { inspectEdit } from "./inspect.ts";
import { openEdited } from "./pictures.ts";
import { restoreProduct } from "./restore.ts";
import { boundsOf, scaleOf } from "./similarity.ts";
import { clearSurroundings } from "./surroundings.ts";

/** An edit's layout, light and crop are decided by the model. */
interface EditRequest extends Size {
  edited: Uint8Array;
  options?: Pick<RenderOptions, "format"> | undefined;
}

/**
 * Compares the product in an edited picture with its own pixels, restores the changed ones, and frames the photo to
 * exactly width × height, sRGB, in the requested format. The photo is null when the product is changed and cannot be
 * restored cleanly. Throws UnreadableImageError for the edited picture. Deterministic: same input, same bytes.
 */
export async function compareEdited(
  product: CutOut,
  { edited: bytes, width, height, options }: EditRequest,
): Promise<ComparedEdit> {
  const size = { width, height };
  const format = options?.format;
  const edited = await openEdited(bytes);
  const { verdict, found, judgment, changedWords } = await inspectEdit(product, edited);
  const changed = judgment?.changed ?? 1;
  const none: ComparedEdit = {
    photo: null,
    boundingBox: null,
    notes: [],
    fidelity: { product: "restored", changed, changedWords },
  };
  if (verdict === "lost" || found === null || judgment === null) return none;
  const { pose } = found;
  const bounds = boundsOf(pose, product.box);
  const framed = await frameEdited(edited, bounds, size);
  const made = async (source: "kept" | "restored"): Promise<ComparedEdit> => ({
    photo: await encodePhoto(framed.rgb, size, { format, source: digitalSourceOf("edit", source) }),
    boundingBox: boxIn(framed, bounds),
    notes: notesOn(product, { enlarged: scaleOf(pose) * Math.sqrt(framed.scaleX * framed.scaleY) }),
    fidelity: { product: source, changed, changedWords },
  });
  if (verdict === "kept") return await made("kept");
  const behind = await clearSurroundings(framed, product, pose);
  if (behind.remains > mostRemains || behind.open > mostOpenRemains) return none;
  await restoreProduct(framed, product, { pose, light: judgment.light, behind });
  return await made("restored");
}

/** Converts the product's bounds in the edit to whole pixels of the photo. */
function boxIn({ scaleX, scaleY, x0, y0, width, height }: Framed, bounds: Bounds): Box | null {
  const left = Math.round(bounds.left * scaleX + x0);
  const top = Math.round(bounds.top * scaleY + y0);
  const [right, bottom] = [Math.round(bounds.right * scaleX + x0), Math.round(bounds.bottom * scaleY + y0)];
  return clipBox({ left, top, width: right - left, height: bottom - top }, { width, height });
}
