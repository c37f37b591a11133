import { type ToolOperation, toolOperations } from "../contract/mcp/operations.ts";
import type { Operation } from "../contract/operation.ts";
import { type AuthenticatedCaller, carryCaller } from "../http/caller.ts";
import type { Handler } from "../http/route-table.ts";
import { env } from "../platform/env.ts";

export type Handlers = Record<ToolOperation, Handler>;

/** An error as shown to callers, of a refused call or failed work. */
export interface Fault {
  code: string;
  message: string;
  fix?: string | undefined;
  [more: string]: unknown;
}

export class CallFailed extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.name = "CallFailed";
    this.fault = fault;
  }
}

interface Sent {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  json?: unknown;
  form?: FormData;
  idempotencyKey?: string | undefined;
  respondAsync?: true;
}

export interface Answer {
  body: unknown;
  status: number;
  headers: Headers;
}

/** The caller, with data of its own request. */
interface ApiOptions {
  caller: AuthenticatedCaller;
  request: Request;
  requestId: string;
  /** How long a tool waits for the work that it ordered. */
  waitSeconds: number;
}

/** Calls the API's own handlers for one caller, so that every rule of an operation also applies to tools. */
export class Api {
  readonly #handlers: Handlers;
  readonly #options: ApiOptions;

  constructor(handlers: Handlers, options: ApiOptions) {
    this.#handlers = handlers;
    this.#options = options;
  }

  get userId(): string {
    return this.#options.caller.userId;
  }

  get waitSeconds(): number {
    return this.#options.waitSeconds;
  }

  /** Throws CallFailed for every response other than 2xx. */
  async call(name: ToolOperation, sent: Sent = {}): Promise<Answer> {
    const { params = {} } = sent;
    const request = carryCaller(this.#requestOf(toolOperations[name], sent), this.#options.caller);
    const response = await this.#handlers[name](request, { params: Promise.resolve(params) });
    const body: unknown = await response.json();
    if (!response.ok) throw new CallFailed((body as { error: Fault }).error);
    return { body, status: response.status, headers: response.headers };
  }

  #requestOf({ method, path }: Operation, { params = {}, query = {}, json, form, ...sent }: Sent): Request {
    const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ""));
    const url = new URL(filled, env().BASE_URL);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    }
    const { request, requestId } = this.#options;
    const headers = new Headers({ "X-Request-Id": requestId });
    const language = request.headers.get("accept-language");
    if (language !== null) headers.set("Accept-Language", language);
    if (json !== undefined) headers.set("Content-Type", "application/json");
    if (sent.idempotencyKey !== undefined) headers.set("Idempotency-Key", sent.idempotencyKey);
    if (sent.respondAsync) headers.set("Prefer", "respond-async");
    const body = json === undefined ? form : JSON.stringify(json);
    return new Request(url, { method, headers, signal: request.signal, ...(body !== undefined && { body }) });
  }
}
