import { testResolution, testSize } from "#lib/contract/keys/test-mode.ts";
import { nearestAspectRatio, photoSize } from "#lib/contract/photos/sizes.ts";
import { aspectRatios, customPrompt, resolutions, styleNames } from "#lib/contract/photos/styles.ts";
import type { Generation } from "#lib/db/generated/client.ts";
import { imageUrlOf } from "#lib/generations/history/pictures.ts";
import { loadBackground } from "#lib/generations/kinds/background.ts";
import { locateMask } from "#lib/generations/kinds/finish.ts";
import type { WorkMaker } from "#lib/generations/kinds/kind.ts";
import { requireMode } from "#lib/generations/kinds/modes/choice.ts";
import { makePhoto } from "#lib/generations/kinds/modes/index.ts";
import { pickPhotoOptions } from "#lib/generations/kinds/options.ts";
import { storeResult } from "#lib/generations/kinds/store.ts";
import { lightIn } from "#lib/generations/order/scene.ts";
import { recordModelCall } from "#lib/generations/run/model-calls.ts";
import { loadInTime } from "#lib/images/source.ts";
import { refusal } from "#lib/platform/errors.ts";
import { isTestAccount } from "#lib/platform/ids.ts";
import { because } from "#lib/platform/reasons.ts";
import { isScene } from "#lib/scenes/choice.ts";
import { reserveSource } from "#lib/uploads/release.ts";

/** Makes the photo of an order. */
export const photoMaker: WorkMaker = {
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

/** Keeps the mask of the order from being deleted until the work is made. */
async function maskOf({ maskPublicId, userId: caller }: Generation, signal: AbortSignal) {
  if (maskPublicId === null) return undefined;
  await reserveSource(maskPublicId);
  return locateMask(maskPublicId, { caller, signal });
}

/** Parses the order's fields of a row; refuses values that are no longer offered. */
function readOrder(work: Generation) {
  const { userId, style, aspectRatio, resolution, scene, options } = work;
  const known = {
    style: styleNames.find((name) => name === style),
    aspectRatio: aspectRatios.find((name) => name === aspectRatio),
    resolution: resolutions.find((name) => name === resolution),
  };
  if (!known.style || !known.aspectRatio || !known.resolution || (scene !== null && !isScene(scene))) {
    throw refusal(because("options_withdrawn"));
  }
  // Hosted models cost the operator money, so test mode does not use them.
  const isTest = isTestAccount(userId);
  const mode = isTest ? "studio" : requireMode(work);
  const { style: name, aspectRatio: shape } = known;
  const pixels = isTest ? testResolution : known.resolution;
  const set = { libraryScene: scene ?? undefined, options: pickPhotoOptions(options) };
  return { style: name, aspectRatio: shape, resolution: pixels, mode, ...set } as const;
}
