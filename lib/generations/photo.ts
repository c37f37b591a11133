import { type PhotoMode, photoModes } from "../contract/modes.ts";
import type { PhotoOptions } from "../contract/photo-options.ts";
import { nearestAspectRatio, photoSize, refusalOfSize } from "../contract/sizes.ts";
import {
  type AspectRatio,
  aspectRatios,
  generationCost,
  type Resolution,
  resolutions,
  type Style,
  styleNames,
  styles,
} from "../contract/styles.ts";
import type { Generation } from "../db/generated/client.ts";
import { imageHost } from "../images/index.ts";
import { checkSourceAddress, loadSource, type Source } from "../images/source.ts";
import { ApiError, invalidParam } from "../platform/errors.ts";
import { outputsFolder, resultName } from "../uploads/results.ts";
import type { MadeResult, WorkKind, WorkOptions } from "./kind.ts";
import { recordModelCall } from "./model-calls.ts";
import { requireMode, requireOffered } from "./modes/choice.ts";
import { makePhoto } from "./modes/index.ts";
import { pickPhotoOptions } from "./options.ts";

export interface PhotoOrder extends WorkOptions, PhotoOptions {
  imageUrl: string;
  style: Style;
  prompt?: string | undefined;
  aspectRatio: AspectRatio;
  resolution: Resolution;
  /** How it is to be made; absent: as the operator chose. */
  mode?: PhotoMode | undefined;
}

const sourceTimeoutMs = 20_000;

/** A photo of the product in the input picture. */
export const photo: WorkKind<PhotoOrder> = {
  operation: "generate",
  cost: ({ style, resolution }) => generationCost(style, resolution),
  async check(wanted, { userId, load }) {
    const { imageUrl, style, prompt, aspectRatio, resolution, mode } = wanted;
    requireOffered(mode);
    requireFittingSize(wanted);
    const options = pickPhotoOptions(wanted);
    const sourcePublicId = imageHost().parse(imageUrl)?.publicId ?? null;
    const order = { imageUrl, sourcePublicId, style, aspectRatio, resolution, wantedMode: mode, options };
    const checked = { ...order, prompt: prompt?.trim() || undefined };
    if (!load) {
      await requireUsable(imageUrl);
      return checked;
    }
    return { ...checked, source: await loadInTime(imageUrl, userId) };
  },
  async make(work, { source: checked, deadlineAtMs, signal, report }) {
    const { mode, options, ...order } = readOrder(work);
    const size = photoSize({ ...order, ...options });
    // Hosted models paint in a few shapes only.
    const aspectRatio = options.size ? nearestAspectRatio(size) : order.aspectRatio;
    const { background, ...drawn } = options;
    const source = checked ?? (await loadInTime(work.imageUrl, work.userId));
    const { prompt: words, id: generationId, userId: caller } = work;
    const prompt = words ?? styles[order.style].defaultPrompt;
    const color = background?.color;
    const render = {
      ...drawn,
      seed: options.seed ?? 0,
      background: color === undefined ? undefined : { color },
    };
    const request = { ...order, ...size, aspectRatio, image: source.image, prompt, options: render };
    try {
      const { bytes, boundingBox, ...how } = await makePhoto(
        { request, words, mode },
        {
          ...{ caller, signal, deadlineAtMs, onStage: report },
          onCall: (call) => void recordModelCall({ ...call, generationId, style: order.style }),
        },
      );
      report("storing");
      const stored = await storePhoto(bytes, { ...size, work, signal });
      return { ...stored, ...how, boundingBox: boundingBox ?? undefined };
    } finally {
      await source.dispose();
    }
  },
};

/** A row that this service wrote says what the order said. */
function readOrder({ style, aspectRatio, resolution, wantedMode, options }: Generation) {
  const known = {
    style: styleNames.find((name) => name === style),
    aspectRatio: aspectRatios.find((name) => name === aspectRatio),
    resolution: resolutions.find((name) => name === resolution),
  };
  if (!known.style || !known.aspectRatio || !known.resolution) {
    throw new ApiError("generation_failed", "This style, shape or size is not on offer any more.");
  }
  const wanted = photoModes.find((name) => name === wantedMode) ?? null;
  const mode = requireMode({ style: known.style, wantedMode: wanted });
  const { style: name, aspectRatio: shape, resolution: pixels } = known;
  return { style: name, aspectRatio: shape, resolution: pixels, mode, options: pickPhotoOptions(options) };
}

/** The price goes by the resolution: a size of one's own has no more pixels than that. */
export function requireFittingSize({ size, resolution }: Pick<PhotoOrder, "size" | "resolution">): void {
  const refusal = size === undefined ? null : refusalOfSize(size, resolution);
  if (refusal !== null) throw invalidParam("size", refusal);
}

/** Puts a photo on the image host. */
export async function storePhoto(
  photoBytes: Uint8Array,
  { width, height, work, signal }: { width: number; height: number; work: Generation; signal: AbortSignal },
): Promise<MadeResult> {
  const host = imageHost();
  const sizeBytes = photoBytes.byteLength;
  const inspected = { width, height, format: "jpg", hasAlpha: false, pages: 1, sizeBytes } as const;
  const asset = await host.upload(photoBytes, {
    folder: outputsFolder(work.userId),
    name: resultName(work),
    inspected,
    signal,
  });
  const { url, publicId } = asset;
  return {
    ...{ url, publicId, width, height, sizeBytes, contentType: "image/jpeg" },
    discard: () => host.destroy(publicId),
  };
}

/** A picture of the image host that is not there, and an address that leads inside, are found out at once. */
async function requireUsable(imageUrl: string): Promise<void> {
  const host = imageHost();
  const reference = host.parse(imageUrl);
  if (reference === null) return checkSourceAddress(imageUrl);
  if (await host.find(reference, AbortSignal.timeout(sourceTimeoutMs))) return;
  throw invalidParam("image_url", "no such picture exists on the image host");
}

async function loadInTime(imageUrl: string, caller: string): Promise<Source> {
  const signal = AbortSignal.timeout(sourceTimeoutMs);
  try {
    return await loadSource(imageUrl, { caller, signal });
  } catch (error) {
    if (signal.aborted) throw invalidParam("image_url", "the picture took too long to load", error);
    throw error;
  }
}
