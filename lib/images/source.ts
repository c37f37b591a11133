import { ApiError, invalidParam } from "#lib/errors.ts";
import { log } from "#lib/log.ts";
import { FetchFailedError, safeFetchImage, UnsafeUrlError } from "#lib/safe-fetch/index.ts";
import { maxImageBytes } from "./decoder.ts";
import { ImageHostError } from "./host.ts";
import { imageHost } from "./index.ts";
import { inspectImage } from "./inspect.ts";
import { UnreadableImageError } from "./unreadable.ts";

/**
 * The bytes of the picture a caller names: the image host's own URLs are read from the host, all others fetched from
 * the public internet. The bytes are proven to be a usable picture. Throws ApiError invalid_params (issue path
 * `image_url`) for every fault of the address or the picture, and the signal's reason.
 */
export async function loadSourceImage(url: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const bytes = await readSource(url, signal);
    await inspectImage(bytes);
    return bytes;
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error;
    const known =
      error instanceof UnsafeUrlError ||
      error instanceof FetchFailedError ||
      error instanceof UnreadableImageError;
    if (!known) log.warn({ err: error }, "a source picture could not be loaded");
    throw invalidParam("image_url", known ? error.message : "the picture could not be loaded", error);
  }
}

async function readSource(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const host = imageHost();
  const reference = host.parse(url);
  if (!reference) return safeFetchImage(url, { signal, maxBytes: maxImageBytes });
  try {
    const bytes = await host.read(reference, signal);
    if (bytes) return bytes;
  } catch (error) {
    const refused = error instanceof ImageHostError && error.status !== null && error.status < 500;
    if (!refused || error.retryable) throw error;
    throw invalidParam("image_url", "the image host cannot deliver this picture", error);
  }
  throw invalidParam("image_url", "no such picture exists on the image host");
}
