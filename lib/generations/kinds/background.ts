import { type FindPicture, requireUsable } from "../../images/hosted.ts";
import { loadInTime, type Source } from "../../images/source.ts";
import { uploadedBackground } from "../../looks/background.ts";
import { ApiError, invalidParam } from "../../platform/errors.ts";
import { reasonOf } from "../../platform/reasons.ts";
import { postponeExpiry } from "../../uploads/release.ts";

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

/** Reassigns errors of a picture's URL to the background's field. */
export async function aboutBackground<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const issue = error instanceof ApiError && error.code === "invalid_params" && error.issues?.[0];
    throw issue ? invalidParam(field, reasonOf(issue) ?? issue.message, error) : error;
  }
}
