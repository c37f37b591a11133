import type { Caller, WaitingCaller } from "../../accounts/caller.ts";
import { refundCharges, type WorkNotice } from "../../credits/resolve.ts";
import type { GenerationStatus } from "../../db/generated/enums.ts";
import { sql } from "../../db/index.ts";
import { isUnavailable } from "../../db/unavailable.ts";
import { whileAway } from "../../platform/calls.ts";
import { ApiError, refusal } from "../../platform/errors.ts";
import { onDraining } from "../../platform/process.ts";
import { because, fixOf, type Reason, reasonOf, ruleOf } from "../../platform/reasons.ts";
import type { getGeneration } from "../history/history.ts";
import type { CheckedPictures } from "../kinds/kind.ts";
import { type ExpectedOutcome, findEnded } from "../notify/outcome.ts";
import { requireWorker, watchWorkers } from "../run/live-workers.ts";
import { withdrawUnconfirmed } from "./unconfirmed.ts";

/** The whole call ends within 60 seconds; the time left after this is for the refund and the response. */
export const workTimeoutMs = 54_000;
const retryAfterNotBegunSeconds = 5;
const notBegun = "Too many pictures are waiting to be made.";
const notDone = "The image could not be made.";

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
export async function giveUp(id: string, by: Caller, lost?: ApiError): Promise<WorkNotice> {
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

/** Workers still start the work until this time. */
export const aheadLimitMs = 46_000;

/** Result and cost of work. */
export interface WorkResult {
  generationId: string;
  resultUrl: string;
  creditsUsed: number;
  creditsRemaining: { monthly: number; topup: number; total: number };
  /** An earlier photo with the same bytes. */
  sameAs?: string | undefined;
  /** The photos of a call for several. */
  results?: PhotoOfCall[];
}

export interface PhotoOfCall {
  id: string;
  resultUrl: string | null;
  seed: number;
  status: GenerationStatus;
}

type Generation = Awaited<ReturnType<typeof getGeneration>>;

/** Work that was accepted and continues without its caller. */
export interface AcceptedWork {
  accepted: Generation & Pick<WorkResult, "results">;
}

/** The outcome of work that ends within the time that its caller prefers to wait; null for other work. */
export async function untilPreferred(
  expected: ExpectedOutcome,
  { waitSeconds = 0, startedAtMs }: WaitingCaller,
): Promise<WorkNotice | null> {
  const waitMs = Math.min(waitSeconds * 1000, workTimeoutMs);
  if (waitMs === 0) return null;
  const { promise: draining, resolve } = Promise.withResolvers<null>();
  const stopWaiting = onDraining(() => resolve(null));
  try {
    return await whileAway(() => Promise.race([expected.until(startedAtMs + waitMs), draining]));
  } finally {
    stopWaiting();
  }
}

/** Loaded when needed, as most calls wait for their work. */
export async function accept(id: string, by: WaitingCaller): Promise<AcceptedWork> {
  const history = await import("../history/history.ts");
  return { accepted: await history.getGeneration({ id }, by) };
}

export function inProgress(id: string, message?: string): ApiError {
  const reason = because("keyed_work_unfinished", { id });
  const options = { reason, retryAfterSeconds: 5, generationId: id };
  return new ApiError("idempotency_in_progress", message ?? reason, options);
}

/** The fixes of most reasons assume that nothing was charged, so the refund is stated first. */
function refundedFix(reason: Reason): string | undefined {
  if (ruleOf(reason).code === "generation_failed") return undefined;
  return `The credits were refunded. ${fixOf(reason) ?? ""}`.trim();
}

export function answer(ended: WorkNotice): WorkResult {
  const { id: generationId, resultUrl, creditsUsed, remaining, errorMessage, errorFix } = ended;
  if (ended.status === "succeeded" && resultUrl && creditsUsed !== undefined && remaining) {
    const { monthly, topup } = remaining;
    const creditsRemaining = { monthly, topup, total: monthly + topup };
    return { generationId, resultUrl, creditsUsed, creditsRemaining };
  }
  if (ended.status === "canceled") throw refusal(because("work_canceled"), { generationId });
  const reason = reasonOf(ended);
  throw new ApiError("generation_failed", errorMessage ?? notDone, {
    generationId,
    fix: errorFix ?? (reason ? refundedFix(reason) : undefined),
    reason,
  });
}
