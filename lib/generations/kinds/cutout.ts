import type { CutoutOptions } from "#lib/contract/photos/options.ts";
import type { Box } from "#lib/contract/photos/sizes.ts";
import { cutoutCost } from "#lib/contract/photos/styles.ts";
import { imageUrlOf } from "#lib/generations/history/pictures.ts";
import {
  checkBackgroundPicture,
  keepBackground,
  loadBackgroundPicture,
} from "#lib/generations/kinds/background.ts";
import { checkAll } from "#lib/generations/kinds/check-all.ts";
import { finishCutout, measureCutout } from "#lib/generations/kinds/finish.ts";
import type { WorkKind } from "#lib/generations/kinds/kind.ts";
import { pickCutoutOptions } from "#lib/generations/kinds/options.ts";
import type { CutoutRequest } from "#lib/generations/order/request.ts";
import type { HostedAsset } from "#lib/images/host.ts";
import { measureHosted, requireHosted } from "#lib/images/hosted.ts";
import { imageHost } from "#lib/images/index.ts";
import { requireMask } from "#lib/masks/check.ts";
import { invalidParam } from "#lib/platform/errors.ts";
import { isTestAccount } from "#lib/platform/ids.ts";
import { holdSource } from "#lib/uploads/release.ts";

/**
 * The product without its background. Without options it is a transformation of a picture on the image host; with
 * options or a corrected mask it is stored as a new picture. The result URL loads immediately.
 */
export const cutout: WorkKind<CutoutRequest> = {
  cost: () => cutoutCost,
  fields: (request) => ({ options: pickCutoutOptions(request) }),
  async check(request, { userId, load, find }) {
    const { imageUrl, maskUrl, background } = request;
    const [, asset] = await checkAll([
      () => requireConsistent(request),
      () => requireHosted("image_url", imageUrl, find),
      () => (load || !background?.imageUrl ? undefined : checkBackgroundPicture(background.imageUrl, find)),
    ]);
    const backgroundPublicId = await keepBackground({ background }, { userId });
    const mask = await maskOf(asset, { maskUrl, userId });
    const checked = { sourcePublicId: asset.publicId, backgroundPublicId, ...mask };
    if (!load || background?.imageUrl === undefined) return checked;
    return { ...checked, source: await loadBackgroundPicture(background.imageUrl, userId) };
  },
  async make(work, { source: background, signal, report }) {
    const { userId, sourcePublicId, maskPublicId } = work;
    try {
      if (sourcePublicId) await holdSource(sourcePublicId);
      if (maskPublicId) await holdSource(maskPublicId);
      const asset = await requireHosted("image_url", imageUrlOf(work));
      const options = pickCutoutOptions(work.options);
      // The configured host cannot transform a picture of the embedded one, and a result of test mode is watermarked:
      // both are stored as new pictures.
      const isView = maskPublicId === null && isPlain(options) && !isTestAccount(userId);
      if (!isView || asset.isEmbedded) {
        return await finishCutout(asset, { work, options, background, signal, report });
      }
      let found: Box | undefined;
      let sizeBytes: number | undefined;
      const url = await imageHost().makeCutout(asset, {
        signal,
        caller: userId,
        onStart: () => report("cutout"),
        onBox: (box) => {
          found = box;
        },
        onSize: (size) => {
          sizeBytes = size;
        },
      });
      const { width, height } = asset;
      const boundingBox = found ?? (await measureCutout(url, { caller: userId, signal }));
      return { url, publicId: null, width, height, sizeBytes, contentType: "image/png", boundingBox };
    } finally {
      await background?.dispose();
    }
  },
};

async function maskOf(
  source: HostedAsset,
  { maskUrl, userId }: { maskUrl: string | undefined; userId: string },
) {
  if (maskUrl === undefined) return { takesKeptMask: true };
  const size = await measureHosted("image_url", source, { caller: userId });
  return { maskPublicId: (await requireMask(maskUrl, { source, size, userId })).publicId };
}

/** Throws ApiError invalid_params for conflicting options. */
function requireConsistent({ format, background, output }: CutoutOptions): void {
  if (output === "mask" && background !== undefined) {
    throw invalidParam("background", "a mask has none: leave it out, or ask for the cut-out");
  }
  if (output === "mask" && format !== undefined && format !== "png") {
    throw invalidParam("format", "a mask is a PNG");
  }
  if (format === "jpeg" && background === undefined) {
    throw invalidParam("format", "a JPEG cannot be transparent: it needs `background`");
  }
}

/** Whether the options describe the image host's own cut-out. */
function isPlain({
  format = "png",
  background,
  trim = false,
  margin,
  output = "cutout",
}: CutoutOptions): boolean {
  return format === "png" && background === undefined && !trim && margin === undefined && output === "cutout";
}
