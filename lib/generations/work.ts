import { setTimeout as delay } from "node:timers/promises";
import { chargeCredits, refundCharge, settleCharge, type Work } from "../credits/charge.ts";
import { db } from "../db/index.ts";
import { databaseAway, isUnavailable } from "../db/unavailable.ts";
import { imageHost } from "../images/index.ts";
import { untilAborted } from "../platform/concurrency.ts";
import { ApiError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { log } from "../platform/log.ts";
import { beginWork, endWork } from "../platform/process.ts";
import { holdSource } from "../uploads/release.ts";
import { type ProgressReport, reportProgress } from "./progress.ts";

/** The whole call ends within 60 seconds: what is left after this goes to the refund and the answer. */
const workTimeoutMs = 54_000;
/** Until then a finished result waits for a database that is away; the last attempt takes five seconds at most. */
const settleTimeoutMs = 55_000;
const retryEveryMs = 250;
/** After this a charge that nobody resolved is refunded by the sweep. */
const chargeTimeoutMs = 75_000;

/** Who asks for paid work, and since when. */
export interface Requester {
  userId: string;
  apiKeyId: string | null;
  /** Under which the same request may come again; null without one. */
  idempotencyKey: string | null;
  startedAtMs: number;
}

/** What paid work made and cost. */
export interface WorkResult {
  generationId: string;
  resultUrl: string;
  creditsUsed: number;
  creditsRemaining: { monthly: number; topup: number; total: number };
}

export interface WorkOutcome {
  url: string;
  /** Null when the result is no asset of its own. */
  publicId: string | null;
  /** Removes the result again, when its charge turned out to be refunded already. */
  discard?: () => Promise<void>;
}

/** A piece of work, its price, and how it is made. */
export interface PaidWork extends Omit<Work, "id" | "userId" | "apiKeyId" | "timeoutMs" | "sourcePublicId"> {
  cost: number;
  make: (signal: AbortSignal, report: ProgressReport["at"]) => Promise<WorkOutcome>;
}

/**
 * Does paid work: charge, work, then keep or refund, whichever way it ends. Throws ApiError insufficient_credits
 * and overloaded (nothing more can be stored) before any work, generation_failed when the work fails or runs out of
 * time. What the database could not be told is refunded by the sweep, which knows what runs.
 */
export async function doPaidWork(work: PaidWork, by: Requester): Promise<WorkResult> {
  const id = newId("gen");
  beginWork(id);
  try {
    const paid = { id, work, by };
    const sourcePublicId = await charge(paid);
    const outcome = await make(paid, sourcePublicId);
    return await settle(paid, outcome);
  } finally {
    endWork(id);
  }
}

function insufficientCredits(cost: number): ApiError {
  return new ApiError("insufficient_credits", `This costs ${cost} credits, more than the balance holds.`);
}

/**
 * Turns work away before it is paid for, by what `admit` throws. Credits come first in the order of checks: who could
 * not pay is told that, however much is waiting.
 */
export async function refuseBeforeCharge(userId: string, cost: number, admit: () => void): Promise<void> {
  try {
    admit();
  } catch (error) {
    const balance = await db().balance.findUnique({ where: { userId } });
    if (balance && balance.monthly + balance.topup < cost) throw insufficientCredits(cost);
    throw error;
  }
}

interface Paid {
  /** Of the generation. */
  id: string;
  work: PaidWork;
  by: Requester;
}

/** Takes the credits and opens the generation. Returns the picture of the image host that the result stands on. */
async function charge({ id, work, by }: Paid): Promise<string | null> {
  const host = imageHost();
  await host.requireRoom();
  const sourcePublicId = host.parse(work.imageUrl)?.publicId ?? null;
  const { cost, make: _, ...described } = work;
  const { userId, apiKeyId } = by;
  const row = { ...described, sourcePublicId, id, userId, apiKeyId, timeoutMs: chargeTimeoutMs };
  if (!(await chargeCredits(row, cost))) throw insufficientCredits(cost);
  return sourcePublicId;
}

/** Makes what was charged, in time. Whatever goes wrong is refunded before it is thrown. */
async function make({ id, work, by }: Paid, sourcePublicId: string | null): Promise<WorkOutcome> {
  const signal = AbortSignal.timeout(Math.max(0, by.startedAtMs + workTimeoutMs - Date.now()));
  const progress = reportProgress(by);
  try {
    if (sourcePublicId && work.operation === "remove_bg") await holdSource(sourcePublicId);
    return await untilAborted(work.make(signal, progress.at), signal);
  } catch (error) {
    await refundOrLeave(id);
    log.warn({ id, operation: work.operation, err: error }, "work failed and was refunded");
    throw failed(id, error);
  } finally {
    progress.end();
  }
}

async function settle({ id, work, by }: Paid, outcome: WorkOutcome): Promise<WorkResult> {
  const answer = { generationId: id, resultUrl: outcome.url, creditsUsed: work.cost };
  const retry = by.idempotencyKey === null ? undefined : { key: by.idempotencyKey, answer };
  const remaining = await untilAnswered(() => settleCharge(id, outcome, retry), id, by);
  if (!remaining) {
    await outcome.discard?.();
    throw failed(id, new Error(`${id} was finished after its charge had been refunded`));
  }
  const { monthly, topup } = remaining;
  return { ...answer, creditsRemaining: { monthly, topup, total: monthly + topup } };
}

/** A refund that the database cannot take now is left to the sweep, which finds the charge without its work. */
async function refundOrLeave(id: string): Promise<void> {
  await refundCharge(id, "generation_failed").catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
  });
}

/**
 * Asks again while the database is not available: the picture is made, and whether the statement was carried out is
 * known only once it answers. `statement` may be carried out more than once.
 */
async function untilAnswered<T>(statement: () => Promise<T>, id: string, by: Requester): Promise<T> {
  for (;;) {
    try {
      return await statement();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (Date.now() + retryEveryMs > by.startedAtMs + settleTimeoutMs) {
        throw new ApiError(
          "internal_error",
          "The picture was made, but the database did not confirm it: look for it among your generations before trying again.",
          { generationId: id, cause: error },
        );
      }
      await delay(retryEveryMs);
    }
  }
}

/**
 * What the caller is told of work that failed. A queue that filled up after the admission is told as it is: nothing
 * was done, and the caller may simply come back. Else only what the picture itself lacks is told; by name, for the
 * error may come from the host's port.
 */
function failed(generationId: string, cause: unknown): ApiError {
  if (isUnavailable(cause)) return databaseAway({ generationId, cause });
  if (cause instanceof ApiError && cause.code === "overloaded") {
    const { message, retryAfterSeconds } = cause;
    return new ApiError("overloaded", message, { retryAfterSeconds, generationId, cause });
  }
  const isPicture = cause instanceof Error && cause.name === "NothingFoundError";
  const message = isPicture ? cause.message : "The image could not be made.";
  return new ApiError("generation_failed", message, { generationId, cause });
}
