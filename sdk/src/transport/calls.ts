import type { routes } from "../generated/routes.ts";
import type { operations } from "../generated/types.ts";

/** Types of a call, by the name of its operation. */

export type CallName = keyof typeof routes & keyof operations;

export type BodyOf<Name extends CallName> = operations[Name] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

export type QueryOf<Name extends CallName> = NonNullable<operations[Name]["parameters"]["query"]>;

type Content<Answer> = Answer extends { content: { "application/json": infer Body } } ? Body : never;
type Responses<Name extends CallName> = operations[Name]["responses"];

/** What a call answers; of work, when it waits for the result. */
export type AnswerOf<Name extends CallName> =
  Responses<Name> extends { 200: infer Answer }
    ? Content<Answer>
    : Responses<Name> extends { 201: infer Answer }
      ? Content<Answer>
      : Responses<Name> extends { 202: infer Answer }
        ? Content<Answer>
        : never;

export interface CallOptions {
  /** Ends the call; its reason is thrown. */
  signal?: AbortSignal | undefined;
  /** Longest that one attempt may take. */
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  /** For calls that cost; without one the client makes one for each call. */
  idempotencyKey?: string | undefined;
}

/** Calls without an Idempotency-Key that do no more when they come twice. */
export const repeatableCalls: ReadonlySet<string> = new Set<CallName>([
  "estimate",
  "preview",
  "createArchive",
  "reviewGenerations",
  "cancelBatch",
  "keepMask",
]);
