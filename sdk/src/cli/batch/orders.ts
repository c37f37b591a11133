import { createHash } from "node:crypto";
import type { PhotoService } from "../../client.ts";
import { ApiError, ConflictError, InvalidRequestError } from "../../errors.ts";
import type { Batch, BatchRequest } from "../../generated/types.ts";
import type { Wanted } from "../request.ts";
import type { StateFile } from "./state.ts";

/** Below the 24 hours for which the service keeps an Idempotency-Key. */
const keyLifetimeMs = 23 * 60 * 60_000;
/** Metadata field of a batch that names the order it was created for. */
const orderField = "photos_order";

interface Context {
  client: PhotoService;
  file: StateFile;
  signal: AbortSignal;
}

export interface OrderedPhoto {
  photo: string;
  title: string;
  metadata?: Record<string, string> | undefined;
}

/**
 * Orders pictures as one batch. A picture that the service rejects is recorded as a problem and left out. Returns the
 * credits reserved.
 */
export async function orderPhotos(
  photos: readonly OrderedPhoto[],
  { wanted, maxCredits }: { wanted: Wanted; maxCredits: number | undefined },
  context: Context,
): Promise<number> {
  let left = [...photos];
  while (left.length > 0) {
    const key = keyOf(left, context.file);
    const request = draftRequest(left, { wanted, maxCredits, key }, context.file);
    context.file.data.orders[key] = { created_at: new Date().toISOString(), request, batch_id: null };
    for (const { photo } of left)
      Object.assign(photoOf(context.file, photo), { order: key, status: "queued" });
    // After a crash from here on, the next run recovers the order.
    await context.file.save();
    try {
      return await sendOrder(key, context);
    } catch (error) {
      if (isRefusal(error)) {
        dropOrder(key, context.file);
        await context.file.save();
      }
      const refused = error instanceof InvalidRequestError ? problemsOf(error) : new Map<number, string>();
      if (refused.size === 0) throw error;
      for (const [place, problem] of refused) {
        const { photo } = left[place] ?? {};
        if (!photo) continue;
        // Drops the recorded upload, which may be the cause.
        const { attempts } = photoOf(context.file, photo);
        context.file.data.photos[photo] = { problem, attempts };
      }
      left = left.filter((_photo, place) => !refused.has(place));
      await context.file.save();
    }
  }
  return 0;
}

/** Resolves an order whose response is unknown: it then has its batch, or is dropped as never charged. */
export async function resolveOrder(key: string, context: Context): Promise<void> {
  const order = context.file.data.orders[key];
  if (!order || order.batch_id !== null) return;
  const isKeyKnown = Date.now() - Date.parse(order.created_at) < keyLifetimeMs;
  // Repeats the request with the same key: it is ordered now, or the first response is replayed.
  if (isKeyKnown && (await sendOrder(key, context).catch(nullIfRefused)) !== null) return;
  const batch = await findBatch(key, order.created_at, context);
  if (batch) order.batch_id = batch.id;
  else dropOrder(key, context.file);
  await context.file.save();
}

/** Sends an order and returns the credits reserved; 0 if it was sent before by a run whose state is lost. */
async function sendOrder(key: string, context: Context): Promise<number> {
  const { client, file, signal } = context;
  const order = file.data.orders[key];
  if (!order) throw new Error(`no order ${key}`);
  let reserved = 0;
  try {
    const batch = await client.batches.create(order.request, { idempotencyKey: key, signal });
    order.batch_id = batch.id;
    reserved = batch.credits.reserved;
  } catch (error) {
    if (!(error instanceof ConflictError) || error.code !== "idempotency_mismatch") throw error;
    const batch = await findBatch(key, new Date(Date.now() - keyLifetimeMs).toISOString(), context);
    if (!batch) throw error;
    order.batch_id = batch.id;
  }
  await file.save();
  return reserved;
}

/** The same for the same pictures and options, so that they are charged once even if the state is lost. */
function keyOf(photos: readonly OrderedPhoto[], file: StateFile): string {
  const names = photos.map(({ photo }) => `${photo} ${photoOf(file, photo).attempts ?? 0}`).sort();
  return `photos-${createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 40)}`;
}

function nullIfRefused(error: unknown): null {
  if (isRefusal(error)) return null;
  throw error;
}

/** Rejected without a charge. Not 401 or 403: a rejected API key does not show what was ordered with it before. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.code !== null && [400, 402, 404].includes(error.status);
}

function dropOrder(key: string, file: StateFile): void {
  delete file.data.orders[key];
  for (const photo of Object.values(file.data.photos)) {
    if (photo.order !== key) continue;
    delete photo.order;
    delete photo.status;
  }
}

async function findBatch(key: string, createdAt: string, { client, signal }: Context): Promise<Batch | null> {
  const since = Date.parse(createdAt) - 60 * 60_000;
  for await (const batch of client.batches.list({ limit: 100 }, { signal })) {
    if (batch.metadata?.[orderField] === key) return batch;
    if (Date.parse(batch.created_at) < since) return null;
  }
  return null;
}

function draftRequest(
  photos: readonly OrderedPhoto[],
  { wanted, maxCredits, key }: { wanted: Wanted; maxCredits: number | undefined; key: string },
  file: StateFile,
): BatchRequest {
  const items = photos.map(({ photo, title, metadata }) => {
    const own = { image_url: photoOf(file, photo).image_url ?? "" };
    const pairs = metadata && { metadata: { ...wanted.options.metadata, ...metadata } };
    const request = { title, ...wanted.options, ...own, ...pairs };
    return { custom_id: photo, operation: wanted.operation, request } as BatchRequest["items"][number];
  });
  return {
    items,
    metadata: { [orderField]: key },
    ...(maxCredits !== undefined && { max_credits: maxCredits }),
  };
}

/** Problem of each item by its index, from issues like `items[3].request.image_url`. */
function problemsOf({ issues }: InvalidRequestError): Map<number, string> {
  const problems = new Map<number, string>();
  for (const { path, message } of issues) {
    const place = /^items\[(\d+)\]/.exec(path)?.[1];
    if (place !== undefined && !problems.has(Number(place))) problems.set(Number(place), message);
  }
  return problems;
}

export function photoOf(file: StateFile, photo: string) {
  file.data.photos[photo] ??= {};
  return file.data.photos[photo];
}
