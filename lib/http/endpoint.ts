import { setImmediate as nextTurn } from "node:timers/promises";
import type { z } from "zod";
import { errorBody } from "../contract/error-schemas.ts";
import type { Scope } from "../contract/keys/scopes.ts";
import { callTimeoutSeconds, jsonLimitBytes, maxKeyLength } from "../contract/limits.ts";
import type { Operation } from "../contract/operation.ts";
import { type FromWire, fromWire, type ToWire, toWire } from "../contract/wire.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { isHostAway } from "../images/host.ts";
import { BodyError } from "../platform/body.ts";
import { clientAddress } from "../platform/client-address.ts";
import { ApiError, refusal } from "../platform/errors.ts";
import { log } from "../platform/log.ts";
import { because } from "../platform/reasons.ts";
import { type Actor, noteRequest, withinRequest } from "../platform/requests.ts";
import { attachment } from "./attachment.ts";
import { type Caller, challengeOf, requireCaller } from "./caller.ts";
import type { WrongParts } from "./check-each.ts";
import { setDeprecationHeaders } from "./deprecation.ts";
import { isKnown, tagOf } from "./etag.ts";
import { type Handler, registerHandler } from "./handlers.ts";
import {
  claimKey,
  endClaim,
  generationOf,
  hashRequest,
  type IdempotencyClaim,
  leaveKey,
  releaseKey,
  storeResponse,
} from "./idempotency.ts";
import { receiveInput, type SentFile } from "./input.ts";
import { runLargeCall } from "./large-calls.ts";
import { type Preferences, readPreferences } from "./prefer.ts";
import { setRateLimitHeaders } from "./rate-limit.ts";
import { baseHeaders, errorResponse, setChargeHeaders } from "./response.ts";
import { toHeader } from "./unknown-fields.ts";

/** The caller that a use case works for, with an active subscription if the operation needs one. */
export interface Requester extends Pick<Caller, "userId" | "apiKeyId" | "account"> {
  /** The request's Idempotency-Key; null without one. */
  idempotencyKey: string | null;
  startedAtMs: number;
  /** The caller sent `Prefer: respond-async` and does not wait for the work. */
  respondAsync: boolean;
  /** How long it waits all the same, from the `wait` preference; 0: not at all. */
  waitSeconds: number;
  /** The work that an earlier request with this Idempotency-Key paid for but did not await. */
  resumedId: string | null;
}

/** The validated input, merged with the `{name}` parameters of the path. */
type InputOf<O extends Operation> = (O["input"] extends { schema: infer S extends z.ZodType }
  ? FromWire<z.output<S>>
  : O["input"] extends { from: "file" }
    ? SentFile
    : unknown) &
  (O["input"] extends { eachOf: string } ? { wrong?: WrongParts } : unknown) &
  ParamsOf<O["path"]>;

type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & ParamsOf<Rest>
  : unknown;

/** A file, streamed while it is made or already complete. */
export interface FileAnswer {
  fileName: string;
  /** Set where the operation does not fix it. */
  contentType?: string;
  content: ReadableStream<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>;
}

type AnswerOf<O extends Operation> = O extends { produces: string } ? FileAnswer : JsonAnswerOf<O>;
type JsonAnswerOf<O extends Operation> =
  | ToWire<z.input<O["output"]>>
  | (O["accepts"] extends infer S extends z.ZodType ? { accepted: ToWire<z.input<S>> } : never);

/** Retry-After for callers that poll their work, without `wait`. */
const retryAfterSeconds = 5;
/** Headers that are stored with a response and sent again on replays. */
const replayedHeaders = ["X-Generation-Id", "X-Credits-Charged"];

interface PromptHeader {
  /** Returns how much of the prompt of this work was ignored. */
  findIgnoredShare?: (generationId: string) => Promise<"all" | "part" | null>;
}

/**
 * Turns a use case into the handler of an operation. The order is fixed: key, rate limit, subscription, parameters,
 * then the use case (credits, work).
 */
export function endpoint<O extends Operation & { missingKeyCode: string }>(
  operation: O,
  perform: (input: InputOf<O>, by: Requester) => Promise<AnswerOf<O>>,
  { findIgnoredShare }: PromptHeader = {},
): Handler {
  const answerRequest: Handler = async (request, context) => {
    const headers = baseHeaders(request);
    setDeprecationHeaders(headers, operation);
    const requestId = headers.get("X-Request-Id") ?? "";
    const startedAtMs = Date.now();
    noteRequest({ route: `${operation.method} ${operation.path}`, signal: request.signal });
    try {
      const caller = await requireCaller(request, operation.missingKeyCode);
      noteRequest({ caller: caller.userId, actor: actorOf(caller) });
      setRateLimitHeaders(headers, caller.rateLimit);
      checkCaller(operation, caller);
      const preferences = readPreferences(request.headers);
      const received = await receiveInput(operation, request, preferences);
      const params = await context?.params;
      const isLarge = received.sizeBytes > jsonLimitBytes;
      const answer = async () => {
        const given = await received.parse();
        const unknown = toHeader(received.unknownFields());
        if (unknown !== "") headers.set("X-Unknown-Fields", unknown);
        // Lets other requests run between two steps that block the thread.
        if (isLarge) await nextTurn();
        const input = Object.assign({}, fromWire(given), params) as InputOf<O>;
        const claim = operation.idempotency ? claimOf(request, caller.userId) : null;
        const waiting = waitingOf(operation, preferences);
        const { respondAsync } = waiting;
        const by = { ...caller, ...waiting, startedAtMs, idempotencyKey: claim?.key ?? null };
        const run = async (resumedId: string | null) => {
          const result = await perform(input, { ...by, resumedId });
          const applied = appliedOf(operation, { preferences, waiting, result });
          if (applied !== "") headers.set("Preference-Applied", applied);
          return answerOf(operation, result, headers);
        };
        if (!claim) return await run(null);
        return await once({ operation, claim, given, headers, respondAsync, run }).finally(() =>
          endClaim(claim),
        );
      };
      const response = await (isLarge ? runLargeCall(caller.userId, answer) : answer());
      const id = response.ok && findIgnoredShare ? response.headers.get("X-Generation-Id") : null;
      const share = id && (await findIgnoredShare?.(id).catch(() => null));
      if (share) response.headers.set("X-Prompt-Ignored", share);
      return withoutKnown(request, response);
    } catch (error) {
      reportFailure(operation.id, requestId, error);
      const response = errorResponse(error, headers);
      if (response.status === 401) response.headers.set("WWW-Authenticate", challengeOf(request));
      return response;
    } finally {
      const credits = headers.get("X-Credits-Charged");
      if (credits !== null) noteRequest({ credits: Number(credits) });
    }
  };
  const handler: Handler = (request, context) =>
    withinRequest({ route: operation.path, address: clientAddress(request.headers) }, () =>
      answerRequest(request, context),
    );
  registerHandler(operation, handler);
  return handler;
}

/** The caller as an actor of the audit log. */
function actorOf({ userId, apiKeyId }: Caller): Actor {
  return apiKeyId === null ? { type: "user", id: userId } : { type: "key", id: apiKeyId };
}

function checkCaller(operation: Operation, caller: Caller): void {
  const { scopes, account } = caller;
  requireWithinRate(caller);
  const { scope } = operation;
  if (scope !== null && !scopes.includes(scope)) throw missingScope(scope);
  if (operation.needsSubscription && !account.isActive) {
    throw refusal(because(whyInactive(account)));
  }
}

export function requireWithinRate({ rateLimit }: Caller): void {
  if (rateLimit.allowed) return;
  throw new ApiError("rate_limited", `More than ${rateLimit.limit} requests in a minute.`, {
    retryAfterSeconds: rateLimit.resetSeconds,
  });
}

function missingScope(requiredScope: Scope): ApiError {
  return new ApiError("missing_scope", `This key does not have the scope \`${requiredScope}\`.`, {
    requiredScope,
  });
}

function whyInactive({ status, hadTrial, stripeSubscriptionId }: Caller["account"]) {
  if (status === "past_due") return "payment_due";
  return hadTrial && stripeSubscriptionId === null ? "trial_over" : "plan_canceled";
}

/** The schema has the operation's own fields; headers carry the id of the work and what it cost. */
function answerOf(operation: Operation, result: unknown, headers: Headers): Response {
  if (operation.accepts && isAccepted(result)) {
    const { id, creditsUsed } = result.accepted;
    setChargeHeaders(headers, { generationId: id, creditsUsed });
    headers.set("Location", `/api/v1/generations/${id}`);
    headers.set("Retry-After", String(retryAfterSeconds));
    return Response.json(operation.accepts.parse(toWire(result.accepted)), { headers, status: 202 });
  }
  if (operation.produces && isFile(result)) {
    headers.set("Content-Type", result.contentType ?? operation.produces);
    headers.set("Content-Disposition", attachment(result.fileName));
    if (result.content instanceof ReadableStream) return new Response(result.content, { headers });
    headers.set("Content-Length", String(result.content.length));
    return tagged(operation, result.content, { headers });
  }
  if (isCharged(result)) setChargeHeaders(headers, result);
  const { status = 200 } = operation;
  const body = JSON.stringify(operation.output.parse(toWire(result)));
  headers.set("Content-Type", "application/json");
  return tagged(operation, body, { headers, status });
}

/** The response, with the ETag of the body if the operation has one; `withoutKnown` turns it into a 304. */
function tagged(
  operation: Operation,
  body: string | Uint8Array<ArrayBuffer>,
  { headers, status = 200 }: { headers: Headers; status?: number },
): Response {
  if (operation.hasTag) headers.set("ETag", tagOf(body));
  return new Response(body, { headers, status });
}

/** Turns the response into a 304 if the caller already has the same body. */
function withoutKnown(request: Request, response: Response): Response {
  const etag = response.headers.get("etag");
  if (etag === null || !isKnown(request.headers.get("if-none-match"), etag)) return response;
  const headers = new Headers(response.headers);
  for (const name of ["Content-Type", "Content-Length", "Content-Disposition"]) headers.delete(name);
  return new Response(null, { status: 304, headers });
}

function isFile(result: unknown): result is FileAnswer {
  return typeof result === "object" && result !== null && "content" in result && "fileName" in result;
}

function isCharged(result: unknown): result is { generationId: string; creditsUsed: number } {
  return typeof result === "object" && result !== null && "generationId" in result;
}

function isAccepted(result: unknown): result is { accepted: { id: string; creditsUsed: number } } {
  return typeof result === "object" && result !== null && "accepted" in result;
}

type Waiting = Pick<Requester, "respondAsync" | "waitSeconds">;

/** Whether and how long a request waits for its work, limited to the request timeout. */
function waitingOf(operation: Operation, { respondAsync, waitSeconds }: Preferences): Waiting {
  if (!respondAsync || operation.accepts === undefined) return { respondAsync: false, waitSeconds: 0 };
  return { respondAsync: true, waitSeconds: Math.min(waitSeconds ?? 0, callTimeoutSeconds) };
}

interface Applied {
  preferences: Preferences;
  waiting: Waiting;
  result: unknown;
}

/** The `Preference-Applied` header (RFC 7240). */
function appliedOf(operation: Operation, { preferences, waiting, result }: Applied): string {
  const { respondAsync, waitSeconds } = waiting;
  return [
    ...(respondAsync && isAccepted(result) ? ["respond-async"] : []),
    ...(waitSeconds > 0 ? [`wait=${waitSeconds}`] : []),
    ...(preferences.isStrict && operation.input.from === "json" ? ["handling=strict"] : []),
  ].join(", ");
}

function claimOf(request: Request, userId: string): IdempotencyClaim | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  if (key.length === 0 || key.length > maxKeyLength) {
    const message = `Idempotency-Key must have 1 to ${maxKeyLength} characters`;
    throw new ApiError("invalid_params", message, { issues: [{ path: "Idempotency-Key", message }] });
  }
  return { userId, key };
}

/** Runs the work of a key at most once; later requests get the first response. Refused requests are not stored. */
async function once({
  operation,
  claim,
  given,
  headers,
  respondAsync,
  run,
}: {
  operation: Operation;
  claim: IdempotencyClaim;
  given: unknown;
  headers: Headers;
  respondAsync: boolean;
  run: (resumedId: string | null) => Promise<Response>;
}): Promise<Response> {
  const requestHash = hashRequest(operation.id, given);
  let claimed = await claimKey(claim, operation.id, requestHash);
  if (claimed !== "claimed" && "resumedId" in claimed) {
    headers.set("Idempotency-Replayed", "true");
    const resumed = await run(claimed.resumedId);
    if (respondAsync) return resumed;
    // The work has finished meanwhile: every request returns the response that it stored.
    claimed = await claimKey(claim, operation.id, requestHash);
    if (claimed === "claimed" || "resumedId" in claimed) return resumed;
  }
  if (claimed !== "claimed") {
    headers.set("Idempotency-Replayed", "true");
    const storedId = generationOf(claimed);
    if (respondAsync && storedId && !claimed.deletedId) return await run(storedId);
    if (claimed.deletedId) {
      headers.set("X-Generation-Id", claimed.deletedId);
      throw refusal(because("result_deleted"));
    }
    for (const [name, value] of Object.entries(claimed.headers)) headers.set(name, value);
    // The database reorders JSON fields: the schemas restore the order of the first response.
    if (claimed.status < 300) return answerOf(operation, claimed.body, headers);
    return Response.json(errorBody.parse(claimed.body), { status: claimed.status, headers });
  }
  let response: Response;
  try {
    response = await run(null);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "generation_failed") {
      await releaseKey(claim);
      throw error;
    }
    reportFailure(operation.id, headers.get("X-Request-Id") ?? "", error);
    response = errorResponse(error, headers);
  }
  // The next request with the same key continues from here.
  if (response.status === 202) await leaveKey(claim);
  else if (!response.ok || operation.idempotency === "stored by the wrapper") {
    await storeResponse(claim, {
      status: response.status,
      body: await response.clone().json(),
      headers: Object.fromEntries(
        replayedHeaders.flatMap((name) => {
          const value = headers.get(name);
          return value === null ? [] : [[name, value]];
        }),
      ),
    });
  }
  return response;
}

export function reportFailure(operation: string, requestId: string, error: unknown): void {
  if (isUnavailable(error) || isHostAway(error))
    log.warn({ operation, requestId, err: error.message }, "request not served");
  else if (!(error instanceof ApiError || error instanceof BodyError))
    log.error({ operation, requestId, err: error }, "request failed");
  else if (error instanceof ApiError && error.status >= 500)
    log.warn({ operation, requestId, code: error.code, err: error.cause }, error.message);
}
