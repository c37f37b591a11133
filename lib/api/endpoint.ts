import type { z } from "zod";
import { isUnavailable } from "../db/unavailable.ts";
import { ApiError } from "../errors.ts";
import { BodyError } from "../http/body.ts";
import { noteInLog } from "../http/request-context.ts";
import { log } from "../log.ts";
import { type Caller, type Profile, requireCaller } from "./caller.ts";
import type { Operation } from "./contract.ts";
import {
  claimKey,
  endClaim,
  hashRequest,
  type IdempotencyClaim,
  releaseKey,
  storeResponse,
} from "./idempotency.ts";
import { readInput } from "./input.ts";
import { maxKeyLength } from "./limits.ts";
import { setRateLimitHeaders } from "./rate-limit.ts";
import { baseHeaders, errorResponse } from "./response.ts";
import { errorBody } from "./schemas.ts";

/** What a use case gets: a known caller with an active subscription where needed, and checked input. */
export interface Call<Input> {
  caller: Caller & { profile: Profile };
  input: Input;
  /** Values of `{name}` parts of the path. */
  params: Awaited<RouteContext["params"]>;
  /** Headers to add to the answer. */
  headers: Headers;
  requestId: string;
  startedAtMs: number;
  idempotency: IdempotencyClaim | null;
}

export type UseCase<Input, Output> = (call: Call<Input>) => Promise<Output>;

type InputOf<O extends Operation> = O["input"] extends { schema: infer S extends z.ZodType }
  ? z.output<S>
  : O["input"] extends { from: "file" }
    ? Uint8Array
    : undefined;

export type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };
export type Handler = (request: Request, context?: RouteContext) => Promise<Response>;

/** Header names that a stored answer keeps for its replays. */
const replayedHeaders = ["X-Generation-Id", "X-Credits-Charged"];
const workingStatuses = ["active", "trialing"];

/**
 * Turns a use case into the handler of an operation. One order for all: key, rate limit, subscription,
 * parameters, then the use case (credits, work).
 */
export function endpoint<O extends Operation>(
  operation: O,
  perform: UseCase<InputOf<O>, z.output<O["output"]>>,
): Handler {
  return async (request, context) => {
    const headers = baseHeaders(request);
    const requestId = headers.get("X-Request-Id") ?? "";
    const startedAtMs = Date.now();
    noteInLog({ route: `${operation.method} ${operation.path}` });
    try {
      const caller = await requireCaller(request, operation.missingKeyCode);
      noteInLog({ caller: caller.userId });
      setRateLimitHeaders(headers, caller.rateLimit);
      const profile = checkCaller(operation, caller);
      const input = (await readInput(operation, request)) as InputOf<O>;
      const params = (await context?.params) ?? {};
      const call = { caller: { ...caller, profile }, input, params, headers, requestId, startedAtMs };
      const body = (data: unknown) => Response.json(operation.output.parse(data), { headers });
      const claim = operation.idempotency ? claimOf(request, caller.userId) : null;
      if (!claim) return body(await perform({ ...call, idempotency: null }));
      return await once(operation, claim, input, headers, requestId, async () =>
        body(await perform({ ...call, idempotency: claim })),
      ).finally(() => endClaim(claim));
    } catch (error) {
      report(operation.id, requestId, error);
      return errorResponse(error, headers);
    } finally {
      const credits = headers.get("X-Credits-Charged");
      if (credits !== null) noteInLog({ credits: Number(credits) });
    }
  };
}

function checkCaller(operation: Operation, caller: Caller): Profile {
  const { rateLimit, profile } = caller;
  if (!rateLimit.allowed) {
    throw new ApiError("rate_limited", `More than ${rateLimit.limit} requests in a minute.`, {
      headers: { "Retry-After": String(rateLimit.resetSeconds) },
    });
  }
  if (!profile) throw new Error(`The account of user ${caller.userId} has no subscription or balance row`);
  if (operation.needsSubscription && !workingStatuses.includes(profile.status)) {
    throw new ApiError("no_active_subscription", `The subscription is ${profile.status}.`);
  }
  return profile;
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

/** Runs the work of a key at most once; later requests get the first answer. Refused requests are not stored. */
async function once(
  operation: Operation,
  claim: IdempotencyClaim,
  input: unknown,
  headers: Headers,
  requestId: string,
  run: () => Promise<Response>,
): Promise<Response> {
  const claimed = await claimKey(claim, operation.id, hashRequest(operation.id, input));
  if (claimed !== "claimed") {
    for (const [name, value] of Object.entries(claimed.headers)) headers.set(name, value);
    headers.set("Idempotency-Replayed", "true");
    const succeeded = claimed.status < 300;
    // The database keeps fields in an order of its own: the schemas give the first answer's back.
    const body = (succeeded ? operation.output : errorBody).parse(claimed.body);
    return Response.json(body, { status: claimed.status, headers });
  }
  let response: Response;
  try {
    response = await run();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "generation_failed") {
      await releaseKey(claim);
      throw error;
    }
    report(operation.id, requestId, error);
    response = errorResponse(error, headers);
  }
  if (!response.ok || operation.idempotency === "stored by the wrapper") {
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

function report(operation: string, requestId: string, error: unknown): void {
  if (isUnavailable(error)) log.warn({ operation, requestId, err: error.message }, "request not served");
  else if (!(error instanceof ApiError || error instanceof BodyError))
    log.error({ operation, requestId, err: error }, "request failed");
  else if (error instanceof ApiError && error.status >= 500)
    log.warn({ operation, requestId, code: error.code, err: error.cause }, error.message);
}
