import { invalidParam } from "../platform/errors.ts";
import { because, problemOf, type Reason } from "../platform/reasons.ts";
import { type HostedAsset, type ImageHost, ImageHostError, originalOf, type ReadOptions } from "./host.ts";
import { imageHost } from "./index.ts";
import { inspectImage } from "./inspect.ts";
import { UnreadableImageError } from "./picture.ts";
import { checkSourceAddress } from "./source.ts";

const lookUpTimeoutMs = 10_000;
const measureTimeoutMs = 30_000;

export type FindPicture = ImageHost["find"];

const findPicture: FindPicture = (reference, signal) => imageHost().find(reference, signal);

/** Queries the image host once per picture: a batch may reference one a thousand times. */
export function findEachOnce(): FindPicture {
  const known = new Map<string, Promise<HostedAsset | null>>();
  return (reference, signal) => {
    const name = JSON.stringify(reference);
    const finding = known.get(name) ?? findPicture(reference, signal);
    known.set(name, finding);
    return finding;
  };
}

/**
 * Detects a missing picture on the image host and a URL in a private network early. Throws ApiError invalid_params
 * (path `image_url`).
 */
export async function requireUsable(url: string, find = findPicture): Promise<void> {
  const reference = imageHost().parse(url);
  if (reference === null) return checkSourceAddress(url);
  if (await find(reference, AbortSignal.timeout(lookUpTimeoutMs))) return;
  throw invalidParam("image_url", because("picture_not_found"));
}

/** The field's picture on the image host. Throws ApiError invalid_params for any other URL. */
export async function requireHosted(field: string, url: string, find = findPicture): Promise<HostedAsset> {
  const refuse = (problem: Reason | string) => invalidParam(field, problem);
  const host = imageHost();
  const reference = host.parse(url);
  if (!reference) {
    throw refuse(
      `the address must be that of an image on the image host, starting with ${host.deliveryPrefix}`,
    );
  }
  const { transformation } = reference;
  if (transformation !== "") {
    throw refuse(
      `must name the picture itself: leave the transformation "${transformation}" out of the address`,
    );
  }
  const asset = await find(reference, AbortSignal.timeout(lookUpTimeoutMs));
  if (!asset) throw refuse(because("image_not_found"));
  return asset;
}

/**
 * Width and height of the upright picture, in pixels. A picture that the host has not inspected is read and verified:
 * throws ApiError invalid_params for the field if it is invalid.
 */
export async function measureHosted(field: string, asset: HostedAsset, { caller }: ReadOptions) {
  const { width, height } = asset;
  const signal = AbortSignal.timeout(measureTimeoutMs);
  try {
    const picture = await imageHost().locate(originalOf(asset), { signal, ...(caller && { caller }) });
    if (picture === null) throw invalidParam(field, because("image_not_found"));
    if (typeof picture === "string") return { width, height };
    const inspected = await inspectImage(picture, { caller, signal });
    return { width: inspected.width, height: inspected.height };
  } catch (error) {
    if (error instanceof UnreadableImageError) throw invalidParam(field, problemOf(error), error);
    const isFinal = error instanceof ImageHostError && !error.retryable;
    throw isFinal ? invalidParam(field, "the image host cannot deliver this picture", error) : error;
  }
}
