import { previewSize } from "#lib/contract/photos/sizes.ts";
import { isWhite } from "#lib/contract/photos/styles.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { openLibraryScene } from "#lib/imaging/library/backdrop.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { encodePreview } from "#lib/imaging/pixels/encode.ts";
import { createRowSampler, fieldOfRows } from "#lib/imaging/pixels/sampling.ts";
import { encodeMarked } from "#lib/imaging/pixels/watermark.ts";
import {
  composePixels,
  finishPhoto,
  type RenderEffort,
  type RenderedPixels,
  type RenderRequest,
  reportOn,
} from "#lib/imaging/renderer/compose.ts";
import { aroundProduct, type DrawSet, openDrawn } from "#lib/imaging/renderer/drawn.ts";
import { correctProduct } from "#lib/imaging/renderer/product/correct.ts";
import { createBackdrop } from "#lib/imaging/renderer/set/backdrop.ts";
import { scalePlacement, stageOf } from "#lib/imaging/renderer/set/stage.ts";
import type { SurfaceTexture } from "#lib/imaging/renderer/set/textures.ts";
import { designSize } from "#lib/imaging/renderer/set/view.ts";
import type { JudgedPhoto, RenderedPhoto, RenderedPreview } from "#lib/imaging/worker/protocol.ts";
import { openPainted, type SceneRequest } from "./backdrop.ts";
import { planScene } from "./plan.ts";

/** Shadow cells of a preview: half as many per side as in a photo. */
const previewCells = 104;

/**
 * Makes a photo: in front of the set of the style, a library scene, the caller's picture, or a scene that a model
 * painted for it. A white style is always drawn.
 */
export async function makeStudioPhoto(
  given: ProductCutOut,
  request: RenderRequest | SceneRequest,
): Promise<RenderedPhoto> {
  return await finishPhoto(given, request, await makePixels(given, request));
}

/** The same at low resolution: a JPEG of at most `previewSide`, computed entirely at that size. */
export async function makeStudioPreview(
  given: ProductCutOut,
  request: RenderRequest,
): Promise<RenderedPreview> {
  const design = previewSize(request);
  const effort = { design, cells: previewCells };
  const { rgb, ...made } = await makePixels(given, { ...request, ...design }, effort, drawOnce);
  return { bytes: await encodePreview(rgb, design), ...design, ...reportOn(given, request, made) };
}

/** What would be reported about a photo, without making it; boxes are in the ordered photo's pixels. */
export async function judgeStudioPhoto(given: ProductCutOut, request: RenderRequest): Promise<JudgedPhoto> {
  const { orderedScale = 1 } = request;
  const effort = { design: previewSize(request), isReport: true };
  const { rgb: _, ...made } = await makePixels(given, { ...request, ...effort.design }, effort, drawOnce);
  const { stance, notes } = reportOn(given, request, made);
  return {
    stance,
    notes: notes.map((note) =>
      "box" in note && note.box ? { ...note, box: scalePlacement(note.box, orderedScale) } : note,
    ),
  };
}

/** A photo with the watermark of a sample, as JPEG, of at most `watermarkSide` per side. */
export async function makeMarkedPhoto(given: ProductCutOut, request: RenderRequest): Promise<RenderedPhoto> {
  const { rgb, ...made } = await makePixels(given, request);
  return { bytes: await encodeMarked(rgb, request), ...reportOn(given, request, made), notes: [] };
}

/** The pixels of a photo, with the backdrop that the request asks for. */
export async function makePixels(
  cutOut: ProductCutOut,
  request: RenderRequest | SceneRequest,
  effort: RenderEffort = { design: designSize(request) },
  draw?: DrawSet,
): Promise<RenderedPixels> {
  const given = correctProduct(cutOut, request.options);
  if ("scene" in request && !isWhite(request.style)) {
    return await composePixels(given, request, { effort, open: openPainted, mayFloat: false });
  }
  const { libraryScene } = request;
  if (libraryScene !== undefined && !isWhite(request.style)) {
    return await composePixels(
      given,
      { ...request, libraryScene },
      { effort, open: openLibraryScene, mayFloat: false },
    );
  }
  const backdrop = backdropOf(request.options);
  if (!backdrop)
    return await composePixels(given, request, { effort, open: openDrawn(draw), mayFloat: true });
  const plan = await planScene(given, request, effort.design);
  const scene = { plan, scene: backdrop.image, horizonY: backdrop.horizon };
  return await composePixels(given, { ...request, ...scene }, { effort, open: openPainted, mayFloat: false });
}

/** The caller's own picture, when it is the whole set. */
function backdropOf({ background }: RenderOptions = {}) {
  return background && "image" in background && background.role === "backdrop" ? background : null;
}

type DrawnSet = Awaited<ReturnType<DrawSet>>;

/** The last set, reused while only the product, its shadow or its reflection changes. */
let last: { key: string; own: SurfaceTexture | null; drawn: DrawnSet } | null = null;

/** Draws the set of a preview, or returns the last one when it is the same. */
export const drawOnce: DrawSet = async (scene, stage, { view, own }) => {
  // Values that affect only the product's own light and shadow are not part of the key.
  const { shadow: _shadow, rim: _rim, roughness: _roughness, ...seen } = scene;
  const key = JSON.stringify([seen, stage, view]);
  if (last?.key === key && last.own === own) return last.drawn;
  const { rows, ground } = await createBackdrop(scene, stageOf(stage, view), own);
  const pixels = fieldOfRows(rows, view);
  const around = await aroundProduct(scene, stage, own);
  const drawn = { rows: createRowSampler(pixels, view.width, view.height), ground, around };
  last = { key, own, drawn };
  return drawn;
};
