import { isUnavailable } from "#lib/db/unavailable.ts";
import { diskFull, isDiskFull } from "#lib/platform/disk.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { StorageError } from "#lib/storage/bucket/failure.ts";
import { ImageHostError } from "../host.ts";
import { NothingFoundError, UnreadableImageError } from "../picture.ts";
import { ProtocolError } from "./protocol-error.ts";

/**
 * Converts failures at the port to ImageHostError, except the signal's reason and errors about the picture, which are
 * passed on.
 */
export async function asHostError<Result>(
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof ImageHostError) throw error;
    if (error instanceof NothingFoundError) throw error;
    if (error instanceof StorageError) {
      const message = `the embedded image host cannot reach its files: ${error.message}`;
      throw new ImageHostError(message, { retryable: true, status: 503, cause: error });
    }
    if (isDiskFull(error)) throw diskFull(error);
    if (error instanceof ApiError) throw error;
    if (error instanceof UnreadableImageError) {
      throw new ImageHostError(`the image host refused the picture: ${error.message}`, {
        retryable: false,
        status: 400,
        cause: error,
      });
    }
    const status =
      error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : null;
    throw new ImageHostError("the embedded image host failed", { retryable: false, status, cause: error });
  }
}

/** Converts the guard's refusal of an upload, keeping status and message. */
export function asCallError(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const retryAfterS = error.retryAfterSeconds ?? null;
  throw new ProtocolError(error.status, error.message, { retryAfterS, cause: error });
}

export function toProtocolError(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (isDiskFull(error)) {
    log.warn({ err: error }, "the embedded image host has no room");
    const message = "There is no room to store pictures right now";
    return new ProtocolError(503, message, { retryAfterS: 60, cause: error });
  }
  if (isUnavailable(error)) {
    log.warn({ err: error }, "the embedded image host has no database to count in");
    const message = "The image host is not available right now";
    return new ProtocolError(503, message, { retryAfterS: 5, cause: error });
  }
  if (error instanceof StorageError) {
    log.warn({ err: error }, "the embedded image host cannot reach its files");
    const message = "The image host is not available right now";
    return new ProtocolError(503, message, { retryAfterS: 5, cause: error });
  }
  if (error instanceof ApiError && error.code === "overloaded") {
    const retryAfterS = error.retryAfterSeconds ?? 5;
    return new ProtocolError(503, "Too many images are being processed", { retryAfterS, cause: error });
  }
  if (error instanceof NothingFoundError || error instanceof UnreadableImageError) {
    const message = `The image cannot be processed: ${error.message}`;
    return new ProtocolError(400, message, { cause: error });
  }
  log.error({ err: error }, "the embedded image host failed");
  return new ProtocolError(500, "The image host failed", { cause: error });
}
