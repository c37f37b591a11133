import type { z } from "zod";
import type { ErrorCode, ErrorIssue } from "../platform/errors.ts";
import { type Reason, reasonOf } from "../platform/reasons.ts";
import type { operations } from "./operations.ts";

/*
 * API client of the dashboard's pages: same origin, authenticated by session. It imports only types from the
 * contract, so that its schemas stay out of the browser.
 */

type Operations = (typeof operations)[keyof typeof operations];
/** Every operation of the contract by method and path, such as `GET /api/v1/credits`. */
type Address = { [O in Operations as `${O["method"]} ${O["path"]}`]: O };
type InputOf<A extends keyof Address> = Address[A]["input"] extends { schema: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;
type OutputOf<A extends keyof Address> = z.output<Address[A]["output"]>;

/** An error response of the service; `message` and `fix` are safe to show. */
export class ApiProblem extends Error {
  readonly code: ErrorCode | "unknown";
  readonly status: number;
  /** The reason, if this page knows it. */
  readonly reason: Reason | null;
  readonly fix: string | undefined;
  readonly issues: readonly ErrorIssue[];
  readonly retryAfterMs: number | null;
  readonly requestId: string | null;

  constructor(response: Response, body: unknown) {
    const error = errorOf(body);
    super(error.message ?? `The service answered ${response.status}.`);
    this.name = "ApiProblem";
    this.code = (error.code as ErrorCode | undefined) ?? "unknown";
    this.status = response.status;
    this.reason = reasonOf(error);
    this.fix = error.fix;
    this.issues = error.issues ?? [];
    this.requestId = response.headers.get("x-request-id");
    const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
    this.retryAfterMs = Number.isFinite(retryAfter) ? retryAfter * 1000 : null;
  }
}

interface CallOptions<A extends keyof Address> {
  input?: InputOf<A>;
  /** Values of the `{name}` parameters of the path. */
  params?: Record<string, string>;
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** The request continues after the page is left; browsers allow 64 KB of such requests. */
  keepalive?: boolean;
}

/** Calls one operation. Throws ApiProblem for responses other than 2xx, and fetch's error without a response. */
export async function callApi<A extends keyof Address>(
  address: A,
  options: CallOptions<A> = {},
): Promise<OutputOf<A>> {
  const [method = "", path = ""] = address.split(" ");
  const { input, params = {}, idempotencyKey, signal, keepalive = false } = options;
  const filled = path.replace(/\{(\w+)\}/g, (_all, key: string) => encodeURIComponent(params[key] ?? ""));
  const isQuery = method === "GET" || method === "DELETE";
  const query = isQuery && input ? `?${queryOf(input)}` : "";
  const hasBody = !isQuery && input !== undefined;
  const response = await fetch(filled + query, {
    method,
    headers: {
      ...(hasBody && { "Content-Type": "application/json" }),
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    },
    ...(hasBody && { body: JSON.stringify(input) }),
    ...(signal && { signal }),
    keepalive,
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiProblem(response, body);
  return body as OutputOf<A>;
}

function queryOf(input: object): URLSearchParams {
  const known = Object.entries(input).filter(([, value]) => value !== undefined);
  return new URLSearchParams(known.map(([key, value]) => [key, String(value)]));
}

function errorOf(body: unknown): { code?: string; message?: string; fix?: string; issues?: ErrorIssue[] } {
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : null;
  return typeof error === "object" && error !== null ? error : {};
}
