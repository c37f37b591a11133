import { testResolution, testSize } from "#lib/contract/keys/test-mode.ts";
import { photoModes } from "#lib/contract/photos/modes.ts";
import type { PhotoOptions } from "#lib/contract/photos/options.ts";
import { nearestAspectRatio, photoSize, refusalOfSize } from "#lib/contract/photos/sizes.ts";
import {
  aspectRatios,
  customPrompt,
  generationCost,
  resolutions,
  styleNames,
} from "#lib/contract/photos/styles.ts";
import type { Generation } from "#lib/db/generated/client.ts";
import { isWorker } from "#lib/db/heartbeat.ts";
import { imageUrlOf } from "#lib/generations/history/pictures.ts";
import { checkAll } from "#lib/generations/kinds/check-all.ts";
import { locateMask } from "#lib/generations/kinds/finish.ts";
import type { WorkKind } from "#lib/generations/kinds/kind.ts";
import { requireMode, requireOffered } from "#lib/generations/kinds/modes/choice.ts";
import { makePhoto } from "#lib/generations/kinds/modes/index.ts";
import { isPictureItself, pickPhotoOptions } from "#lib/generations/kinds/options.ts";
import { checkBackground, loadBackground } from "#lib/generations/kinds/photo-source.ts";
import { storeResult } from "#lib/generations/kinds/store.ts";
import { requireUnderstood } from "#lib/generations/order/prompt.ts";
import type { CompletePhoto } from "#lib/generations/order/request.ts";
import { lightOfWords } from "#lib/generations/order/scene.ts";
import { recordModelCall } from "#lib/generations/run/model-calls.ts";
import { requireUsable } from "#lib/images/hosted.ts";
import { imageHost } from "#lib/images/index.ts";
import { loadInTime } from "#lib/images/source.ts";
import { resolutionsInMemory } from "#lib/imaging/worker/bounds.ts";
import { invalidParam, refusal } from "#lib/platform/errors.ts";
import { isTestAccount } from "#lib/platform/ids.ts";
import { because } from "#lib/platform/reasons.ts";
import { isScene } from "#lib/scenes/choice.ts";
import { holdSource } from "#lib/uploads/release.ts";

/** A photo of the product in the input picture. */
export const photo: WorkKind<CompletePhoto> = {
  cost: ({ style, resolution }) => generationCost(style, resolution),
  fields: (request) => ({
    prompt: request.prompt?.trim() || undefined,
    wantedMode: request.mode,
    options: pickPhotoOptions(request),
  }),
  async check(request, options) {
    const { userId, load, find } = options;
    const { imageUrl, mode, style, prompt, scene, background, promptStrict } = request;
    const [, , , , backgroundPublicId] = await checkAll([
      () => requireOffered(mode),
      () => requireFittingSize(request),
      () => requireMemoryFor(request),
      () => requireUnderstood({ style, prompt, wantedMode: mode, scene, background, promptStrict }),
      () => checkBackground(pickPhotoOptions(request), options),
      // Verifying the picture comes last, since it may take seconds.
      () => (load ? undefined : requireUsable(imageUrl, find)),
    ]);
    const sourcePublicId = imageHost().parse(imageUrl)?.publicId ?? null;
    const checked = { sourcePublicId, backgroundPublicId, takesKeptMask: isPictureItself(imageUrl) };
    return load ? { ...checked, source: await loadInTime(imageUrl, userId) } : checked;
  },
  async make(work, { source: checked, deadlineAtMs, signal, report }) {
    const { mode, options, libraryScene, ...order } = readOrder(work);
    const wanted = photoSize({ ...order, ...options });
    const size = isTestAccount(work.userId) ? testSize(wanted) : wanted;
    // Hosted models paint only in a few aspect ratios.
    const aspectRatio = options.size ? nearestAspectRatio(size) : order.aspectRatio;
    const { prompt: words, id: generationId, userId: caller } = work;
    const prompt = customPrompt(order.style, words);
    const mask = await maskOf(work, signal);
    const source = checked ?? (await loadInTime(imageUrlOf(work), caller));
    const behind = await loadBackground(options, (url) => loadInTime(url, caller)).catch(async (error) => {
      await source.dispose();
      throw error;
    });
    const render = {
      ...options,
      ...lightIn(libraryScene, { prompt, options }),
      background: behind.background,
    };
    const photo = { ...order, ...size, aspectRatio, prompt, libraryScene, options: render };
    const request = { ...photo, image: source.image, mask };
    try {
      const { bytes, boundingBox, ...how } = await makePhoto(
        { request, words, mode },
        {
          caller,
          signal,
          deadlineAtMs,
          onStage: report,
          onCall: (call) => void recordModelCall({ ...call, generationId, style: order.style }),
        },
      );
      report("storing");
      const format = options.format ?? "jpeg";
      const shape = { ...size, boundingBox: boundingBox ?? undefined };
      return { ...(await storeResult(bytes, { ...shape, format, hasAlpha: false, work, signal })), ...how };
    } finally {
      await Promise.all([source.dispose(), behind.dispose()]);
    }
  },
};

/** In a rendered scene, the prompt sets the light that the options leave open. */
export function lightIn(
  scene: string | undefined,
  { prompt, options: { light } }: { prompt: string | null; options: Pick<PhotoOptions, "light"> },
): Pick<PhotoOptions, "light"> {
  return scene === undefined ? { light } : { light: { ...lightOfWords(scene, prompt).light, ...light } };
}

/** Keeps the mask of the order from being deleted until the work is made. */
async function maskOf({ maskPublicId, userId: caller }: Generation, signal: AbortSignal) {
  if (maskPublicId === null) return undefined;
  await holdSource(maskPublicId);
  return locateMask(maskPublicId, { caller, signal });
}

/** Parses the order's fields of a row; refuses values that are no longer offered. */
function readOrder({ userId, style, aspectRatio, resolution, scene, wantedMode, options }: Generation) {
  const known = {
    style: styleNames.find((name) => name === style),
    aspectRatio: aspectRatios.find((name) => name === aspectRatio),
    resolution: resolutions.find((name) => name === resolution),
  };
  if (!known.style || !known.aspectRatio || !known.resolution || (scene !== null && !isScene(scene))) {
    throw refusal(because("options_withdrawn"));
  }
  const wanted = photoModes.find((name) => name === wantedMode) ?? null;
  const picked = pickPhotoOptions(options);
  const hasSet = scene !== null || picked.background !== undefined;
  // Hosted models cost the operator money, so test mode does not use them.
  const isTest = isTestAccount(userId);
  const mode = isTest ? "studio" : requireMode({ style: known.style, wantedMode: wanted, hasSet });
  const { style: name, aspectRatio: shape } = known;
  const pixels = isTest ? testResolution : known.resolution;
  const set = { libraryScene: scene ?? undefined, options: picked };
  return { style: name, aspectRatio: shape, resolution: pixels, mode, ...set } as const;
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
