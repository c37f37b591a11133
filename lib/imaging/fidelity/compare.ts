import sharp from "sharp";
import type { CutOut } from "#lib/imaging/matting/cut-out.ts";
import type { ComparedEdit } from "#lib/imaging/worker/protocol.ts";
import { mostOpenRemains, mostRemains } from "./bounds.ts";
import { type Framed, frameEdited } from "./frame.ts";
import { inspectEdit } from "./inspect.ts";
import { openEdited } from "./pictures.ts";
import { restoreProduct } from "./restore.ts";
import { boundsOf } from "./similarity.ts";
import { clearSurroundings } from "./surroundings.ts";

/**
 * Compares the product in an edited picture with its own pixels, puts them back where they were changed, and frames
 * the photo: a JPEG (sRGB, quality 90, full chroma) of exactly width × height, or null when the product is changed and
 * cannot be put back cleanly. Throws UnreadableImageError about the edited picture. Same input, same bytes.
 */
export async function compareEdited(
  product: CutOut,
  { edited: bytes, width, height }: { edited: Uint8Array; width: number; height: number },
): Promise<ComparedEdit> {
  const edited = await openEdited(bytes);
  const { box } = product;
  const relativeSide = Math.max(box.width, box.height) / Math.sqrt(product.width * product.height);
  const { verdict, found, judgment } = await inspectEdit(product, edited, relativeSide);
  const changed = judgment?.changed ?? 1;
  if (verdict === "lost" || found === null || judgment === null) {
    return { photo: null, fidelity: { product: "restored", changed } };
  }
  const { place } = found;
  const framed = await frameEdited(edited, boundsOf(place, box), { width, height });
  const placed = { place, light: judgment.light };
  const behind = await clearSurroundings(framed, product, placed);
  if (verdict === "kept") {
    return { photo: await encode(framed), fidelity: { product: "kept", changed } };
  }
  if (behind.remains > mostRemains || behind.open > mostOpenRemains) {
    return { photo: null, fidelity: { product: "restored", changed } };
  }
  await restoreProduct(framed, product, { ...placed, behind });
  return { photo: await encode(framed), fidelity: { product: "restored", changed } };
}

async function encode({ rgb, width, height }: Framed): Promise<Uint8Array> {
  return await sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90, chromaSubsampling: "4:4:4" })
    .withIccProfile("srgb")
    .toBuffer();
}
