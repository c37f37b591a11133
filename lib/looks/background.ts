import { readFile } from "node:fs/promises";
import { imageHost } from "../images/index.ts";
import { checkSourceAddress, loadSource } from "../images/source.ts";
import { ApiError, invalidParam } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { upload } from "../uploads/index.ts";
import { uploaderOf } from "../uploads/quota.ts";
import type { LookSettings } from "./settings.ts";

const lookUpTimeoutMs = 10_000;
const copyTimeoutMs = 20_000;
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
export function heldPicture({ background }: Pick<LookSettings, "background">, userId: string): string | null {
  const publicId = background?.imageUrl ? (imageHost().parse(background.imageUrl)?.publicId ?? null) : null;
  return publicId !== null && uploaderOf(publicId) === userId ? publicId : null;
}

/** Copies another account's background to this user's uploads. Returns its URL; null if gone or over quota. */
export async function copyBackground(
  imageUrl: string,
  { userId }: { userId: string },
): Promise<string | null> {
  const reference = imageHost().parse(imageUrl);
  if (reference && uploaderOf(reference.publicId) === userId) return imageUrl;
  try {
    const source = await loadSource(imageUrl, { caller: userId, signal: AbortSignal.timeout(copyTimeoutMs) });
    try {
      return (await upload({ file: await readFile(source.image) }, { userId })).imageUrl;
    } finally {
      await source.dispose();
    }
  } catch (error) {
    const known = error instanceof ApiError && error.code === "invalid_params";
    if (known || (error instanceof Error && error.name === "TimeoutError")) return null;
    throw error;
  }
}
