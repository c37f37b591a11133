import { env, isLoopbackHost } from "../platform/env.ts";
import { invalidParam } from "../platform/errors.ts";
import { FetchFailedError, UnsafeUrlError } from "../safe-fetch/failure.ts";
import { SafeFetcher } from "../safe-fetch/fetcher.ts";

let made: SafeFetcher | undefined;

/** Reaches endpoints: public addresses, and this machine itself where the service is for nobody else. */
export function endpointFetcher(): SafeFetcher {
  made ??= new SafeFetcher({ allowsLoopback: isLoopbackHost(new URL(env().BASE_URL).hostname) });
  return made;
}

/** Throws ApiError invalid_params that names `url` when nothing could be sent to this address. */
export async function requireReachable(url: string): Promise<void> {
  try {
    await endpointFetcher().check(url);
  } catch (error) {
    const isKnown = error instanceof UnsafeUrlError || error instanceof FetchFailedError;
    throw isKnown ? invalidParam("url", error.message, error) : error;
  }
}
