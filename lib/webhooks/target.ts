import { env, isLoopbackHost } from "../platform/env.ts";
import { invalidParam } from "../platform/errors.ts";
import { lazy } from "../platform/lazy.ts";
import { FetchFailedError, UnsafeUrlError } from "../safe-fetch/failure.ts";
import { SafeFetcher } from "../safe-fetch/fetcher.ts";

/** The fetcher for endpoints: public addresses, and loopback only if the service itself runs on loopback. */
export const endpointFetcher = lazy(
  () => new SafeFetcher({ allowsLoopback: isLoopbackHost(new URL(env().BASE_URL).hostname) }),
);

/** Throws ApiError invalid_params for `url` when nothing can be sent to it. */
export async function requireReachable(url: string, userId: string): Promise<void> {
  try {
    await endpointFetcher().check(url, userId);
  } catch (error) {
    const isKnown = error instanceof UnsafeUrlError || error instanceof FetchFailedError;
    throw isKnown ? invalidParam("url", error.message, error) : error;
  }
}
