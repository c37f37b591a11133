import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { limitConcurrencyByKey } from "#lib/platform/concurrency.ts";
import { env } from "#lib/platform/env.ts";
import { ApiError, invalidParam, refusal } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { retryConnecting } from "#lib/platform/network-fault.ts";
import { because, problemOf } from "#lib/platform/reasons.ts";
import { FetchFailedError, UnsafeUrlError } from "#lib/safe-fetch/failure.ts";
import { safeFetcher } from "#lib/safe-fetch/fetcher.ts";
import { maxUploadBytes } from "../platform/env.ts";
import { lazy } from "../platform/lazy.ts";
import { fetchBudget } from "./fetch-budget.ts";
import { type AssetReference, hostAway, ImageHostError, isHostAway, type ReadOptions } from "./host.ts";
import { imageHost } from "./index.ts";
import { type InspectOptions, inspectImage } from "./inspect.ts";
import { UnreadableImageError } from "./picture.ts";

/** Sources that one caller may load concurrently, and those that may wait. */
const loadingLimit = 8;
const waitingLimit = 200;
const loadTimeoutMs = 20_000;
/** Time limit for retrying DNS lookups; after it the job is retried instead, which occupies no worker meanwhile. */
const lookupMs = 3_000;
/** Longer than any load takes: an older file was left by a killed process. */
const abandonedMs = 60 * 60_000;

/** A picture in a file that exists until `dispose`. */
export interface Source {
  image: string;
  dispose: () => Promise<void>;
}

type LoadOptions = Required<ReadOptions>;
type ProveOptions = LoadOptions & Omit<InspectOptions, "copyTo">;

const limitLoading = limitConcurrencyByKey({ atOnce: loadingLimit, maxWaiting: waitingLimit });

/**
 * The caller's picture as a file, proven to be usable. URLs of the image host are read from it, others fetched.
 * Throws ApiError invalid_params (path `image_url`) for bad URLs and pictures, `overloaded` when the caller loads too
 * many or the picture's server fails for now, `rate_limited` beyond the FetchBudget, and the signal's reason.
 */
export function loadSource(url: string, options: LoadOptions): Promise<Source> {
  return limitLoading(options.caller, () => load(url, options));
}

/** As `loadSource`, within 20 seconds; throws ApiError `overloaded` for a slower picture. */
export async function loadInTime(url: string, caller: string): Promise<Source> {
  const signal = AbortSignal.timeout(loadTimeoutMs);
  try {
    return await loadSource(url, { caller, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    if (imageHost().parse(url)) throw hostAway(error);
    const slow = { retryable: true, isTemporary: true, cause: error } as const;
    throw pictureHostAway(new FetchFailedError("it took too long to load", slow));
  }
}

/** Throws ApiError invalid_params for a URL whose form rules out fetching a picture. */
export function checkSourceAddress(url: string): void {
  try {
    safeFetcher.checkForm(url);
  } catch (error) {
    const known = error instanceof UnsafeUrlError || error instanceof FetchFailedError;
    throw known ? invalidParam("image_url", error.message, error) : error;
  }
}

async function load(url: string, options: LoadOptions): Promise<Source> {
  const { signal } = options;
  try {
    signal.throwIfAborted();
    const reference = imageHost().parse(url);
    return reference ? await readFromHost(reference, options) : await fetchFrom(url, options);
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error;
    const known =
      error instanceof UnsafeUrlError ||
      error instanceof FetchFailedError ||
      error instanceof UnreadableImageError;
    if (!known) log.warn({ err: error }, "a source picture could not be loaded");
    if (isHostAway(error)) throw hostAway(error);
    if (error instanceof FetchFailedError && error.isTemporary) throw pictureHostAway(error);
    throw invalidParam("image_url", known ? problemOf(error) : "the picture could not be loaded", error);
  }
}

async function readFromHost(reference: AssetReference, options: LoadOptions): Promise<Source> {
  const picture = await imageHost()
    .locate(reference, options)
    .catch((error: unknown) => {
      throw refusalOf(error, reference) ?? error;
    });
  if (picture === null) throw invalidParam("image_url", because("picture_not_found"));
  // The embedded host inspected it at its upload; the file belongs to the host and is not deleted.
  if (typeof picture === "string") return { image: picture, dispose: async () => undefined };
  return prove((file) => writeFile(file, picture, { flag: "wx", mode: 0o600 }), options);
}

function refusalOf(error: unknown, { transformation }: AssetReference): ApiError | null {
  const refused = error instanceof ImageHostError && error.status !== null && error.status < 500;
  if (!refused || error.retryable) return null;
  const message =
    error.status === 401 && transformation !== ""
      ? `the image host cannot deliver this picture: the transformation "${transformation}" is not allowed, send the address without it`
      : "the image host cannot deliver this picture";
  return invalidParam("image_url", message, error);
}

/**
 * Turns bytes sent with a request as a file into a Source, as `loadSource`. Throws ApiError invalid_params (`file`).
 */
export async function readSentPicture(bytes: Uint8Array, options: ProveOptions): Promise<Source> {
  try {
    return await prove((file) => writeFile(file, bytes, { flag: "wx", mode: 0o600 }), options);
  } catch (error) {
    throw error instanceof UnreadableImageError ? invalidParam("file", problemOf(error), error) : error;
  }
}

const retryAfter = { usualSeconds: 15, mostSeconds: 600 } as const;

/** The address may be right: the caller can send the same request again. */
function pictureHostAway(cause: FetchFailedError): ApiError {
  const retryAfterSeconds = Math.max(
    1,
    Math.min(cause.retryAfterSeconds ?? retryAfter.usualSeconds, retryAfter.mostSeconds),
  );
  return refusal(because("picture_host_away", { problem: cause.message }), { retryAfterSeconds, cause });
}

/** Pauses before the same request is sent again while the call waits; a server may ask for another one. */
const pausesMs = [500, 1_500];
const longestPauseMs = 4_000;

/** Repeats a fetch that the server refused for now. A slow server is not asked again: the call has no time for it. */
async function retryRefused<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const isRefused = error instanceof FetchFailedError && error.isTemporary && error.status !== null;
      const usualMs = pausesMs[attempt];
      if (!isRefused || usualMs === undefined) throw error;
      const pauseMs =
        error.retryAfterSeconds === null ? usualMs : Math.max(error.retryAfterSeconds * 1000, usualMs);
      if (pauseMs > longestPauseMs) throw error;
      await delay(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

async function fetchFrom(url: string, options: LoadOptions): Promise<Source> {
  const { signal, caller } = options;
  const { admit, succeeded } = fetchBudget().begin(caller);
  const fetchTo = (file: string) =>
    safeFetcher.fetchImageTo(file, url, { caller, signal, admit, maxBytes: maxUploadBytes() });
  const source = await prove(
    (file) => retryRefused(() => retryConnecting(() => fetchTo(file), { signal, lookupMs }), signal),
    options,
  );
  succeeded();
  return source;
}

/**
 * Writes a source to a temporary file, verifies that it is a picture, and converts it to a format that any worker
 * decodes.
 */
async function prove(write: (file: string) => Promise<void>, options: ProveOptions): Promise<Source> {
  const file = await temporaryFile();
  const copy = await temporaryFile();
  const dispose = async () => {
    await Promise.all([rm(file, { force: true }), rm(copy, { force: true })]);
  };
  try {
    await write(file);
    const { format } = await inspectImage(file, { ...options, copyTo: copy });
    return { image: format === "heic" ? copy : file, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function temporaryFile(): Promise<string> {
  return path.join(await sourcesFolder(), `${randomUUID()}.source`);
}

/** Abandoned sources are deleted once per process, before its first one. */
const sourcesFolder = lazy(async (): Promise<string> => {
  const folder = path.join(/* turbopackIgnore: true */ env().DATA_DIR, "sources");
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(file, { force: true });
  }
  return folder;
});
