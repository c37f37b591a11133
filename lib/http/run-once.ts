import { errorBody } from "../contract/error-schemas.ts";
import { maxKeyLength } from "../contract/limits.ts";
import { isForSeveral, type Operation } from "../contract/operation.ts";
import { ApiError, refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import {
  claimAgain,
  claimKey,
  generationOf,
  hashRequest,
  type IdempotencyClaim,
  leaveKey,
  releaseKey,
  storeResponse,
} from "./idempotency.ts";
import { errorResponse, reportFailure } from "./response.ts";
import { resultResponse } from "./result-response.ts";

/** Headers that are stored with a response and sent again on replays. */
const replayedHeaders = ["X-Generation-Id", "X-Credits-Charged"];

/** The claim of a request's Idempotency-Key; null without one. Throws ApiError invalid_params for an unusable key. */
export function claimOf(request: Request, userId: string): IdempotencyClaim | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  if (key.length === 0 || key.length > maxKeyLength) {
    const message = `Idempotency-Key must have 1 to ${maxKeyLength} characters`;
    throw new ApiError("invalid_params", message, { issues: [{ path: "Idempotency-Key", message }] });
  }
  return { userId, key };
}

/** Runs the work of a key at most once; later requests get the first response. Refused requests are not stored. */
export async function runOnce({
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
  const hash = hashRequest(operation.id, given);
  const store = async (response: Response, workId: string | null = null) => {
    const names = replayedHeaders.filter((name) => headers.has(name));
    const stored = {
      status: response.status,
      body: await response.clone().json(),
      headers: Object.fromEntries(names.map((name) => [name, headers.get(name) ?? ""])),
    };
    await storeResponse(claim, stored, workId);
  };
  let claimed = await claimKey(claim, operation.id, hash);
  if (claimed !== "claimed" && "resumedId" in claimed) {
    headers.set("Idempotency-Replayed", "true");
    const { resumedId } = claimed;
    const resumed = await run(resumedId);
    if (resumed.status === 200 && isForSeveral(given)) await store(resumed, resumedId);
    if (respondAsync) return resumed;
    // The work has finished meanwhile: every request returns the response that it stored.
    claimed = await claimAgain(claim, operation.id, hash);
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
    if (claimed.status < 300) return resultResponse(operation, claimed.body, headers);
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
  else if (!response.ok || operation.idempotency === "stored by the wrapper" || isForSeveral(given))
    await store(response);
  return response;
}
