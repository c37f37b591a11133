import { countPreview } from "#lib/accounts/preview-limit.ts";
import { showNotes } from "#lib/contract/photos/notes.ts";
import { nearestAspectRatio, photoSize, previewSize } from "#lib/contract/photos/sizes.ts";
import { customPrompt, largestResolution } from "#lib/contract/photos/styles.ts";
import { locateMask } from "#lib/generations/kinds/finish.ts";
import { isPictureItself, pickPhotoOptions } from "#lib/generations/kinds/options.ts";
import { requireFittingSize } from "#lib/generations/kinds/photo.ts";
import { loadBackground } from "#lib/generations/kinds/photo-source.ts";
import { presentPrompt } from "#lib/generations/order/present-prompt.ts";
import { type BorrowedSource, borrowSource } from "#lib/generations/order/preview-sources.ts";
import { requireUnderstood } from "#lib/generations/order/prompt.ts";
import { completePhoto, type PhotoRequest } from "#lib/generations/order/request.ts";
import { lightIn } from "#lib/generations/order/scene.ts";
import { imageHost } from "#lib/images/index.ts";
import { NothingFoundError, UnreadableImageError } from "#lib/images/picture.ts";
import { GenerationError } from "#lib/imaging/generator.ts";
import { previewStudioPhoto } from "#lib/imaging/index.ts";
import { findMask } from "#lib/masks/index.ts";
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
  const { imageUrl, style, aspectRatio, resolution, mode: _, ...options } = order;
  requireFittingSize({ size: options.size, resolution: largestResolution });
  requireUnderstood({ style, ...options, mode: "studio" });
  await countPreview(userId);
  const whole = photoSize({ aspectRatio, resolution, size: options.size });
  const size = previewSize(whole);
  const prompt = order.prompt?.trim() || undefined;
  const words = customPrompt(style, prompt);
  const picked = pickPhotoOptions(options);
  const deadlineAtMs = Date.now() + previewTimeoutMs;
  const signal = AbortSignal.timeout(previewTimeoutMs);
  const borrowed: BorrowedSource[] = [];
  const borrow = async (url: string) => {
    const source = await borrowSource(url, { caller: userId, signal });
    borrowed.push(source);
    return { image: source.image, dispose: async () => undefined };
  };
  try {
    const { image } = await borrow(imageUrl);
    const mask = await findStoredMask(imageUrl, { userId, signal });
    const { background } = await loadBackground(options, borrow);
    const { bytes, notes, ...made } = await previewStudioPhoto(
      {
        image,
        mask,
        style,
        prompt: words,
        libraryScene: order.scene,
        ...size,
        aspectRatio: nearestAspectRatio(whole),
        resolution: "1K",
        options: { ...picked, ...lightIn(order.scene, { prompt: words, options: picked }), background },
      },
      // A separate queue from the caller's photos, because the user waits for the preview.
      { caller: `${userId} preview`, signal, deadlineAtMs },
    );
    return {
      image: `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`,
      ...made,
      notes: showNotes(notes),
      ...presentPrompt({ style, prompt, scene: order.scene, background, mode: "studio" }),
    };
  } catch (error) {
    throw toPublicError(error, { isLate: Date.now() >= deadlineAtMs });
  } finally {
    for (const { giveBack } of borrowed) giveBack();
  }
}

/** The caller's corrected mask of the picture, which previews use too. */
async function findStoredMask(imageUrl: string, { userId, signal }: { userId: string; signal: AbortSignal }) {
  const publicId = isPictureItself(imageUrl) ? imageHost().parse(imageUrl)?.publicId : undefined;
  const kept = publicId === undefined ? null : await findMask(publicId, { userId });
  return kept ? await locateMask(kept.maskPublicId, { caller: userId, signal }) : undefined;
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
