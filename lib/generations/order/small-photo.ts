import { nearestAspectRatio, photoSize, previewSize } from "#lib/contract/photos/sizes.ts";
import { customPrompt } from "#lib/contract/photos/styles.ts";
import { loadBackground } from "#lib/generations/kinds/background.ts";
import { locateMask } from "#lib/generations/kinds/finish.ts";
import type { CompletePhoto } from "#lib/generations/kinds/kind.ts";
import { isPictureItself, pickPhotoOptions } from "#lib/generations/kinds/options.ts";
import { type BorrowedSource, borrowSource } from "#lib/generations/order/preview-sources.ts";
import { lightIn } from "#lib/generations/order/scene.ts";
import { imageHost } from "#lib/images/index.ts";
import type { PhotoRequest, TaskContext } from "#lib/imaging/generator.ts";
import { findMask } from "#lib/masks/index.ts";

interface Asking {
  userId: string;
  signal: AbortSignal;
  deadlineAtMs: number;
}

/**
 * Loads the pictures of an order, and gives the order in the form of a preview to a pixel task: its studio photo, small.
 * Throws the errors of pictures and task.
 */
export async function asSmallPhoto<Made>(
  order: CompletePhoto,
  { userId, signal, deadlineAtMs }: Asking,
  make: (request: PhotoRequest, context: TaskContext) => Promise<Made>,
): Promise<Made> {
  const { imageUrl, style, aspectRatio, resolution, mode: _, ...options } = order;
  const whole = photoSize({ aspectRatio, resolution, size: options.size });
  const size = previewSize(whole);
  const prompt = customPrompt(style, order.prompt);
  const picked = pickPhotoOptions(options);
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
    return await make(
      {
        image,
        mask,
        style,
        prompt,
        libraryScene: order.scene,
        ...size,
        aspectRatio: nearestAspectRatio(whole),
        resolution: "1K",
        orderedScale: Math.max(whole.width, whole.height) / Math.max(size.width, size.height),
        options: { ...picked, ...lightIn(order.scene, { prompt, options: picked }), background },
      },
      // A separate queue from the caller's photos, because the user waits for it.
      { caller: `${userId} preview`, signal, deadlineAtMs },
    );
  } finally {
    for (const { giveBack } of borrowed) giveBack();
  }
}

/** The caller's corrected mask of the picture, which previews use too. */
async function findStoredMask(imageUrl: string, { userId, signal }: Pick<Asking, "userId" | "signal">) {
  const publicId = isPictureItself(imageUrl) ? imageHost().parse(imageUrl)?.publicId : undefined;
  const kept = publicId === undefined ? null : await findMask(publicId, { userId });
  return kept ? await locateMask(kept.maskPublicId, { caller: userId, signal }) : undefined;
}
