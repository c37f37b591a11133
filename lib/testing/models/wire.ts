import type { z } from "zod";
import type { WireRequest } from "./request.ts";
import type { Asked, Fault, Outcome, Painted } from "./steps.ts";

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body: Buffer | object;
  /** What goes wrong while it is sent. */
  fault?: Fault | null;
}

/** A request that the real provider refuses, in the provider's own form. */
export class WireError extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`${reply.status} ${JSON.stringify(reply.body)}`);
    this.reply = reply;
  }
}

/** What the protocols share: the scenario, the files that were made, the jobs that run. */
export interface Desk {
  /** Address of the server, without a path. */
  url: string;
  /** The only key that is good here; null where none is asked for. */
  key: string | null;
  /** Takes the next step of the scenario: each call that is in order and asks for a picture does so once. */
  take(asked: Asked): Promise<Outcome>;
  /** An address of this server at which a picture can be had. */
  host(painted: Painted): string;
  /** Keeps a job: answers its polls as pending as often as the scenario says, then with `done`. */
  open(id: string, answers: { pending: object; done: Reply }): void;
  poll(id: string): Reply | null;
}

export interface Wire {
  /** The model that is named where a test does not care. */
  model: string;
  /** What points the service here. */
  environment(url: string, key: string): Record<string, string>;
  /** Names of the ways in which it refuses content, and of those in which it fails for reasons of its own. */
  refusals: readonly string[];
  breakdowns: readonly string[];
  answer(request: WireRequest, desk: Desk): Promise<Reply>;
}

/** A body held against a schema; what does not fit is refused by `refuse` with the first fault. */
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

/** The fields of a body that a schema of objects does not name. */
export function unnamedFields(schema: z.ZodObject, body: unknown): string[] {
  const named = new Set(Object.keys(schema.shape));
  return Object.keys(Object(body)).filter((name) => !named.has(name));
}

export const hungUp: Reply = { status: 500, body: {}, fault: "hung up" };
