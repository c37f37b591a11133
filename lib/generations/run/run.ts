import { setTimeout as delay } from "node:timers/promises";
import { NothingFoundError } from "#lib/images/picture.ts";
import { newAttempt, readAttempts, recordAttemptEnd } from "../../credits/attempts.ts";
import { completeCharge, refundCharge } from "../../credits/resolve.ts";
import type { Generation } from "../../db/generated/client.ts";
import { db } from "../../db/index.ts";
import { isUnavailable } from "../../db/unavailable.ts";
import { openStatuses } from "../../db/work-status.ts";
import { untilAborted } from "../../platform/concurrency.ts";
import { ApiError, refusal } from "../../platform/errors.ts";
import { log } from "../../platform/log.ts";
import { because } from "../../platform/reasons.ts";
import { runInSpan } from "../../platform/tracing.ts";
import type { MadeResult } from "../kinds/kind.ts";
import { cutoutMaker } from "../kinds/make-cutout.ts";
import { photoMaker } from "../kinds/make-photo.ts";
import { emitEnd } from "../notify/emit.ts";
import { testPictureOf } from "../order/test-picture.ts";
import { isBeingWithdrawn } from "../order/unconfirmed.ts";
import { describeFailure, retriesAfter, usualRetries, wordsOf } from "./failure.ts";
import { removeSource } from "./sources.ts";
import { reportStage } from "./stage.ts";
import { type AttemptWatch, watchAttempt } from "./watch-attempt.ts";

/** Time limit of one attempt, whether or not a caller waits for it. */
export const attemptTimeoutMs = 100_000;
/** A waiting call ends within a minute, so no caller waits for work with a longer lifetime. */
const awaitedLifetimeMs = 60_000;
/** The last part of a waiting call's time, reserved for the refund and the response. */
const completionReserveMs = 2_000;
/** Work with less time left is not begun and its caller gets `overloaded`: it would fail and delay the next work. */
const leastWorkMs = 1_500;
const retryEveryMs = 250;
/** The delay of the test picture `slow`. */
const slowPictureMs = 15_000;
const makers = { generate: photoMaker, remove_bg: cutoutMaker };

export interface Attempt {
  /** Id of the generation. */
  id: string;
  /** Attempts that the queue allows after this one. */
  retriesLeft: number;
  /** Attempts before this one. */
  retriesDone: number;
  /** Aborted when the job does not belong to this worker any more. */
  signal: AbortSignal;
}

/** Refunded work whose failure was not caused by its picture: the operator should see it. */
export class FailedForGood extends Error {
  override readonly name = "FailedForGood";
}

/**
 * Runs a job of paid work: load, make, store, then complete or refund the charge. Work that ended in the meantime
 * (canceled, refunded, made by another worker) is left unchanged. Throws FailedForGood, and errors worth a retry: the
 * queue then gives the job to the next worker.
 */
export async function runWork({ id, retriesLeft, retriesDone, signal }: Attempt): Promise<Generation | null> {
  if (isBeingWithdrawn(id)) return null;
  const work = await untilAnswered(() => begin(id), signal);
  if (!work) {
    // It ended without a notification: its worker died, or its caller gave up.
    await emitEnd(id);
    return null;
  }
  const watch = watchAttempt(work);
  return await runInSpan(watch.span, () =>
    make(work, watch, { id, retriesLeft, retriesDone, signal }),
  ).finally(() => watch.end("failed"));
}

async function make(
  work: Generation,
  watch: AttemptWatch,
  { id, retriesLeft, retriesDone, signal }: Attempt,
): Promise<Generation> {
  await endAfterLostAttempts(work, signal);
  const deadlineAtMs = Math.min(
    work.expiresAt.getTime() - completionReserveMs,
    Date.now() + attemptTimeoutMs,
  );
  const inTime = AbortSignal.timeout(Math.max(0, deadlineAtMs - Date.now()));
  const stage = reportStage(work);
  let making: Promise<MadeResult> | null = null;
  let made: MadeResult;
  try {
    await forceTestOutcome(work, AbortSignal.any([signal, inTime]));
    making = makers[work.operation].make(work, {
      source: removeSource(id),
      deadlineAtMs,
      signal: AbortSignal.any([signal, inTime]),
      report: (name) => {
        watch.enter(name);
        stage.at(name);
      },
    });
    made = await untilAborted(making, AbortSignal.any([signal, inTime]));
  } catch (error) {
    // Aborted work may still produce a result.
    making?.then((late) => late.discard?.()).catch(() => undefined);
    const isAwaited = work.expiresAt.getTime() - work.createdAt.getTime() <= awaitedLifetimeMs;
    const mayRetry = retriesLeft > 0 && retriesDone < retriesAfter(error, { isAwaited });
    const isWorthAnother = signal.aborted || (mayRetry && !inTime.aborted);
    log.warn({ id, operation: work.operation, retried: isWorthAnother, err: error }, "work failed");
    if (isWorthAnother) {
      // The queue is in the database: while that is unavailable, the job would count as that of a dead worker.
      const outcome = signal.aborted ? "stopped" : "failed";
      watch.end(signal.aborted ? "stopped" : "retried", wordsOf(error));
      await untilAnswered(() => recordAttemptEnd(work, { outcome, error: wordsOf(error) }), signal);
      throw error;
    }
    watch.end("failed", wordsOf(error));
    const { code, isOwners: isCallers, ...failure } = describeFailure(error);
    // A failure forced by a test picture is not the operator's fault.
    const isOwners = isCallers || testPictureOf(work) !== null;
    const attempt = { startedAt: work.startedAt, error: wordsOf(error) };
    const fault = isOwners ? "caller" : "service";
    const isRefunded = await untilAnswered(
      () => refundCharge(id, code, { ...failure, fault, attempt }),
      signal,
    );
    if (!isRefunded) await recordAttemptEnd(work, { outcome: "failed", error: attempt.error });
    await emitEnd(id);
    if (!isOwners) throw new FailedForGood(wordsOf(error));
    return work;
  } finally {
    await stage.end();
  }
  const completed = await untilAnswered(() => completeCharge(id, made, work.startedAt), signal);
  watch.end(completed ? "succeeded" : "discarded");
  if (!completed) {
    await made.discard?.();
    await recordAttemptEnd(work, {
      outcome: "failed",
      error: "the work had ended before this result was made",
    });
  }
  await emitEnd(id);
  return work;
}

/** Refunds work whose processes died or were stopped repeatedly: only an unavailable server is retried more often. */
async function endAfterLostAttempts(work: Generation, signal: AbortSignal): Promise<void> {
  const lost = readAttempts(work).filter(({ outcome }) => outcome === "unknown" || outcome === "stopped");
  if (lost.length <= usualRetries) return;
  const error = `${lost.length} processes died or were stopped while they made it`;
  const { code, message } = describeFailure(new Error(error));
  const attempt = { startedAt: work.startedAt, error };
  await untilAnswered(() => refundCharge(work.id, code, { message, fault: "service", attempt }), signal);
  await emitEnd(work.id);
  throw new FailedForGood(error);
}

/** Marks the work as running, at first or after a dead worker. Null when it has ended or has too little time left. */
async function begin(id: string): Promise<Generation | null> {
  const soonest = new Date(Date.now() + completionReserveMs + leastWorkMs);
  const startedAt = new Date();
  const rows = await db().generation.updateManyAndReturn({
    where: { id, status: { in: [...openStatuses] }, expiresAt: { gt: soonest } },
    data: {
      status: "running",
      stage: "cutout",
      attempts: { increment: 1 },
      startedAt,
      attemptLog: { push: newAttempt(startedAt) },
    },
  });
  return rows[0] ?? null;
}

/** Retries while the database is unavailable and the job belongs to this worker; the statement may run twice. */
async function untilAnswered<T>(statement: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await statement();
    } catch (error) {
      if (!isUnavailable(error) || signal.aborted) throw error;
      await delay(retryEveryMs);
    }
  }
}

/** Forces the outcome of a test picture: a delay, or the same failure as live work would have. */
async function forceTestOutcome(work: Generation, signal: AbortSignal): Promise<void> {
  const picture = testPictureOf(work);
  if (picture === "slow") await delay(slowPictureMs, undefined, { signal });
  if (picture === "no-product") throw new NothingFoundError();
  if (picture === "refused") throw refusal(because("model_refused"));
  if (picture === "failed") throw new ApiError("generation_failed", "The image could not be made.");
}
