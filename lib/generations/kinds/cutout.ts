import type { CutoutOptions } from "#lib/contract/photos/options.ts";
import { cutoutCost } from "#lib/contract/photos/styles.ts";
import { checkAll } from "#lib/generations/kinds/check-all.ts";
import type { CutoutRequest, WorkKind } from "#lib/generations/kinds/kind.ts";
import { pickCutoutOptions } from "#lib/generations/kinds/options.ts";
import type { HostedAsset } from "#lib/images/host.ts";
import { measureHosted, requireHosted } from "#lib/images/hosted.ts";
import { invalidParam } from "#lib/platform/errors.ts";

/** The product without its background. */
export const cutout: WorkKind<CutoutRequest> = {
  cost: () => cutoutCost,
  fields: (request) => ({ options: pickCutoutOptions(request) }),
  async check(request, { userId, load, find }) {
    const { imageUrl, maskUrl, background } = request;
    const url = background?.imageUrl;
    // Loaded when needed: few cut-outs have a background picture.
    const pictures = url === undefined ? null : await import("#lib/generations/kinds/background.ts");
    const [, asset] = await checkAll([
      () => requireConsistent(request),
      () => requireHosted("image_url", imageUrl, find),
      () => (load || url === undefined ? undefined : pictures?.checkBackgroundPicture(url, find)),
    ]);
    const backgroundPublicId = (await pictures?.protectBackground({ background }, { userId })) ?? null;
    const mask = await maskOf(asset, { maskUrl, userId });
    const checked = { sourcePublicId: asset.publicId, backgroundPublicId, ...mask };
    if (!load || url === undefined || pictures === null) return checked;
    return { ...checked, source: await pictures.loadBackgroundPicture(url, userId) };
  },
};

async function maskOf(
  source: HostedAsset,
  { maskUrl, userId }: { maskUrl: string | undefined; userId: string },
) {
  if (maskUrl === undefined) return { usesStoredMask: true };
  const { requireMask } = await import("#lib/masks/check.ts");
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
