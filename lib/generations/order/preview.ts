import { countPreview } from "#lib/accounts/preview-limit.ts";
import { showNotes } from "#lib/contract/photos/notes.ts";
import { largestResolution } from "#lib/contract/photos/styles.ts";
import type { PhotoRequest } from "#lib/generations/kinds/kind.ts";
import { photo, requireFittingSize } from "#lib/generations/kinds/photo.ts";
import { presentPrompt } from "#lib/generations/order/present-prompt.ts";
import { requireUnderstood } from "#lib/generations/order/prompt.ts";
import { completePhoto } from "#lib/generations/order/request.ts";
import { asSmallPhoto } from "#lib/generations/order/small-photo.ts";
import { NothingFoundError, UnreadableImageError } from "#lib/images/picture.ts";
import { GenerationError } from "#lib/imaging/generator.ts";
import { previewStudioPhoto } from "#lib/imaging/index.ts";
import { ApiError, invalidParam, refusal } from "#lib/platform/errors.ts";
import { because, problemOf } from "#lib/platform/reasons.ts";

/** Time limit for loading and cutting out a new picture. */
const previewTimeoutMs = 45_000;

/**
 * A small photo made by the embedded renderer in any mode: free, and not stored. Throws ApiError invalid_params for
 * errors of the order and the picture, rate_limited, and overloaded.
 */
export async function makePreview(request: PhotoRequest, { userId }: { userId: string }) {
  const order = await completePhoto(request, { userId });
  requireFittingSize({ size: order.size, resolution: largestResolution });
  const prompted = { ...order, ...photo.fields(order), mode: "studio" };
  if (order.promptStrict) requireUnderstood(prompted);
  await countPreview(userId);
  const deadlineAtMs = Date.now() + previewTimeoutMs;
  const signal = AbortSignal.timeout(previewTimeoutMs);
  try {
    const { bytes, notes, ...made } = await asSmallPhoto(
      order,
      { userId, signal, deadlineAtMs },
      previewStudioPhoto,
    );
    return {
      image: `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`,
      ...made,
      notes: showNotes(notes),
      ...presentPrompt(prompted),
    };
  } catch (error) {
    throw toPublicError(error, { isLate: Date.now() >= deadlineAtMs });
  }
}

/** Converts an error for the caller. */
function toPublicError(error: unknown, { isLate }: { isLate: boolean }): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  if (error instanceof NothingFoundError || error instanceof UnreadableImageError) {
    return invalidParam("image_url", problemOf(error), error);
  }
  if (isLate) {
    return new ApiError("overloaded", "Too many pictures are waiting to be made.", { retryAfterSeconds: 5 });
  }
  if (!(error instanceof GenerationError)) return error;
  return refusal(because("preview_failed"), { cause: error });
}
