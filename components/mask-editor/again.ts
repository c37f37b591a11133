import type { z } from "zod";
import type { batchRequest } from "#lib/contract/batch-schemas.ts";
import { maxCustomIdLength } from "#lib/contract/limits.ts";
import type { generation } from "#lib/contract/schemas.ts";
import { aspectRatios, generationCost, resolutions, type Style, styleNames } from "#lib/contract/styles.ts";

/** A finished photo, as the API answers it. */
export type MadePhoto = z.output<typeof generation>;
type BatchInput = z.input<typeof batchRequest>;
type Item = BatchInput["items"][number];

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
export function toAgainRequest(photos: readonly MadePhoto[]): BatchInput {
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

/** What a photo was asked for, as a request; null for what is not on offer any more. */
function toRequest(photo: MadePhoto) {
  const known = {
    style: styleNames.find((name): name is Style => name === photo.style),
    ratio: aspectRatios.find((name) => name === photo.aspect_ratio),
    resolution: resolutions.find((name) => name === photo.resolution),
  };
  if (!known.style || !known.ratio || !known.resolution) return null;
  const { prompt, title, mode, seed } = photo;
  return {
    ...{ image_url: photo.image_url, type: "product" as const, style: known.style },
    ...{ aspect_ratio: known.ratio, resolution: known.resolution },
    ...(prompt && { prompt }),
    ...(title && { title }),
    ...(mode && { mode }),
    ...(seed !== null && { seed }),
    ...photo.options,
    ...(photo.metadata && { metadata: photo.metadata }),
    reuse: true,
  };
}
