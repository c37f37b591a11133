import { previewSize } from "#lib/contract/sizes.ts";
import type { RenderedPreview } from "#lib/imaging/worker/protocol.ts";
import { encodePreview } from "./encode.ts";
import type { ProductCutOut } from "./product.ts";
import { type RenderRequest, renderPixels } from "./render.ts";

/** The photo in few pixels: a JPEG of at most `previewSide`, in which everything is computed at that size. */
export async function renderPreview(cutOut: ProductCutOut, request: RenderRequest): Promise<RenderedPreview> {
  const size = previewSize(request);
  const { rgb, boundingBox } = await renderPixels(cutOut, { ...request, ...size }, size);
  return { bytes: await encodePreview(rgb, size), ...size, boundingBox };
}
