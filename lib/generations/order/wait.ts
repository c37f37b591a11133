import type { Caller, WaitingCaller } from "../../accounts/caller.ts";
import { refundCharges, type WorkNotice } from "../../credits/resolve.ts";
import { sql } from "../../db/index.ts";
import { isUnavailable } from "../../db/unavailable.ts";
import { whileAway } from "../../platform/calls.ts";
import { ApiError } from "../../platform/errors.ts";
import { reasonOf } from "../../platform/reasons.ts";
import type { CheckedPictures } from "../kinds/kind.ts";
import { type ExpectedOutcome, findEnded } from "../notify/outcome.ts";
import { requireWorker, watchWorkers } from "../run/live-workers.ts";
import { withdrawUnconfirmed } from "./unconfirmed.ts";

/** The whole call ends within 60 seconds; the time left after this is for the refund and the response. */
export const workTimeoutMs = 54_000;
const retryAfterNotBegunSeconds = 5;
const notBegun = "Too many pictures are waiting to be made.";
export const notDone = "The image could not be made.";

/**
 * Returns the checked pictures; throws ApiError `overloaded` as soon as it is certain that no worker can make the
 * work.
 */
export async function requireWorkers(
  checking: Promise<CheckedPictures>,
  by: WaitingCaller,
): Promise<CheckedPictures> {
  try {
    const [checked] = await Promise.all([checking, whileAway(() => requireWorker(by.startedAtMs))]);
    return checked;
  } catch (error) {
    checking.then(({ source }) => source?.dispose()).catch(() => undefined);
    throw error;
  }
}

/** The outcome of the work; work that misses its deadline or loses its workers is refunded. */
export async function finish(id: string, expected: ExpectedOutcome, by: WaitingCaller): Promise<WorkNotice> {
  const outcome = await untilOrLost(expected, by);
  if (outcome instanceof ApiError) return await giveUp(id, by, outcome);
  return outcome ?? (await giveUp(id, by));
}

/** The outcome of the work, the error when no worker is left, or null after the timeout of the call. */
export async function untilOrLost(
  expected: ExpectedOutcome,
  by: WaitingCaller,
): Promise<WorkNotice | ApiError | null> {
  const over = new AbortController();
  try {
    const ends = () => [expected.until(by.startedAtMs + workTimeoutMs), watchWorkers(over.signal)] as const;
    return await whileAway(() => Promise.race(ends()));
  } finally {
    over.abort();
  }
}

/**
 * Ends the wait of a call: work that was not begun, or cannot be finished (`lost`), is refunded and reported as such;
 * work in progress is refunded too.
 */
async function giveUp(id: string, by: Caller, lost?: ApiError): Promise<WorkNotice> {
  const which = sql`id = ${id}`;
  const errorCode = "generation_failed";
  try {
    const errorMessage = lost?.message ?? notBegun;
    const from = lost ? (["queued", "running"] as const) : (["queued"] as const);
    const reason = lost ? reasonOf(lost) : null;
    const waiting = { status: "failed", from, errorCode, errorMessage, reason } as const;
    if ((await refundCharges(which, waiting)).length > 0) {
      throw new ApiError("overloaded", reason ?? errorMessage, {
        retryAfterSeconds: retryAfterNotBegunSeconds,
        generationId: id,
      });
    }
    const running = { status: "failed", from: ["running"], errorCode, errorMessage: notDone } as const;
    await refundCharges(which, running);
    const [ended] = await findEnded([id]);
    if (!ended) throw new Error(`${id} is neither open nor ended`);
    return ended;
  } catch (cause) {
    if (!isUnavailable(cause)) throw cause;
    throw withdrawUnconfirmed(id, by, cause);
  }
}
