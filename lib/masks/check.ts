import type { Size } from "#lib/contract/photos/sizes.ts";
import { formatMegabytes } from "../contract/images/limits.ts";
import { maskLimitBytes } from "../contract/limits.ts";
import type { HostedAsset } from "../images/host.ts";
import { measureHosted, requireHosted } from "../images/hosted.ts";
import { invalidParam } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { uploaderOf } from "../uploads/quota.ts";

const field = "mask_url";

/**
 * The upload to use as a mask: of the same account, with the size of the upright picture. Throws ApiError
 * invalid_params otherwise; another account's upload counts as missing.
 */
export async function requireMask(
  maskUrl: string,
  { source, size, userId }: { source: HostedAsset; size: Size; userId: string },
): Promise<HostedAsset> {
  const mask = await requireHosted(field, maskUrl);
  if (uploaderOf(mask.publicId) !== userId) {
    throw invalidParam(field, because("image_not_among_uploads"));
  }
  if (mask.publicId === source.publicId) throw invalidParam(field, "a picture is no mask of itself");
  if (mask.sizeBytes > maskLimitBytes) {
    const most = formatMegabytes(maskLimitBytes);
    throw invalidParam(
      field,
      `the mask has ${formatMegabytes(mask.sizeBytes)}; at most ${most} are accepted`,
    );
  }
  const own = await measureHosted(field, mask, { caller: userId });
  if (own.width === size.width && own.height === size.height) return mask;
  throw invalidParam(
    field,
    `the mask has ${own.width} × ${own.height} pixels, the picture ${size.width} × ${size.height}: they must be the same`,
  );
}
