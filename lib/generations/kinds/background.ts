import type { PhotoOptions } from "../../contract/photos/options.ts";
import { type FindPicture, requireUsable } from "../../images/hosted.ts";
import { loadInTime, type Source } from "../../images/source.ts";
import type { RenderOptions } from "../../imaging/generator.ts";
import { uploadedBackground } from "../../looks/background.ts";
import { ApiError, invalidParam } from "../../platform/errors.ts";
import { reasonOf } from "../../platform/reasons.ts";
import { postponeExpiry } from "../../uploads/release.ts";
import type { CheckOptions } from "./kind.ts";

const field = "background.image_url";

/** Loads the caller's background picture into a file. Throws ApiError invalid_params for the field. */
export function loadBackgroundPicture(url: string, caller: string): Promise<Source> {
  return aboutBackground(() => loadInTime(url, caller));
}

/** Checks without loading it: the form of the URL, and that a picture of the host exists. */
export function checkBackgroundPicture(url: string, find?: FindPicture): Promise<void> {
  return aboutBackground(() => requireUsable(url, find));
}

/**
 * Public id of a background among the caller's uploads. Postpones its expiry until its work is charged; the work then
 * keeps it.
 */
export async function protectBackground(
  options: Parameters<typeof uploadedBackground>[0],
  { userId }: { userId: string },
): Promise<string | null> {
  const publicId = uploadedBackground(options, userId);
  if (publicId !== null) await postponeExpiry(publicId, { userId });
  return publicId;
}

/**
 * Checks before a charge whether a background picture is usable; `load` also verifies its bytes. Returns the public
 * id of a picture that the photo keeps (see `protectBackground`).
 */
export async function checkBackground(
  { background }: PhotoOptions,
  { userId, load, find }: CheckOptions,
): Promise<string | null> {
  const url = background?.imageUrl;
  if (url === undefined) return null;
  if (load) await (await loadBackgroundPicture(url, userId)).dispose();
  else await checkBackgroundPicture(url, find);
  return protectBackground({ background }, { userId });
}

/**
 * Loads the background of a photo for the renderer; `load` fetches a picture by its URL. The caller must call
 * `dispose` afterwards.
 */
export async function loadBackground(
  { background }: PhotoOptions,
  load: (url: string) => Promise<Source>,
): Promise<{ background: RenderOptions["background"]; dispose: () => Promise<void> }> {
  const dispose = async () => undefined;
  if (background === undefined) return { background: undefined, dispose };
  const { color, imageUrl, role = "backdrop", horizon = null } = background;
  if (color !== undefined) return { background: { color }, dispose };
  if (imageUrl === undefined) return { background: undefined, dispose };
  const source = await aboutBackground(() => load(imageUrl));
  return { background: { image: source.image, role, horizon }, dispose: source.dispose };
}

/** Reassigns errors of a picture's URL to the background's field. */
async function aboutBackground<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const issue = error instanceof ApiError && error.code === "invalid_params" && error.issues?.[0];
    throw issue ? invalidParam(field, reasonOf(issue) ?? issue.message, error) : error;
  }
}
