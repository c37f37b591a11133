import type { CutoutOptions } from "#lib/contract/photos/options.ts";
import type { Box } from "#lib/contract/photos/sizes.ts";
import type { Generation } from "#lib/db/generated/client.ts";
import { loadBackgroundPicture } from "#lib/generations/kinds/background.ts";
import type { MadeResult, MakeOptions } from "#lib/generations/kinds/kind.ts";
import { storeResult } from "#lib/generations/kinds/store.ts";
import { type HostedAsset, originalOf } from "#lib/images/host.ts";
import { imageHost } from "#lib/images/index.ts";
import type { PictureInput } from "#lib/images/picture.ts";
import type { Source } from "#lib/images/source.ts";
import { runTask } from "#lib/imaging/worker/pool.ts";
import { invalidParam, refusal } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { because } from "#lib/platform/reasons.ts";

interface Finishing extends Pick<MakeOptions, "signal" | "report"> {
  work: Generation;
  options: CutoutOptions;
  /** The background picture, if it is already loaded. */
  background: Source | null;
}

/**
 * Makes a cut-out as a new picture: cut along a mask or automatically, finished as its options specify, and stored.
 */
export async function finishCutout(asset: HostedAsset, finishing: Finishing): Promise<MadeResult> {
  const { work, options, signal, report } = finishing;
  const { userId: caller, maskPublicId } = work;
  const mask = maskPublicId === null ? undefined : await locateMask(maskPublicId, { caller, signal });
  const image = mask ? await locate(asset, { caller, signal }) : await cutOutOrSource(asset, finishing);
  const { format = "png", trim, margin, output, background: wanted } = options;
  const loaded =
    wanted?.imageUrl === undefined
      ? null
      : (finishing.background ?? (await loadBackgroundPicture(wanted.imageUrl, caller)));
  try {
    const picture = loaded ? { image: loaded.image } : undefined;
    const background = wanted?.color === undefined ? picture : { color: wanted.color };
    const finish = { format, trim, margin, output, background };
    const made = await runTask(
      "finish",
      { image, mask, options: finish },
      { caller, signal, onStage: report },
    );
    report("storing");
    const { boundingBox, bytes, ...shape } = made;
    return await storeResult(bytes, { ...shape, boundingBox, format, work, signal });
  } finally {
    if (loaded !== finishing.background) await loaded?.dispose();
  }
}

/** Input of the pixel worker: the source, or the cut-out of a host that makes its own. */
async function cutOutOrSource(
  asset: HostedAsset,
  { work: { userId: caller }, signal, report }: Finishing,
): Promise<PictureInput> {
  const host = imageHost();
  if (host.makesCutoutsHere || asset.isEmbedded) return locate(asset, { caller, signal });
  report("cutout");
  const reference = host.parse(await host.makeCutout(asset, { caller, signal }));
  const picture = reference && (await host.locate(reference, { caller, signal }));
  if (!picture) throw new Error(`the cut-out of ${asset.publicId} cannot be read`);
  return picture;
}

interface Asking {
  caller: string;
  signal: AbortSignal;
}

async function locate(asset: HostedAsset, asking: Asking): Promise<PictureInput> {
  const picture = await imageHost().locate(originalOf(asset), asking);
  if (picture === null) throw invalidParam("image_url", because("image_not_found"));
  return picture;
}

/** The mask of an order. Throws ApiError generation_failed when it was deleted. */
export async function locateMask(publicId: string, asking: Asking): Promise<PictureInput> {
  const mask = await imageHost().locate(originalOf({ publicId }), asking);
  if (mask !== null) return mask;
  throw refusal(because("mask_deleted"));
}

/**
 * The product's bounding box in a cut-out that this service made earlier; a failure only omits it from the result.
 */
export async function measureCutout(url: string, asking: Asking): Promise<Box | undefined> {
  const host = imageHost();
  const reference = host.parse(url);
  if (!host.makesCutoutsHere || !reference) return undefined;
  try {
    const image = await host.locate(reference, asking);
    const box = image === null ? null : await runTask("measure", { image }, asking);
    return box ?? undefined;
  } catch (error) {
    asking.signal.throwIfAborted();
    log.debug({ err: error }, "a cut-out could not be measured");
    return undefined;
  }
}
