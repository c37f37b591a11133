import { invalidParam } from "../platform/errors.ts";
import { because, problemOf, type Reason } from "../platform/reasons.ts";
import { type HostedAsset, ImageHostError, originalOf, type ReadOptions } from "./host.ts";
import { imageHost } from "./index.ts";
import { inspectImage } from "./inspect.ts";
import { UnreadableImageError } from "./picture.ts";

const lookUpTimeoutMs = 10_000;
const measureTimeoutMs = 30_000;

/** The picture on the image host that a field names. Throws ApiError invalid_params for any other address. */
export async function requireHosted(field: string, url: string): Promise<HostedAsset> {
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
  const asset = await host.find(reference, AbortSignal.timeout(lookUpTimeoutMs));
  if (!asset) throw refuse(because("image_not_found"));
  return asset;
}

/**
 * Width and height of the upright picture, in pixels. Where the host has not inspected it, it is read and proven to
 * be a picture: throws ApiError invalid_params for the field otherwise.
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
