import { previewSize } from "#lib/contract/photos/sizes.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { encodePhoto, encodePreview } from "#lib/imaging/renderer/encode.ts";
import { notesOn } from "#lib/imaging/renderer/notes.ts";
import type { ProductCutOut } from "#lib/imaging/renderer/product.ts";
import {
  type RenderEffort,
  type RenderedPixels,
  type RenderRequest,
  renderPixels,
} from "#lib/imaging/renderer/render.ts";
import { designSize } from "#lib/imaging/renderer/view.ts";
import { encodeMarked } from "#lib/imaging/renderer/watermark.ts";
import type { RenderedPhoto, RenderedPreview } from "#lib/imaging/worker/protocol.ts";
import { composePixels } from "./compose.ts";
import { planScene } from "./plan.ts";
import { keptBackdrop } from "./preview-backdrop.ts";

/** Shadows of a preview are half as fine as those of a photo. */
const previewCells = 104;

/** A photo as the embedded studio makes it: rendered, or put into the caller's own picture where that is the set. */
export async function makeStudioPhoto(given: ProductCutOut, request: RenderRequest): Promise<RenderedPhoto> {
  const { rgb, boundingBox, enlarged } = await makePixels(given, request, { design: designSize(request) });
  const bytes = await encodePhoto(rgb, request, request.options?.format);
  return { bytes, boundingBox, notes: notesOn(given, enlarged) };
}

/** The same in few pixels: a JPEG of at most `previewSide`, in which everything is computed at that size. */
export async function makeStudioPreview(
  given: ProductCutOut,
  request: RenderRequest,
): Promise<RenderedPreview> {
  const design = previewSize(request);
  const small = { ...request, ...design };
  const { rgb, boundingBox } = await makePixels(given, small, {
    ...{ design, makeBackdrop: keptBackdrop },
    cells: previewCells,
  });
  return { bytes: await encodePreview(rgb, design), ...design, boundingBox };
}

/** A studio photo with the service's name all over it, as JPEG: of at most `watermarkSide` a side. */
export async function makeMarkedPhoto(given: ProductCutOut, request: RenderRequest): Promise<RenderedPhoto> {
  const { rgb, boundingBox } = await makePixels(given, request, { design: designSize(request) });
  return { bytes: await encodeMarked(rgb, request), boundingBox, notes: [] };
}

async function makePixels(
  given: ProductCutOut,
  request: RenderRequest,
  how: RenderEffort,
): Promise<RenderedPixels> {
  const backdrop = backdropOf(request.options);
  if (!backdrop) return await renderPixels(given, request, how);
  const plan = await planScene(given, request, how.design);
  const scene = { plan, scene: backdrop.image, horizonY: backdrop.horizon };
  return await composePixels(given, { ...request, ...scene }, how);
}

/** The caller's own picture, where it is the whole set. */
function backdropOf({ background }: RenderOptions = {}) {
  return background && "image" in background && background.role === "backdrop" ? background : null;
}
