import { ConnectionError, PhotoServiceError, TimeoutError, toApiError } from "../errors.ts";
import { routes } from "../generated/routes.ts";
import { type CallName, type CallOptions, repeatableCalls } from "./calls.ts";
import { delayBeforeRetry } from "./retry.ts";
import { pause } from "./time.ts";

export interface TransportSettings {
  apiKey: string | undefined;
  baseUrl: string;
  timeoutMs: number;
  maxRetries: number;
  retryDelayMs: number;
  fetch: typeof fetch;
}

export interface Call {
  path?: Record<string, string>;
  query?: Record<string, unknown> | undefined;
  /** Sent as JSON, except FormData. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** A response whose body was received completely. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: callers give it the type of their operation
  body: any;
}

/** Sends requests and retries those that may succeed later and cannot be charged twice. */
export class Transport {
  readonly settings: TransportSettings;

  constructor(settings: TransportSettings) {
    this.settings = settings;
  }

  /** Calls an operation of the contract. */
  call(name: CallName, call: Call = {}, options: CallOptions = {}): Promise<Answer> {
    return this.#send(name, call, options, readJson);
  }

  /** Like `call`, for operations that return a file; the body is not read yet. */
  download(name: CallName, call: Call = {}, options: CallOptions = {}): Promise<Response> {
    return this.#send(name, call, options, async (response) => response);
  }

  /** Like `download`, with the body: a lost connection is retried like any other fault. */
  readFile(name: CallName, call: Call = {}, options: CallOptions = {}) {
    return this.#send(name, call, options, async (response) => ({
      headers: response.headers,
      bytes: new Uint8Array(await response.arrayBuffer()),
    }));
  }

  #send<T>(
    name: CallName,
    { path = {}, query, body, headers = {} }: Call,
    options: CallOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const route = routes[name];
    const url = new URL(this.settings.baseUrl + fillPath(route.path, path));
    appendQuery(url.searchParams, query);
    const isForm = body instanceof FormData;
    const sent = new Headers({ Accept: "application/json, */*;q=0.5", ...headers });
    if (this.settings.apiKey !== undefined) sent.set("Authorization", `Bearer ${this.settings.apiKey}`);
    if (body !== undefined && !isForm) sent.set("Content-Type", "application/json");
    if (route.takesKey) sent.set("Idempotency-Key", options.idempotencyKey ?? crypto.randomUUID());
    const isRepeatable =
      route.takesKey || route.method === "GET" || route.method === "PATCH" || repeatableCalls.has(name);
    const init: RequestInit = {
      method: route.method,
      headers: sent,
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    };
    return this.repeat({ url, init, read, isRepeatable }, options);
  }

  /** Sends a request, and retries it while a retry may help. */
  async repeat<T>(
    request: {
      url: URL | string;
      init: RequestInit;
      read: (response: Response) => Promise<T>;
      isRepeatable: boolean;
    },
    options: CallOptions = {},
  ): Promise<T> {
    const { timeoutMs = this.settings.timeoutMs, maxRetries = this.settings.maxRetries, signal } = options;
    const startedAt = Date.now();
    for (let retries = 0; ; ) {
      signal?.throwIfAborted();
      try {
        return await this.#attempt(request, { timeoutMs, signal });
      } catch (error) {
        signal?.throwIfAborted();
        const delayMs = delayBeforeRetry(error, {
          retries,
          maxRetries,
          firstDelayMs: this.settings.retryDelayMs,
          isRepeatable: request.isRepeatable,
          elapsedMs: Date.now() - startedAt,
        });
        if (delayMs === null) throw error;
        if (!isWaitingForFirst(error)) retries += 1;
        await pause(delayMs, signal);
      }
    }
  }

  async #attempt<T>(
    { url, init, read }: { url: URL | string; init: RequestInit; read: (response: Response) => Promise<T> },
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
  ): Promise<T> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    const signals = signal ? [signal, timeout.signal] : [timeout.signal];
    try {
      // Called as a plain function: browsers reject `fetch` as a method of another object.
      const { fetch: send } = this.settings;
      const response = await send(url, { ...init, signal: AbortSignal.any(signals) });
      if (!response.ok) throw await readRefusal(response);
      return await read(response);
    } catch (error) {
      if (error instanceof PhotoServiceError) throw error;
      const host = new URL(url).host;
      if (timeout.signal.aborted)
        throw new TimeoutError(`${host} did not answer within ${timeoutMs / 1000} seconds.`, {
          fix: "Try again, or allow more time with `timeoutMs`.",
          cause: error,
        });
      throw new ConnectionError(`The connection to ${host} failed: ${describeCause(error)}.`, {
        fix: "Check the address and the network, then try again.",
        cause: error,
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

function isWaitingForFirst(error: unknown): boolean {
  return error instanceof PhotoServiceError && "code" in error && error.code === "idempotency_in_progress";
}

/** A body that does not parse was not received completely. */
async function readJson(response: Response): Promise<Answer> {
  const { status, headers } = response;
  return { status, headers, body: JSON.parse(await response.text()) };
}

async function readRefusal(response: Response): Promise<PhotoServiceError> {
  const { status, headers } = response;
  const isJson = headers.get("content-type")?.startsWith("application/json");
  const text = await response.text();
  return toApiError({ status, headers, error: isJson ? JSON.parse(text).error : undefined });
}

/** `fetch` reports only "fetch failed"; the actual error is in its cause. */
function describeCause(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

function fillPath(path: string, values: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = values[name];
    if (!value) throw new TypeError(`${name} of ${path} is missing`);
    return encodeURIComponent(value);
  });
}

/** Writes objects as `metadata[sku]=…`; omits undefined and null. */
function appendQuery(params: URLSearchParams, query: Record<string, unknown> = {}): void {
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (value instanceof Date) params.append(name, value.toISOString());
    else if (typeof value === "object")
      for (const [key, inner] of Object.entries(value)) params.append(`${name}[${key}]`, String(inner));
    else params.append(name, String(value));
  }
}
