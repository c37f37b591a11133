import { NothingFoundError } from "#lib/images/picture.ts";
import type { Owner } from "../accounts/caller.ts";
import { countPreview } from "../accounts/preview-limit.ts";
import { foundMaskSide, unpaidMaskSide } from "../contract/limits.ts";
import type { maskSources } from "../contract/masks/schemas.ts";
import { db } from "../db/index.ts";
import { type HostedAsset, originalOf } from "../images/host.ts";
import { requireHosted } from "../images/hosted.ts";
import { imageHost } from "../images/index.ts";
import { type PictureInput, UnreadableImageError } from "../images/picture.ts";
import { runTask } from "../imaging/worker/pool.ts";
import { limitConcurrencyByKey } from "../platform/concurrency.ts";
import { ApiError, invalidParam, refusal } from "../platform/errors.ts";
import { because, problemOf } from "../platform/reasons.ts";
import { findMask } from "./index.ts";

const timeoutMs = 45_000;
const retryAfterSeconds = 10;
/** Free work is limited to one at a time per caller, so that others need not wait for it. */
const limitFinding = limitConcurrencyByKey({ atOnce: 1, maxWaiting: 2 });
/** Found masks cached in memory, for pictures being corrected. */
const rememberedMasks = 48;
const remembered = new Map<string, Uint8Array>();

/** A mask as an 8-bit gray PNG: the account's stored mask, or the one found by the service. */
export async function downloadMask(
  { imageUrl, source: which }: { imageUrl: string; source: (typeof maskSources)[number] },
  by: Owner,
) {
  const source = await requireHosted("image_url", imageUrl);
  const bytes = which === "kept" ? await storedMask(source, by) : await foundMask(source, by);
  return { fileName: "mask.png", content: streamOf(bytes) };
}

async function storedMask({ publicId }: HostedAsset, { userId }: Owner): Promise<Uint8Array> {
  const stored = await findMask(publicId, { userId });
  const none = refusal(because("mask_not_found"));
  if (!stored) throw none;
  return inTime(async (signal) => {
    const mask = await locate(stored.maskPublicId, { userId, signal });
    if (!mask) throw none;
    return runTask("mask", { image: mask }, { caller: userId, signal });
  });
}

/** The mask found by the service: smaller if no result of the picture was paid. */
async function foundMask(source: HostedAsset, { userId }: Owner): Promise<Uint8Array> {
  const { publicId, version } = source;
  const paid = { userId, sourcePublicId: publicId, status: "succeeded", deletedAt: null } as const;
  const isPaid = (await db().generation.count({ where: paid })) > 0;
  const maxSide = isPaid ? foundMaskSide : unpaidMaskSide;
  const key = `${publicId} ${version} ${maxSide}`;
  const known = remembered.get(key);
  if (known) return known;
  return limitFinding(userId, async () => {
    const made = remembered.get(key);
    // It counts as a free preview, which are limited per day.
    if (!made && !isPaid) await countPreview(userId);
    const found = made ?? (await find(publicId, { userId, maxSide }));
    remember(key, found);
    return found;
  });
}

function find(publicId: string, { userId, maxSide }: Owner & { maxSide: number }): Promise<Uint8Array> {
  return inTime(async (signal) => {
    const image = await locate(publicId, { userId, signal });
    if (!image) throw invalidParam("image_url", because("image_not_found"));
    const input = { image, maxSide, options: { output: "mask" } } as const;
    const { bytes } = await runTask("finish", input, { caller: userId, signal, waitingLimit: 2 });
    return bytes;
  });
}

async function inTime(make: (signal: AbortSignal) => Promise<Uint8Array>): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await make(signal);
  } catch (error) {
    if (signal.aborted) {
      const message = "Too many pictures are waiting to be made.";
      throw new ApiError("overloaded", message, { retryAfterSeconds, cause: error });
    }
    const isPictures = error instanceof NothingFoundError || error instanceof UnreadableImageError;
    throw isPictures ? invalidParam("image_url", problemOf(error), error) : error;
  }
}

function remember(key: string, bytes: Uint8Array): void {
  remembered.delete(key);
  remembered.set(key, bytes);
  for (const oldest of remembered.keys()) {
    if (remembered.size <= rememberedMasks) return;
    remembered.delete(oldest);
  }
}

function locate(
  publicId: string,
  { userId: caller, signal }: Owner & { signal: AbortSignal },
): Promise<PictureInput | null> {
  return imageHost().locate(originalOf({ publicId }), { caller, signal });
}

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes));
      controller.close();
    },
  });
}
