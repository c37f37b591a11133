import { imageHost } from "../images/index.ts";
import { checkSourceAddress } from "../images/source.ts";
import { ApiError, invalidParam } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { uploaderOf } from "../uploads/quota.ts";
import type { LookSettings } from "./settings.ts";

const lookUpTimeoutMs = 10_000;
const path = "settings.background.image_url";

/** Throws ApiError invalid_params if no photo can be made with the background picture. */
export async function requireBackground({ background }: LookSettings): Promise<void> {
  if (background?.imageUrl === undefined) return;
  const host = imageHost();
  const reference = host.parse(background.imageUrl);
  if (reference === null) return requirePublic(background.imageUrl);
  if (await host.find(reference, AbortSignal.timeout(lookUpTimeoutMs))) return;
  throw invalidParam(path, because("picture_not_found"));
}

function requirePublic(address: string): void {
  try {
    checkSourceAddress(address);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw invalidParam(path, error.issues?.[0]?.message ?? error.message, error);
  }
}

/** Public id of a background among its owner's own uploads; null for any other, which a look cannot hold. */
export function uploadedBackground(
  { background }: Pick<LookSettings, "background">,
  userId: string,
): string | null {
  const publicId = background?.imageUrl ? (imageHost().parse(background.imageUrl)?.publicId ?? null) : null;
  return publicId !== null && uploaderOf(publicId) === userId ? publicId : null;
}
