import type { LookupFunction } from "node:net";
import { Agent, buildConnector, type Dispatcher, request } from "undici";
import { untilAborted } from "#lib/platform/concurrency.ts";
import { isLoopbackHost } from "#lib/platform/env.ts";
import { isLoopbackAddress, isPublicAddress } from "./address.ts";
import { readBeginning, textOfHeader, writeBody } from "./answer.ts";
import {
  FetchFailedError,
  NotAdmittedError,
  toFetchFailure,
  UnsafeUrlError,
  unreachableMessage,
} from "./failure.ts";
import {
  lookupTimeout,
  mayBePublic,
  type ResolvedAddress,
  type ResolvedBy,
  type ResolveName,
  resolveName,
} from "./name-resolver.ts";

const connectTimeoutMs = 5_000;
const headersTimeoutMs = 5_000;
const totalTimeoutMs = 15_000;
/** As many as browsers follow at most. */
const maxRedirects = 20;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const allowedPorts = new Set(["", "80", "443"]);

export interface SafeFetcherOptions {
  /** One for all fetchers by default. */
  resolve?: ResolveName;
  /** `address:port` pairs allowed besides public addresses, for a test server. */
  allowedTargets?: ReadonlySet<string>;
  /** Whether loopback URLs are allowed on any port, for a service without other users. */
  allowsLoopback?: boolean;
}

export interface FetchOptions {
  /** The account or client whose call this is: names are resolved fairly among callers. */
  caller: string;
  signal?: AbortSignal;
  maxBytes: number;
  /** Like `PostOptions.admit`, also called for the connection of each redirect. */
  admit?: (address: string) => Promise<void>;
}

export interface PostOptions {
  /** As in FetchOptions. */
  caller: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  /** Bytes of the response to read. */
  maxAnswerBytes: number;
  signal?: AbortSignal;
  /** Called once connected, before anything is sent; an error ends the call and is rethrown. */
  admit?: (address: string) => Promise<void>;
}

export interface PostAnswer {
  status: number;
  /** The beginning of the body; empty if it was compressed or broke off. */
  text: string;
}

/** Fetches pictures from URLs given by users, and posts to such URLs, on the public internet only. */
export class SafeFetcher {
  readonly #resolve: ResolveName;
  readonly #allowedTargets: ReadonlySet<string>;
  readonly #allowsLoopback: boolean;

  constructor({ resolve, allowedTargets = new Set(), allowsLoopback = false }: SafeFetcherOptions = {}) {
    this.#allowsLoopback = allowsLoopback;
    this.#resolve = resolve ?? resolveName;
    this.#allowedTargets = allowedTargets;
  }

  /**
   * Writes the bytes at `url` to a new file: http(s), ports 80 and 443, every resolved address public and pinned for
   * the connection, at most 20 redirects each checked anew, 15 s and `maxBytes` in all. Throws UnsafeUrlError,
   * FetchFailedError, or the signal's reason.
   */
  async fetchImageTo(file: string, url: string, options: FetchOptions): Promise<void> {
    const { signal, maxBytes, caller, admit } = options;
    const receive = (response: Dispatcher.ResponseData) => writeBody(response, maxBytes, file);
    await this.#within(totalTimeoutMs, signal, async (both) => {
      let target = this.#checkUrl(url);
      for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
        const location = await this.#fetchOnce(
          target,
          { caller, signal: both, ...(admit && { admit }) },
          receive,
        );
        if (location === null) return;
        const next = this.#checkUrl(location, target);
        if (target.protocol === "https:" && next.protocol === "http:")
          throw new FetchFailedError("the address redirects from https to http");
        target = next;
      }
      throw new FetchFailedError("the address redirects too often");
    });
  }

  /**
   * Posts to `url`, checked and pinned like a picture's; redirects are not followed. Throws UnsafeUrlError,
   * FetchFailedError if no status arrived in time, or the signal's reason.
   */
  async post(url: string, options: PostOptions): Promise<PostAnswer> {
    const { timeoutMs, signal, maxAnswerBytes, ...sent } = options;
    return await this.#within(timeoutMs, signal, async (both) => {
      const target = this.#checkUrl(url);
      const call = { method: "POST", ...sent, headersTimeout: timeoutMs, signal: both } as const;
      return await this.#request(target, call, async (response) => ({
        status: response.statusCode,
        text: await readBeginning(response, maxAnswerBytes),
      }));
    });
  }

  /** Throws UnsafeUrlError or FetchFailedError, as a call would, if the address may not be reached now. */
  async check(url: string, caller: string): Promise<void> {
    await this.#within(connectTimeoutMs, undefined, async (signal) => {
      await this.#safeAddresses(this.#checkUrl(url), { caller, signal });
    });
  }

  /** Like `check`, without DNS: a name may still resolve to an internal address. */
  checkForm(text: string): void {
    const url = this.#checkUrl(text);
    const literal = literalAddress(url.hostname);
    if (literal) this.#requireAllowed(url, [literal]);
  }

  /** Runs within a timeout and a signal, and unifies the type of errors. */
  async #within<T>(
    timeoutMs: number,
    signal: AbortSignal | undefined,
    run: (both: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      return await run(signal ? AbortSignal.any([signal, timeout]) : timeout);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof NotAdmittedError) throw error.cause;
      if (error instanceof UnsafeUrlError || error instanceof FetchFailedError) throw error;
      if (timeout.aborted) {
        const temporary = { retryable: true, isTemporary: true } as const;
        throw new FetchFailedError("the address took too long to answer", { ...temporary, cause: error });
      }
      throw toFetchFailure(error);
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
    const isOwn = this.#allowsLoopback && isLoopbackHost(url.hostname);
    const isTestPort = [...this.#allowedTargets].some((target) => target.endsWith(`:${url.port}`));
    if (!allowedPorts.has(url.port) && !isTestPort && !isOwn)
      throw new UnsafeUrlError("the address must use port 80 or 443");
    url.hash = "";
    return url;
  }

  /** Passes the response to `receive`, or returns the target of a redirect. */
  async #fetchOnce(
    url: URL,
    controls: Pick<SentRequest, "caller" | "signal" | "admit">,
    receive: (response: Dispatcher.ResponseData) => Promise<void>,
  ): Promise<string | null> {
    const headers = { accept: "image/*" };
    return await this.#request(url, { method: "GET", headers, ...controls }, async (response) => {
      const location = response.headers.location;
      if (redirectStatuses.has(response.statusCode) && typeof location === "string") {
        response.body.on("error", () => undefined).destroy();
        return textOfHeader(location);
      }
      await receive(response);
      return null;
    });
  }

  /** One request on its own connection, which is closed when `read` is done. */
  async #request<T>(
    url: URL,
    { headers, caller, signal, admit, ...call }: SentRequest,
    read: (response: Dispatcher.ResponseData) => Promise<T>,
  ): Promise<T> {
    const addresses = await this.#safeAddresses(url, { caller, signal });
    // Connects only to the addresses just checked, even if the name resolves differently now.
    const pinned: LookupFunction = (_hostname, options, callback) => {
      const [first] = addresses;
      if (options.all) callback(null, addresses);
      else if (first) callback(null, first.address, first.family);
    };
    const connect = buildConnector({ lookup: pinned, timeout: connectTimeoutMs });
    const agent = new Agent({
      connect: admit ? withAdmission(connect, admit) : connect,
      headersTimeout: call.headersTimeout ?? headersTimeoutMs,
      bodyTimeout: headersTimeoutMs,
      maxHeaderSize: 16 * 1024,
      pipelining: 0,
    });
    try {
      const response = await request(url, {
        ...call,
        dispatcher: agent,
        signal,
        headers: {
          ...headers,
          // Pictures are compressed already; a server that compresses them all the same is decoded.
          "accept-encoding": "identity",
          "user-agent": "photo-generation-service",
        },
      });
      return await read(response);
    } finally {
      agent.destroy().catch(() => undefined);
    }
  }

  /** All addresses of the URL's host, each allowed. Throws FetchFailedError if one is not. */
  async #safeAddresses(url: URL, by: ResolvedBy): Promise<ResolvedAddress[]> {
    const literal = literalAddress(url.hostname);
    const addresses = literal ? [literal] : await this.#resolveInTime(url.hostname, by);
    return this.#requireAllowed(url, addresses);
  }

  #requireAllowed(url: URL, addresses: ResolvedAddress[]): ResolvedAddress[] {
    const port = url.port || (url.protocol === "https:" ? "443" : "80");
    const isOwn = this.#allowsLoopback && isLoopbackHost(url.hostname);
    const isAllowed = ({ address }: ResolvedAddress) =>
      isPublicAddress(address)
        ? allowedPorts.has(port)
        : this.#allowedTargets.has(`${address}:${port}`) || (isOwn && isLoopbackAddress(address));
    if (addresses.length === 0 || !addresses.every(isAllowed)) throw new FetchFailedError(unreachableMessage);
    return addresses;
  }

  async #resolveInTime(hostname: string, { caller, signal }: ResolvedBy): Promise<ResolvedAddress[]> {
    const timeout = AbortSignal.timeout(connectTimeoutMs);
    const both = AbortSignal.any([signal, timeout]);
    try {
      return await untilAborted(this.#resolve(hostname, { caller, signal: both }), both);
    } catch (error) {
      if (!mayBePublic(hostname)) throw new FetchFailedError(unreachableMessage, { cause: error });
      // A resolver timeout is not a slow server.
      if (timeout.aborted && !signal.aborted) throw lookupTimeout(error);
      throw error;
    }
  }
}

/** A connector whose sockets are used only after their address is admitted. */
function withAdmission(
  connect: buildConnector.connector,
  admit: (address: string) => Promise<void>,
): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      admit(socket.remoteAddress ?? "").then(
        () => callback(null, socket),
        (reason: unknown) => {
          socket.destroy();
          callback(new NotAdmittedError(reason), null);
        },
      );
    });
}

/** Without exceptions. */
export const safeFetcher = new SafeFetcher();

/** WHATWG hostnames are normalized: an IPv4 literal is dotted decimal, an IPv6 literal is in brackets. */
function literalAddress(hostname: string): ResolvedAddress | null {
  if (hostname.startsWith("[")) return { address: hostname.slice(1, -1), family: 6 };
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? { address: hostname, family: 4 } : null;
}

interface SentRequest {
  caller: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  admit?: (address: string) => Promise<void>;
  /** Timeout for the response headers; by default that of pictures. */
  headersTimeout?: number;
  signal: AbortSignal;
}
