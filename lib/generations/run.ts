import { setTimeout as delay } from "node:timers/promises";
import { refundCharge, settleCharge } from "../credits/resolve.ts";
import type { Generation } from "../db/generated/client.ts";
import { db, sql } from "../db/index.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { openStatuses } from "../db/work-status.ts";
import { untilAborted } from "../platform/concurrency.ts";
import { log } from "../platform/log.ts";
import { isAbandoned } from "./abandoned.ts";
import { describeFailure, isPassing, wordsOf } from "./failure.ts";
import type { MadeResult } from "./kind.ts";
import { takeSource } from "./sources.ts";
import { reportStage } from "./stage.ts";
import { kindOf } from "./submit.ts";
import { tellOfEnd } from "./tell.ts";

/** One attempt takes no longer than this, whoever waits for it. */
export const attemptTimeoutMs = 100_000;
/** What a waiting call has left after this goes to the refund and the answer. */
const settleReserveMs = 2_000;
/** Work that has less left is not begun, and its caller hears `overloaded`: it would fail, and cost the next its turn. */
const leastWorkMs = 1_500;
const retryEveryMs = 250;

export interface Attempt {
  /** Of the generation. */
  id: string;
  /** Another attempt follows if this one fails. */
  hasMore: boolean;
  /** Aborted when the job is not this worker's any more. */
  signal: AbortSignal;
}

/** Work that was refunded, for a reason that is not the picture's: something for the operator to see. */
export class FailedForGood extends Error {
  override readonly name = "FailedForGood";
}

/**
 * Runs a job of paid work to its end: load, make, store, then keep or refund the charge. Work that ended meanwhile
 * (canceled, refunded, made by another worker) is left as it is. Throws FailedForGood, and what is worth another
 * attempt: the queue gives the job to the next worker.
 */
export async function runWork({ id, hasMore, signal }: Attempt): Promise<Generation | null> {
  if (isAbandoned(id)) return null;
  const work = await untilAnswered(() => begin(id), signal);
  if (!work) {
    // It ended while nobody could tell of it: its worker died, or its caller gave it up.
    await tellOfEnd(id);
    return null;
  }
  const deadlineAtMs = Math.min(work.expiresAt.getTime() - settleReserveMs, Date.now() + attemptTimeoutMs);
  const inTime = AbortSignal.timeout(Math.max(0, deadlineAtMs - Date.now()));
  const stage = reportStage(work);
  let making: Promise<MadeResult> | null = null;
  let made: MadeResult;
  try {
    making = kindOf[work.operation].make(work, {
      source: takeSource(id),
      deadlineAtMs,
      signal: AbortSignal.any([signal, inTime]),
      report: stage.at,
    });
    made = await untilAborted(making, AbortSignal.any([signal, inTime]));
  } catch (error) {
    // What was aborted may come all the same.
    making?.then((late) => late.discard?.()).catch(() => undefined);
    const isWorthAnother = signal.aborted || (hasMore && !inTime.aborted && isPassing(error));
    log.warn({ id, operation: work.operation, retried: isWorthAnother, err: error }, "work failed");
    if (isWorthAnother) {
      // The queue can be told only by a database that answers; else the job would count as a dead worker's.
      if (isUnavailable(error)) await untilAnswered(() => db().$executeRaw(sql`SELECT 1`), signal);
      throw error;
    }
    const { code, message, fix, isOwners } = describeFailure(error);
    await untilAnswered(() => refundCharge(id, code, { message, fix }), signal);
    await tellOfEnd(id);
    if (!isOwners) throw new FailedForGood(wordsOf(error));
    return work;
  } finally {
    await stage.end();
  }
  const settled = await untilAnswered(() => settleCharge(id, made), signal);
  if (!settled) await made.discard?.();
  else if (settled.isHeard) await tellOfEnd(id);
  return work;
}

/** Takes the work on, first or after a worker that died. Null when there is nothing to do any more, or no time for it. */
async function begin(id: string): Promise<Generation | null> {
  const soonest = new Date(Date.now() + settleReserveMs + leastWorkMs);
  const rows = await db().generation.updateManyAndReturn({
    where: { id, status: { in: [...openStatuses] }, expiresAt: { gt: soonest } },
    data: { status: "running", stage: "cutout", attempts: { increment: 1 }, startedAt: new Date() },
  });
  return rows[0] ?? null;
}

/** Asks again while the database is away, for as long as the job is this worker's; the statement may run twice. */
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
