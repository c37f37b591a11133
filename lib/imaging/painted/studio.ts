import { previewSize } from "#lib/contract/photos/sizes.ts";
import { isWhite } from "#lib/contract/photos/styles.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { composeInScene } from "#lib/imaging/library/compose.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { encodePhoto, encodePreview } from "#lib/imaging/pixels/encode.ts";
import { createField } from "#lib/imaging/pixels/field.ts";
import { createRowSampler } from "#lib/imaging/pixels/sampling.ts";
import { encodeMarked } from "#lib/imaging/pixels/watermark.ts";
import {
  aroundProduct,
  type BackdropMaker,
  finished,
  type RenderEffort,
  type RenderedPixels,
  type RenderRequest,
  renderPixels,
} from "#lib/imaging/renderer/render.ts";
import { createBackdrop } from "#lib/imaging/renderer/set/backdrop.ts";
import { stageOf } from "#lib/imaging/renderer/set/stage.ts";
import type { SurfaceTexture } from "#lib/imaging/renderer/set/textures.ts";
import { designSize } from "#lib/imaging/renderer/set/view.ts";
import type { RenderedPhoto, RenderedPreview } from "#lib/imaging/worker/protocol.ts";
import { composePixels } from "./compose.ts";
import { planScene } from "./plan.ts";

/** Shadow cells of a preview: half as many per side as in a photo. */
const previewCells = 104;

/** Makes a photo as the embedded studio does: rendered, or composed into a library scene or the caller's picture. */
export async function makeStudioPhoto(given: ProductCutOut, request: RenderRequest): Promise<RenderedPhoto> {
  const { rgb, ...made } = await makePixels(given, request, { design: designSize(request) });
  const bytes = await encodePhoto(rgb, request, request.options?.format);
  return { bytes, ...finished(given, made) };
}

/** The same at low resolution: a JPEG of at most `previewSide`, computed entirely at that size. */
export async function makeStudioPreview(
  given: ProductCutOut,
  request: RenderRequest,
): Promise<RenderedPreview> {
  const design = previewSize(request);
  const small = { ...request, ...design };
  const { rgb, ...made } = await makePixels(given, small, {
    design,
    makeBackdrop: keptBackdrop,
    cells: previewCells,
  });
  return { bytes: await encodePreview(rgb, design), ...design, ...finished(given, { ...made, enlarged: 1 }) };
}

/** Makes a studio photo with the watermark of a sample, as JPEG, of at most `watermarkSide` per side. */
export async function makeMarkedPhoto(given: ProductCutOut, request: RenderRequest): Promise<RenderedPhoto> {
  const { rgb, ...made } = await makePixels(given, request, { design: designSize(request) });
  return { bytes: await encodeMarked(rgb, request), ...finished(given, made), notes: [] };
}

async function makePixels(
  given: ProductCutOut,
  request: RenderRequest,
  how: RenderEffort,
): Promise<RenderedPixels> {
  const { libraryScene } = request;
  if (libraryScene !== undefined && !isWhite(request.style)) {
    return await composeInScene(given, { ...request, libraryScene }, how);
  }
  const backdrop = backdropOf(request.options);
  if (!backdrop) return await renderPixels(given, request, how);
  const plan = await planScene(given, request, how.design);
  const scene = { plan, scene: backdrop.image, horizonY: backdrop.horizon };
  return await composePixels(given, { ...request, ...scene }, how);
}

/** The caller's own picture, when it is the whole set. */
function backdropOf({ background }: RenderOptions = {}) {
  return background && "image" in background && background.role === "backdrop" ? background : null;
}

type Painted = Awaited<ReturnType<BackdropMaker>>;

/** The last backdrop, reused while only the product, its shadow or its reflection changes. */
let last: { key: string; own: SurfaceTexture | null; painted: Painted } | null = null;

/** Makes a backdrop for a preview, or returns the last one when it is the same. */
export const keptBackdrop: BackdropMaker = async (scene, stage, { view, own }) => {
  // Values that affect only the product's own light and shadow are not part of the key.
  const { shadow: _shadow, rim: _rim, roughness: _roughness, ...seen } = scene;
  const key = JSON.stringify([seen, stage, view]);
  if (last?.key === key && last.own === own) return last.painted;
  const { rows, ground } = await createBackdrop(scene, stageOf(stage, view), own);
  const pixels = createField(view.width, view.height, 3);
  const length = view.width * 3;
  for (let y = 0; y < view.height; y++) rows(y, pixels.data.subarray(y * length, (y + 1) * length));
  const around = await aroundProduct(scene, stage, own);
  const painted = { rows: createRowSampler(pixels, view.width, view.height), ground, around };
  last = { key, own, painted };
  return painted;
};
