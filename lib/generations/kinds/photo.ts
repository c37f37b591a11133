import { photoModes } from "../../contract/photos/modes.ts";
import { nearestAspectRatio, photoSize, refusalOfSize } from "../../contract/photos/sizes.ts";
import {
  aspectRatios,
  generationCost,
  resolutions,
  styleNames,
  styles,
} from "../../contract/photos/styles.ts";
import type { Generation } from "../../db/generated/client.ts";
import { imageHost } from "../../images/index.ts";
import { invalidParam, refusal } from "../../platform/errors.ts";
import { because } from "../../platform/reasons.ts";
import { holdSource } from "../../uploads/release.ts";
import { imageUrlOf } from "../history/pictures.ts";
import type { CompletePhoto } from "../order/request.ts";
import { recordModelCall } from "../run/model-calls.ts";
import { locateMask } from "./finish.ts";
import type { WorkKind } from "./kind.ts";
import { requireMode, requireOffered } from "./modes/choice.ts";
import { makePhoto } from "./modes/index.ts";
import { isPictureItself, pickPhotoOptions } from "./options.ts";
import { checkBackground, loadBackground, loadInTime, requireUsable } from "./photo-source.ts";
import { storeResult } from "./store.ts";

/** A photo of the product in the input picture. */
export const photo: WorkKind<CompletePhoto> = {
  cost: ({ style, resolution }) => generationCost(style, resolution),
  fields: (request) => ({
    prompt: request.prompt?.trim() || undefined,
    wantedMode: request.mode,
    options: pickPhotoOptions(request),
  }),
  async check(request, { userId, load }) {
    const { imageUrl, mode } = request;
    requireOffered(mode);
    requireFittingSize(request);
    const sourcePublicId = imageHost().parse(imageUrl)?.publicId ?? null;
    const backgroundPublicId = await checkBackground(pickPhotoOptions(request), { userId, load });
    const checked = { sourcePublicId, backgroundPublicId, takesKeptMask: isPictureItself(imageUrl) };
    if (load) return { ...checked, source: await loadInTime(imageUrl, userId) };
    await requireUsable(imageUrl);
    return checked;
  },
  async make(work, { source: checked, deadlineAtMs, signal, report }) {
    const { mode, options, ...order } = readOrder(work);
    const size = photoSize({ ...order, ...options });
    // Hosted models paint in a few shapes only.
    const aspectRatio = options.size ? nearestAspectRatio(size) : order.aspectRatio;
    const { prompt: words, id: generationId, userId: caller } = work;
    const prompt = words ?? styles[order.style].defaultPrompt;
    const mask = await maskOf(work, signal);
    const source = checked ?? (await loadInTime(imageUrlOf(work), caller));
    const behind = await loadBackground(options, (url) => loadInTime(url, caller)).catch(async (error) => {
      await source.dispose();
      throw error;
    });
    const render = { ...options, background: behind.background };
    const request = { ...order, ...size, aspectRatio, image: source.image, prompt, options: render, mask };
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
      const stored = await storeResult(bytes, { ...size, format, hasAlpha: false, work, signal });
      return { ...stored, ...how, boundingBox: boundingBox ?? undefined };
    } finally {
      await Promise.all([source.dispose(), behind.dispose()]);
    }
  },
};

/** The mask that it was ordered with stays until it is made. */
async function maskOf({ maskPublicId, userId: caller }: Generation, signal: AbortSignal) {
  if (maskPublicId === null) return undefined;
  await holdSource(maskPublicId);
  return locateMask(maskPublicId, { caller, signal });
}

/** A row that this service wrote says what the order said. */
function readOrder({ style, aspectRatio, resolution, wantedMode, options }: Generation) {
  const known = {
    style: styleNames.find((name) => name === style),
    aspectRatio: aspectRatios.find((name) => name === aspectRatio),
    resolution: resolutions.find((name) => name === resolution),
  };
  if (!known.style || !known.aspectRatio || !known.resolution) {
    throw refusal(because("options_withdrawn"));
  }
  const wanted = photoModes.find((name) => name === wantedMode) ?? null;
  const picked = pickPhotoOptions(options);
  const hasBackground = picked.background !== undefined;
  const mode = requireMode({ style: known.style, wantedMode: wanted, hasBackground });
  const { style: name, aspectRatio: shape, resolution: pixels } = known;
  return { style: name, aspectRatio: shape, resolution: pixels, mode, options: picked } as const;
}

/** The price goes by the resolution: a size of one's own has no more pixels than that. */
export function requireFittingSize({ size, resolution }: Pick<CompletePhoto, "size" | "resolution">): void {
  const refusal = size === undefined ? null : refusalOfSize(size, resolution);
  if (refusal !== null) throw invalidParam("size", refusal);
}
