import { createBackdrop } from "#lib/imaging/renderer/backdrop.ts";
import { createField, createRowSampler } from "#lib/imaging/renderer/field.ts";
import { aroundProduct, type BackdropMaker } from "#lib/imaging/renderer/render.ts";
import { stageOf } from "#lib/imaging/renderer/stage.ts";
import type { SurfaceTexture } from "#lib/imaging/renderer/textures.ts";

type Painted = Awaited<ReturnType<BackdropMaker>>;

/** The last backdrop: it stays the same while only the product, its shadow or its reflection is changed. */
let last: { key: string; own: SurfaceTexture | null; painted: Painted } | null = null;

/** Makes a backdrop for a preview, unless it is the last one. */
export const keptBackdrop: BackdropMaker = async (scene, stage, { view, own }) => {
  // What only the product's own light and shadow follow from is no part of it.
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
