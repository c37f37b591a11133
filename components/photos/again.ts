import type { z } from "zod";
import { callApi } from "#lib/contract/client.ts";
import type { generation } from "#lib/contract/generations/schemas.ts";
import { maxCustomIdLength } from "#lib/contract/limits.ts";
import { aspectRatios, resolutions, type Style, styleNames } from "#lib/contract/photos/styles.ts";
import type { Stance } from "#lib/contract/photos/values.ts";
import { estimateOrder, type KeyOf, type OrderInput, withoutItems } from "./order-request.ts";

/** A finished photo of the API. */
export type MadePhoto = z.output<typeof generation>;
type Item = OrderInput["items"][number];

/** The first photo of each distinct request. */
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

/** The changes of a remake. */
export interface Change {
  seed?: number;
  stance?: Stance;
  /** False: existing results must not be reused. */
  reuse?: false;
}

/** An order that remakes the photos under the same names. */
export function toAgainRequest(photos: readonly MadePhoto[], change: Change = {}): OrderInput {
  const used = new Set<string>();
  const items = photos.flatMap((photo): Item[] => {
    const known = toRequest(photo);
    if (!known) return [];
    const request = { ...known, ...change, remake_of: photo.id };
    const { style, aspect_ratio: ratio, resolution } = request;
    const base = photo.custom_id ?? `${style}-${ratio.replace(":", "x")}-${resolution.toLowerCase()}`;
    let name = base;
    for (let count = 2; used.has(name); count += 1) name = `${base.slice(0, maxCustomIdLength - 5)}-${count}`;
    used.add(name);
    return [{ custom_id: name, operation: "generate", request }];
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

/** The request of a photo; null for values that are no longer offered. */
function toRequest(photo: MadePhoto) {
  const known = {
    style: styleNames.find((name): name is Style => name === photo.style),
    ratio: aspectRatios.find((name) => name === photo.aspect_ratio),
    resolution: resolutions.find((name) => name === photo.resolution),
  };
  if (!known.style || !known.ratio || !known.resolution) return null;
  const { prompt, title, mode, seed, scene } = photo;
  // The options already contain the values of the look, which may have changed or been deleted since.
  const { look: _look, ...options } = photo.options;
  return {
    image_url: photo.image_url,
    type: "product" as const,
    style: known.style,
    aspect_ratio: known.ratio,
    resolution: known.resolution,
    ...(prompt && { prompt }),
    ...(title && { title }),
    ...(mode && { mode }),
    ...(scene && { scene }),
    ...(seed !== null && { seed }),
    ...options,
    ...(photo.metadata && { metadata: photo.metadata }),
    reuse: true,
  };
}
