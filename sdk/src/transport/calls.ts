import type { routes } from "../generated/routes.ts";
import type { operations } from "../generated/types.ts";

/** Types of a call by the name of its operation. */

export type CallName = keyof typeof routes & keyof operations;

export type BodyOf<Name extends CallName> = operations[Name] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

export type QueryOf<Name extends CallName> = NonNullable<operations[Name]["parameters"]["query"]>;

type Content<Answer> = Answer extends { content: { "application/json": infer Body } } ? Body : never;
type Responses<Name extends CallName> = operations[Name]["responses"];

/** Response type of a call; for work, the one when the call waits for the result. */
export type AnswerOf<Name extends CallName> =
  Responses<Name> extends { 200: infer Answer }
    ? Content<Answer>
    : Responses<Name> extends { 201: infer Answer }
      ? Content<Answer>
      : Responses<Name> extends { 202: infer Answer }
        ? Content<Answer>
        : never;

export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Timeout of one attempt. */
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  /** For calls that charge credits; by default the client generates a key per call. */
  idempotencyKey?: string | undefined;
}

/** Calls without an Idempotency-Key that are idempotent. */
export const repeatableCalls: ReadonlySet<string> = new Set<CallName>([
  "estimate",
  "preview",
  "createArchive",
  "reviewGenerations",
  "cancelBatch",
  "keepMask",
]);
