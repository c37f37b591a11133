import { setImmediate as nextTurn } from "node:timers/promises";
import type { z } from "zod";
import type { WaitingCaller } from "../accounts/caller.ts";
import type { AccountState } from "../accounts/state.ts";
import type { Scope } from "../contract/keys/scopes.ts";
import { callTimeoutSeconds, jsonLimitBytes } from "../contract/limits.ts";
import type { Operation } from "../contract/operation.ts";
import type { ResultFormat } from "../contract/photos/values.ts";
import { type FromWire, fromWire, type ToWire } from "../contract/wire.ts";
import { runCall, runLargeCall } from "../platform/calls.ts";
import { clientAddress } from "../platform/client-address.ts";
import { ApiError, refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { type Actor, noteRequest, withinRequest } from "../platform/requests.ts";
import type { SentFile } from "./body.ts";
import { type AuthenticatedCaller, challengeOf, explainFailure, requireCaller } from "./caller.ts";
import type { WrongParts } from "./check-each.ts";
import { endClaim } from "./idempotency.ts";
import { receiveInput } from "./input.ts";
import { type Preferences, readPreferences } from "./prefer.ts";
import { setRateLimitHeaders } from "./rate-limit.ts";
import { baseHeaders, errorResponse, reportFailure } from "./response.ts";
import { type FileAnswer, isAccepted, resultResponse, withoutKnown } from "./result-response.ts";
import type { Handler } from "./route-table.ts";
import { claimOf, runOnce } from "./run-once.ts";
import { toHeader } from "./unknown-fields.ts";

/** The caller that a use case works for, with an active subscription if the operation needs one. */
export interface Requester extends WaitingCaller {
  account: AccountState;
  /** How long it waits all the same, from the `wait` preference; 0: not at all. */
  waitSeconds: number;
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

type AnswerOf<O extends Operation> = O extends { produces: string } ? FileAnswer : JsonAnswerOf<O>;
type JsonAnswerOf<O extends Operation> =
  | ToWire<z.input<O["output"]>>
  | (O["accepts"] extends infer S extends z.ZodType ? { accepted: ToWire<z.input<S>> } : never);

interface EndpointOptions {
  /** Returns how much of the prompt of this work was ignored. */
  findIgnoredShare?: (generationId: string) => Promise<"all" | "part" | null>;
  /** False: the use case needs only the caller, and does not wait for other calls. */
  usesDatabase?: boolean;
}

/**
 * Turns a use case into the handler of an operation. The order is fixed: key, rate limit, subscription, parameters,
 * then the use case (credits, work).
 */
export function endpoint<O extends Operation & { missingKeyCode: string }>(
  operation: O,
  perform: (input: InputOf<O>, by: Requester) => Promise<AnswerOf<O>>,
  { findIgnoredShare, usesDatabase = true }: EndpointOptions = {},
): Handler {
  const answerRequest: Handler = async (request, context) => {
    const headers = baseHeaders(request);
    const requestId = headers.get("X-Request-Id") ?? "";
    const startedAtMs = Date.now();
    noteRequest({ route: `${operation.method} ${operation.path}`, signal: request.signal });
    let caller: AuthenticatedCaller | null = null;
    try {
      const known = await requireCaller(request, operation.missingKeyCode);
      caller = known;
      const { userId } = known;
      noteRequest({ caller: userId, actor: actorOf(known) });
      setRateLimitHeaders(headers, known.rateLimit);
      checkCaller(operation, known);
      const preferences = readPreferences(request.headers);
      const { answersPicture: usual } = operation;
      const pictureFormats = usual && (await formatsOf(request, usual));
      const received = await receiveInput(operation, request, preferences);
      const params = await context?.params;
      const isLarge = received.sizeBytes > jsonLimitBytes;
      const answer = async () => {
        const parsed = await received.parse();
        const given = pictureFormats ? (await pictures()).withFormat(parsed, pictureFormats, usual) : parsed;
        const unknown = toHeader(received.unknownFields());
        if (unknown !== "") headers.set("X-Unknown-Fields", unknown);
        // Lets other requests run between two steps that block the thread.
        if (isLarge) await nextTurn();
        const sent = received.pictures();
        const claim = operation.idempotency ? claimOf(request, userId) : null;
        const waiting = waitingOf(operation, preferences);
        const { respondAsync } = waiting;
        const by = { ...known, ...waiting, startedAtMs, idempotencyKey: claim?.key ?? null };
        const performWith = (wire: unknown, resumedId: string | null) =>
          perform(Object.assign({}, fromWire(wire), params) as InputOf<O>, { ...by, resumedId });
        const performStored = async (resumedId: string | null) => {
          if (sent === null || resumedId !== null) return performWith(given, resumedId);
          const { withPictures } = await import("./store-pictures.ts");
          const call = { given, pictures: sent, userId, headers };
          return withPictures(operation, call, (wire) => performWith(wire, null));
        };
        const run = async (resumedId: string | null) => {
          const result = await performStored(resumedId);
          const applied = appliedOf(operation, { preferences, waiting, result });
          if (applied !== "") headers.set("Preference-Applied", applied);
          return resultResponse(operation, result, headers);
        };
        if (!claim) return await run(null);
        return await runOnce({ operation, claim, given, headers, respondAsync, run }).finally(() =>
          endClaim(claim),
        );
      };
      const run = () => (usesDatabase ? runCall(userId, answer) : answer());
      const response = await (isLarge ? runLargeCall(userId, run) : run());
      const id = response.ok && findIgnoredShare ? response.headers.get("X-Generation-Id") : null;
      const share = id && (await findIgnoredShare?.(id).catch(() => null));
      if (share) response.headers.set("X-Prompt-Ignored", share);
      if (received.pictures() !== null) {
        const { nameSource } = await import("./store-pictures.ts");
        await nameSource(response.headers, userId);
      }
      if (pictureFormats && response.status === 200) {
        return await (await pictures()).answerPicture(response, userId);
      }
      return withoutKnown(request, response);
    } catch (thrown) {
      const error = await explainFailure(thrown, caller);
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
  return handler;
}

const pictures = () => import("./picture-response.ts");

/** As `acceptedFormats`, loaded when needed: most calls want JSON. */
async function formatsOf(request: Request, usual: ResultFormat): Promise<ResultFormat[] | null> {
  const accept = request.headers.get("accept")?.trim() || "*/*";
  if (accept === "*/*" || accept === "application/json") return null;
  return (await pictures()).acceptedFormats(accept, usual);
}

/** The caller as an actor of the audit log. */
function actorOf({ userId, apiKeyId }: AuthenticatedCaller): Actor {
  return apiKeyId === null ? { type: "user", id: userId } : { type: "key", id: apiKeyId };
}

function checkCaller(operation: Operation, caller: AuthenticatedCaller): void {
  const { scopes, account } = caller;
  requireWithinRate(caller);
  const { scope } = operation;
  if (scope !== null && !scopes.includes(scope)) throw missingScope(scope);
  if (operation.needsSubscription && !account.isActive) {
    throw refusal(because(whyInactive(account)));
  }
}

export function requireWithinRate({ rateLimit }: AuthenticatedCaller): void {
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

function whyInactive({ status, hadTrial, stripeSubscriptionId }: AuthenticatedCaller["account"]) {
  if (status === "past_due") return "payment_due";
  return hadTrial && stripeSubscriptionId === null ? "trial_over" : "plan_canceled";
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
