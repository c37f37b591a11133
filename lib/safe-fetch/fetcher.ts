import { lookup } from "node:dns/promises";
import { open, rm } from "node:fs/promises";
import type { LookupFunction } from "node:net";
import { Agent, type Dispatcher, request } from "undici";
import { untilAborted } from "#lib/platform/concurrency.ts";
import { isPublicAddress } from "./address.ts";

const connectTimeoutMs = 5_000;
const headersTimeoutMs = 5_000;
const totalTimeoutMs = 15_000;
const maxRedirects = 3;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const allowedPorts = new Set(["", "80", "443"]);

/** The URL itself may not be fetched; `message` is safe to show. */
export class UnsafeUrlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UnsafeUrlError";
  }
}

/** The fetch did not give a usable answer; `message` is safe to show and holds nothing the other side said. */
export class FetchFailedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "FetchFailedError";
  }
}

/** One text for an address that is refused and one that does not answer: nobody can probe a network with it. */
export const unreachableMessage = "the address could not be reached; it must be a public http(s) address";

export interface ResolvedAddress {
  address: string;
  family: number;
}

export interface SafeFetcherOptions {
  /** Name → addresses; the system's resolver when absent. */
  resolve?: (hostname: string) => Promise<ResolvedAddress[]>;
  /** `address:port` pairs allowed besides public ones: for a test's own server. */
  allowedTargets?: ReadonlySet<string>;
}

export interface FetchOptions {
  signal?: AbortSignal;
  maxBytes: number;
}

/** Fetches pictures from addresses that strangers name, from the public internet only. */
export class SafeFetcher {
  readonly #resolve: (hostname: string) => Promise<ResolvedAddress[]>;
  readonly #allowedTargets: ReadonlySet<string>;

  constructor({ resolve, allowedTargets = new Set() }: SafeFetcherOptions = {}) {
    this.#resolve = resolve ?? ((hostname) => lookup(hostname, { all: true, verbatim: true }));
    this.#allowedTargets = allowedTargets;
  }

  /**
   * Writes the bytes at `url` to a new file: http(s), ports 80 and 443, every resolved address public and pinned for the
   * connection, at most 3 redirects each checked anew, 15 s and `maxBytes` in all. Throws UnsafeUrlError,
   * FetchFailedError, or the signal's reason.
   */
  async fetchImageTo(file: string, url: string, { signal, maxBytes }: FetchOptions): Promise<void> {
    const receive = (response: Dispatcher.ResponseData) => writeBody(response, maxBytes, file);
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(totalTimeoutMs);
    const both = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      let target = this.#checkUrl(url);
      for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
        const location = await this.#fetchOnce(target, both, receive);
        if (location === null) return;
        const next = this.#checkUrl(location, target);
        if (target.protocol === "https:" && next.protocol === "http:")
          throw new FetchFailedError(unreachableMessage);
        target = next;
      }
      throw new FetchFailedError("the address redirects too often");
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof UnsafeUrlError || error instanceof FetchFailedError) throw error;
      if (timeout.aborted) throw new FetchFailedError("the address took too long to answer", error);
      throw new FetchFailedError(unreachableMessage, error);
    }
  }

  #checkUrl(text: string, base?: URL): URL {
    if (!URL.canParse(text, base)) throw new UnsafeUrlError("the address is not a valid URL");
    const url = new URL(text, base);
    if (url.protocol !== "https:" && url.protocol !== "http:") {
      throw new UnsafeUrlError("the address must begin with https:// or http://");
    }
    if (url.username || url.password)
      throw new UnsafeUrlError("the address must not contain a user name or password");
    const isTestPort = [...this.#allowedTargets].some((target) => target.endsWith(`:${url.port}`));
    if (!allowedPorts.has(url.port) && !isTestPort)
      throw new UnsafeUrlError("the address must use port 80 or 443");
    url.hash = "";
    return url;
  }

  /** Lets `receive` read the answer; where that is a redirect, answers its target instead. */
  async #fetchOnce(
    url: URL,
    signal: AbortSignal,
    receive: (response: Dispatcher.ResponseData) => Promise<void>,
  ): Promise<string | null> {
    const addresses = await this.#safeAddresses(url, signal);
    // The connection goes to the addresses just checked: a name that resolves differently now changes nothing.
    const pinned: LookupFunction = (_hostname, options, callback) => {
      const [first] = addresses;
      if (options.all) callback(null, addresses);
      else if (first) callback(null, first.address, first.family);
    };
    const agent = new Agent({
      connect: { lookup: pinned, timeout: connectTimeoutMs },
      headersTimeout: headersTimeoutMs,
      bodyTimeout: headersTimeoutMs,
      maxHeaderSize: 16 * 1024,
      pipelining: 0,
    });
    try {
      const response = await request(url, {
        dispatcher: agent,
        signal,
        headers: {
          accept: "image/*",
          "accept-encoding": "identity",
          "user-agent": "photo-generation-service",
        },
      });
      const location = response.headers.location;
      if (redirectStatuses.has(response.statusCode) && typeof location === "string") return location;
      await receive(response);
      return null;
    } finally {
      agent.destroy().catch(() => undefined);
    }
  }

  /** Every address behind the URL's host, all of them allowed. Throws FetchFailedError when one is not. */
  async #safeAddresses(url: URL, signal: AbortSignal): Promise<ResolvedAddress[]> {
    const literal = literalAddress(url.hostname);
    const addresses = literal ? [literal] : await this.#resolveInTime(url.hostname, signal);
    const port = url.port || (url.protocol === "https:" ? "443" : "80");
    const isAllowed = ({ address }: ResolvedAddress) =>
      isPublicAddress(address) ? allowedPorts.has(port) : this.#allowedTargets.has(`${address}:${port}`);
    if (addresses.length === 0 || !addresses.every(isAllowed)) throw new FetchFailedError(unreachableMessage);
    return addresses;
  }

  async #resolveInTime(hostname: string, signal: AbortSignal): Promise<ResolvedAddress[]> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(connectTimeoutMs)]);
    return untilAborted(this.#resolve(hostname), limit);
  }
}

/** With the system's resolver and no exceptions. */
export const safeFetcher = new SafeFetcher();

/** WHATWG hostnames are normalized: an IPv4 literal is dotted decimal, an IPv6 one stands in brackets. */
function literalAddress(hostname: string): ResolvedAddress | null {
  if (hostname.startsWith("[")) return { address: hostname.slice(1, -1), family: 6 };
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? { address: hostname, family: 4 } : null;
}

async function writeBody(response: Dispatcher.ResponseData, maxBytes: number, file: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    for await (const chunk of boundedChunks(response, maxBytes)) await handle.writeFile(chunk);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** The body of a good answer, piece by piece. Throws FetchFailedError for any other, and beyond `maxBytes`. */
async function* boundedChunks(
  response: Dispatcher.ResponseData,
  maxBytes: number,
): AsyncGenerator<Buffer, void> {
  const { statusCode, headers, body } = response;
  try {
    if (statusCode !== 200) throw new FetchFailedError(`the address answered with status ${statusCode}`);
    // Asked for identity: anything else could unfold to any size.
    if ((headers["content-encoding"] ?? "identity") !== "identity") {
      throw new FetchFailedError("the address answered with compressed data");
    }
    const tooLarge = new FetchFailedError(`the file has more than ${maxBytes} bytes`);
    if (Number(headers["content-length"] ?? 0) > maxBytes) throw tooLarge;
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge;
      yield chunk;
    }
  } finally {
    body.on("error", () => undefined).destroy();
  }
}
