import { refusalOfSize } from "#lib/contract/photos/sizes.ts";
import { resolutions } from "#lib/contract/photos/styles.ts";
import { isWorker } from "#lib/db/heartbeat.ts";
import type { checkBackground } from "#lib/generations/kinds/background.ts";
import { checkAll } from "#lib/generations/kinds/check-all.ts";
import type { CompletePhoto, WorkKind } from "#lib/generations/kinds/kind.ts";
import { requireOffered } from "#lib/generations/kinds/modes/choice.ts";
import { isPictureItself, pickPhotoOptions } from "#lib/generations/kinds/options.ts";
import { requireUnderstood } from "#lib/generations/order/prompt.ts";
import { requireUsable } from "#lib/images/hosted.ts";
import { imageHost } from "#lib/images/index.ts";
import { loadInTime } from "#lib/images/source.ts";
import { resolutionsInMemory } from "#lib/imaging/worker/bounds.ts";
import { photoCost } from "#lib/plans/offer.ts";
import { invalidParam } from "#lib/platform/errors.ts";
import { because } from "#lib/platform/reasons.ts";

/** A photo of the product in the input picture. */
export const photo: WorkKind<CompletePhoto> = {
  cost: ({ style, resolution }) => photoCost(style, resolution),
  fields: (request) => ({
    prompt: request.prompt?.trim() || undefined,
    wantedMode: request.mode,
    options: pickPhotoOptions(request),
  }),
  async check(request, options) {
    const { userId, load, find } = options;
    const { imageUrl, mode, promptStrict } = request;
    const [, , , , backgroundPublicId] = await checkAll([
      () => requireOffered(mode),
      () => requireFittingSize(request),
      () => requireMemoryFor(request),
      () =>
        promptStrict ? requireUnderstood({ ...request, ...photo.fields(request), mode: null }) : undefined,
      () => checkBackgroundOf(request, options),
      // Verifying the picture comes last, since it may take seconds.
      () => (load ? undefined : requireUsable(imageUrl, find)),
    ]);
    const sourcePublicId = imageHost().parse(imageUrl)?.publicId ?? null;
    const checked = { sourcePublicId, backgroundPublicId, usesStoredMask: isPictureItself(imageUrl) };
    return load ? { ...checked, source: await loadInTime(imageUrl, userId) } : checked;
  },
};

/** Loaded when needed: few photos have a background picture. */
async function checkBackgroundOf(
  request: CompletePhoto,
  options: Parameters<typeof checkBackground>[1],
): Promise<string | null> {
  if (request.background?.imageUrl === undefined) return null;
  const pictures = await import("#lib/generations/kinds/background.ts");
  return pictures.checkBackground(pickPhotoOptions(request), options);
}

/** The price depends on the resolution, so a custom size must not have more pixels than that. */
export function requireFittingSize({ size, resolution }: Pick<CompletePhoto, "size" | "resolution">): void {
  const refusal = size === undefined ? null : refusalOfSize(size, resolution);
  if (refusal !== null) throw invalidParam("size", refusal);
}

/** Throws ApiError invalid_params for a resolution that the pixel processes of this process have no memory for. */
function requireMemoryFor({ resolution }: Pick<CompletePhoto, "resolution">): void {
  // Otherwise photos are made by processes elsewhere.
  if (!isWorker()) return;
  const { largest, neededMb } = resolutionsInMemory();
  if (resolutions.indexOf(resolution) <= resolutions.indexOf(largest)) return;
  const values = { resolution, largest, needed: neededMb[resolution] };
  throw invalidParam("resolution", because("memory_too_small", values));
}
