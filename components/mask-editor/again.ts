import type { z } from "zod";
import { callApi } from "#lib/contract/client.ts";
import type { generation } from "#lib/contract/generation-schemas.ts";
import { maxCustomIdLength } from "#lib/contract/limits.ts";
import { aspectRatios, generationCost, resolutions, type Style, styleNames } from "#lib/contract/styles.ts";
import type { KeyOf } from "../photos/keys.ts";
import { estimateOrder, type OrderInput, withoutItems } from "../photos/order-request.ts";

/** A finished photo, as the API answers it. */
export type MadePhoto = z.output<typeof generation>;
type Item = OrderInput["items"][number];

/** The photos that differ in what was asked for, each once: the first of those that are alike. */
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

/** What the photos cost when they are made again. */
export function costOf(photos: readonly MadePhoto[]): number {
  return photos.reduce((sum, photo) => {
    const request = toRequest(photo);
    return request ? sum + generationCost(request.style, request.resolution) : sum;
  }, 0);
}

/** The same photos once more, under the names that they had. */
export function toAgainRequest(photos: readonly MadePhoto[]): OrderInput {
  const used = new Set<string>();
  const items = photos.flatMap((photo): Item[] => {
    const request = toRequest(photo);
    if (!request) return [];
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
 * Orders the photos once more, but for those that are being made already. Resolves to the id of their order, or null
 * where that is all of them. Throws what callApi throws.
 */
export async function orderAgain(photos: readonly MadePhoto[], keyOf: KeyOf): Promise<string | null> {
  const wanted = toAgainRequest(photos);
  const { open } = await estimateOrder(wanted.items);
  const openIds = open.map(({ customId }) => customId);
  const input = withoutItems(wanted, openIds);
  if (input.items.length === 0) return null;
  const { id } = await callApi("POST /api/v1/batches", { input, idempotencyKey: keyOf(input) });
  return id;
}

/** What a photo was asked for, as a request; null for what is not on offer any more. */
function toRequest(photo: MadePhoto) {
  const known = {
    style: styleNames.find((name): name is Style => name === photo.style),
    ratio: aspectRatios.find((name) => name === photo.aspect_ratio),
    resolution: resolutions.find((name) => name === photo.resolution),
  };
  if (!known.style || !known.ratio || !known.resolution) return null;
  const { prompt, title, mode, seed } = photo;
  // What the look said is among the options; it may say something else by now, or be gone.
  const { look: _look, ...options } = photo.options;
  return {
    ...{ image_url: photo.image_url, type: "product" as const, style: known.style },
    ...{ aspect_ratio: known.ratio, resolution: known.resolution },
    ...(prompt && { prompt }),
    ...(title && { title }),
    ...(mode && { mode }),
    ...(seed !== null && { seed }),
    ...options,
    ...(photo.metadata && { metadata: photo.metadata }),
    reuse: true,
  };
}
