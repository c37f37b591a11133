import type { CutoutOptions } from "#lib/contract/photos/options.ts";
import { cutoutCost } from "#lib/contract/photos/styles.ts";
import {
  checkBackgroundPicture,
  loadBackgroundPicture,
  protectBackground,
} from "#lib/generations/kinds/background.ts";
import { checkAll } from "#lib/generations/kinds/check-all.ts";
import type { WorkKind } from "#lib/generations/kinds/kind.ts";
import { pickCutoutOptions } from "#lib/generations/kinds/options.ts";
import type { CutoutRequest } from "#lib/generations/order/request.ts";
import type { HostedAsset } from "#lib/images/host.ts";
import { measureHosted, requireHosted } from "#lib/images/hosted.ts";
import { requireMask } from "#lib/masks/check.ts";
import { invalidParam } from "#lib/platform/errors.ts";

/** The product without its background. */
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
    const backgroundPublicId = await protectBackground({ background }, { userId });
    const mask = await maskOf(asset, { maskUrl, userId });
    const checked = { sourcePublicId: asset.publicId, backgroundPublicId, ...mask };
    if (!load || background?.imageUrl === undefined) return checked;
    return { ...checked, source: await loadBackgroundPicture(background.imageUrl, userId) };
  },
};

async function maskOf(
  source: HostedAsset,
  { maskUrl, userId }: { maskUrl: string | undefined; userId: string },
) {
  if (maskUrl === undefined) return { usesStoredMask: true };
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
