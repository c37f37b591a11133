import { type FetchOptions, SafeFetcher } from "./fetcher.ts";

export { FetchFailedError, UnsafeUrlError } from "./errors.ts";

const fetcher = new SafeFetcher();

/** As SafeFetcher.fetchImage, with the system's resolver and no exceptions. */
export function safeFetchImage(url: string, options: FetchOptions): Promise<Uint8Array> {
  return fetcher.fetchImage(url, options);
}

/** As SafeFetcher.fetchImageTo, likewise. */
export function safeFetchImageTo(file: string, url: string, options: FetchOptions): Promise<void> {
  return fetcher.fetchImageTo(file, url, options);
}
