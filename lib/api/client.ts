import type { z } from "zod";
import type { ErrorCode } from "../errors.ts";
import type { Operation, operations } from "./contract.ts";

/*
 * The API as the dashboard's own pages call it: same origin, by session. Types come from the contract; its schemas
 * stay out of the browser.
 */

type Operations = typeof operations;
type Name = keyof Operations;
type InputOf<N extends Name> = Operations[N]["input"] extends { schema: infer S extends z.ZodType }
  ? z.input<S>
  : undefined;
type OutputOf<N extends Name> = z.output<Operations[N]["output"]>;

const routes = {
  signUpload: { method: "GET", path: "/api/v1/upload/signed" },
  upload: { method: "POST", path: "/api/v1/upload" },
  generate: { method: "POST", path: "/api/v1/generate" },
  removeBg: { method: "POST", path: "/api/v1/remove-bg" },
  credits: { method: "GET", path: "/api/v1/credits" },
  listGenerations: { method: "GET", path: "/api/v1/generations" },
  getGeneration: { method: "GET", path: "/api/v1/generations/{id}" },
  deleteGeneration: { method: "DELETE", path: "/api/v1/generations/{id}" },
} as const satisfies { [N in Name]: Pick<Operations[N], "method" | "path"> } & Record<
  Name,
  Pick<Operation, "method" | "path">
>;

/** The service refused or failed; `message` and `fix` are safe to show. */
export class ApiProblem extends Error {
  readonly code: ErrorCode | "unknown";
  readonly status: number;
  readonly fix: string | undefined;
  readonly retryAfterMs: number | null;
  readonly requestId: string | null;

  constructor(response: Response, body: unknown) {
    const error = errorOf(body);
    super(error.message ?? `The service answered ${response.status}.`);
    this.name = "ApiProblem";
    this.code = (error.code as ErrorCode | undefined) ?? "unknown";
    this.status = response.status;
    this.fix = error.fix;
    this.requestId = response.headers.get("x-request-id");
    const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
    this.retryAfterMs = Number.isFinite(retryAfter) ? retryAfter * 1000 : null;
  }
}

interface CallOptions<N extends Name> {
  input?: InputOf<N>;
  /** Values of `{name}` parts of the path. */
  params?: Record<string, string>;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** Calls one operation. Throws ApiProblem for every answer but 2xx, and what fetch throws when there is none. */
export async function callApi<N extends Name>(name: N, options: CallOptions<N> = {}): Promise<OutputOf<N>> {
  const { method, path } = routes[name];
  const { input, params = {}, idempotencyKey, signal } = options;
  const filled = path.replace(/\{(\w+)\}/g, (_all, key: string) => encodeURIComponent(params[key] ?? ""));
  const query = method === "GET" && input ? `?${queryOf(input)}` : "";
  const response = await fetch(filled + query, {
    method,
    headers: {
      ...(method === "POST" && input !== undefined && { "Content-Type": "application/json" }),
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    },
    ...(method === "POST" && input !== undefined && { body: JSON.stringify(input) }),
    ...(signal && { signal }),
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiProblem(response, body);
  return body as OutputOf<N>;
}

function queryOf(input: object): URLSearchParams {
  const known = Object.entries(input).filter(([, value]) => value !== undefined);
  return new URLSearchParams(known.map(([key, value]) => [key, String(value)]));
}

function errorOf(body: unknown): { code?: string; message?: string; fix?: string } {
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : null;
  return typeof error === "object" && error !== null ? error : {};
}
