import type { z } from "zod";
import { callApi } from "#lib/contract/client.ts";
import type { generation } from "#lib/contract/generations/schemas.ts";
import { maxCustomIdLength } from "#lib/contract/limits.ts";
import type { Stance } from "#lib/contract/photos/values.ts";
import { photoRequest } from "./build-order.ts";
import { sourceOf } from "./model.ts";
import { createNames } from "./names.ts";
import { estimateOrder, type KeyOf, type OrderInput, withoutItems } from "./order-request.ts";
import { photoOf, settingsOf } from "./settings.ts";

export type MadePhoto = z.output<typeof generation>;
type Item = OrderInput["items"][number];

export function distinctPhotos(photos: readonly MadePhoto[]): MadePhoto[] {
  const seen = new Set<string>();
  return photos.filter((photo) => {
    const request = toRequest(photo);
    const key = request && JSON.stringify({ ...request, title: null });
    if (!key || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

export interface Change {
  seed?: number;
  stance?: Stance;
  /** False: existing results must not be reused. */
  reuse?: false;
}

export function toAgainRequest(photos: readonly MadePhoto[], change: Change = {}): OrderInput {
  const idOf = createNames(maxCustomIdLength);
  const items = photos.flatMap((photo): Item[] => {
    const known = toRequest(photo);
    if (!known) return [];
    const request = { ...known, ...change, remake_of: photo.id };
    const { style, aspect_ratio: ratio, resolution } = request;
    const name = photo.custom_id ?? `${style}-${ratio.replace(":", "x")}-${resolution.toLowerCase()}`;
    return [{ custom_id: idOf([name]), operation: "generate", request }];
  });
  return { ...(photos[0]?.title && { title: photos[0].title }), items };
}

/**
 * Orders remakes for at most `maxCredits`, leaving out photos that are already open. Resolves to the id of the order,
 * or null if all are open. Throws what callApi throws.
 */
export async function orderAgain(
  photos: readonly MadePhoto[],
  { keyOf, maxCredits }: { keyOf: KeyOf; maxCredits: number },
): Promise<string | null> {
  const request = toAgainRequest(photos);
  const { open } = await estimateOrder(request.items);
  const openIds = open.map(({ customId }) => customId);
  const input = { ...withoutItems(request, openIds), max_credits: maxCredits };
  if (input.items.length === 0) return null;
  const { id } = await callApi("POST /api/v1/batches", { input, idempotencyKey: keyOf(input) });
  return id;
}

function toRequest(made: MadePhoto) {
  const [photo, settings] = [photoOf(made), settingsOf(made)];
  if (!photo || !settings) return null;
  const { title: _title, ...request } = photoRequest(sourceOf(made), photo, settings);
  return { ...request, ...(made.title && { title: made.title }) };
}
