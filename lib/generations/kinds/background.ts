import { type FindPicture, requireUsable } from "../../images/hosted.ts";
import { loadInTime, type Source } from "../../images/source.ts";
import { heldPicture } from "../../looks/background.ts";
import { ApiError, invalidParam } from "../../platform/errors.ts";
import { reasonOf } from "../../platform/reasons.ts";
import { postponeExpiry } from "../../uploads/release.ts";

const field = "background.image_url";

/** The caller's own picture for behind the product, in a file. Throws ApiError invalid_params for the field. */
export function loadBackgroundPicture(url: string, caller: string): Promise<Source> {
  return aboutBackground(() => loadInTime(url, caller));
}

/** The same as far as it can be known at once: the form of an address, and that a picture of the host is there. */
export function checkBackgroundPicture(url: string, find?: FindPicture): Promise<void> {
  return aboutBackground(() => requireUsable(url, find));
}

/** Public id of a background among the caller's uploads, which stays until its work is charged, and then as long as that. */
export async function keepBackground(
  options: Parameters<typeof heldPicture>[0],
  { userId }: { userId: string },
): Promise<string | null> {
  const publicId = heldPicture(options, userId);
  if (publicId !== null) await postponeExpiry(publicId, { userId });
  return publicId;
}

/** Reports what is wrong with a picture's address at its field. */
export async function aboutBackground<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const issue = error instanceof ApiError && error.code === "invalid_params" && error.issues?.[0];
    throw issue ? invalidParam(field, reasonOf(issue) ?? issue.message, error) : error;
  }
}
