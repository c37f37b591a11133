import type { z } from "zod";
import type { WireRequest } from "./request.ts";
import type { Asked, Fault, Outcome, Painted } from "./steps.ts";

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body: Buffer | object;
  /** The fault while the response is sent. */
  fault?: Fault | null;
}

/** A request that the real provider refuses, with the provider's error response. */
export class WireError extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`${reply.status} ${JSON.stringify(reply.body)}`);
    this.reply = reply;
  }
}

/** State shared by the protocols: the scenario, the files made. */
export interface Desk {
  /** The only valid key; null when no key is required. */
  key: string | null;
  /** Takes the next step of the scenario; called once per valid request for a picture. */
  take(asked: Asked): Promise<Outcome>;
  /** Publishes a picture on this server and returns its URL. */
  host(painted: Painted): string;
}

export interface Wire {
  /** Default model, for tests that do not depend on it. */
  model: string;
  /** Environment variables that make the service use this server. */
  environment(url: string, key: string): Record<string, string>;
  /** Names of the ways in which it refuses content, and of its own failures. */
  refusals: readonly string[];
  breakdowns: readonly string[];
  answer(request: WireRequest, desk: Desk): Promise<Reply>;
}

/** Parses a body with a schema; throws the response that `refuse` makes of the first issue. */
export function parseFields<T>(
  schema: z.ZodType<T>,
  body: unknown,
  refuse: (issue: z.core.$ZodIssue) => Reply,
): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw issue ? new WireError(refuse(issue)) : parsed.error;
}

/** The fields of a body that an object schema does not have. */
export function unnamedFields(schema: z.ZodObject, body: unknown): string[] {
  const named = new Set(Object.keys(schema.shape));
  return Object.keys(Object(body)).filter((name) => !named.has(name));
}

export const hungUp: Reply = { status: 500, body: {}, fault: "hung up" };
