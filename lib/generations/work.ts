import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import type { Call } from "../api/endpoint.ts";
import type { workResult } from "../api/schemas.ts";
import { chargeCredits, refundCharge, settleCharge, type Work } from "../credits/charge.ts";
import { db } from "../db/index.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { ApiError } from "../errors.ts";
import { newId } from "../ids.ts";
import { imageHost } from "../images/index.ts";
import { log } from "../log.ts";
import { beginWork, endWork } from "../process.ts";
import { holdSource } from "../uploads/release.ts";
import { type ProgressReport, reportProgress } from "./progress.ts";

/** The whole call ends within 60 seconds: what is left after this goes to the refund and the answer. */
const workTimeoutMs = 54_000;
/** Until then a finished result waits for a database that is away; the last attempt takes five seconds at most. */
const settleTimeoutMs = 55_000;
const askAgainMs = 250;
/** After this a charge that nobody resolved is refunded by the sweep. */
const chargeTimeoutMs = 75_000;

export interface WorkOutcome {
  url: string;
  /** Null when the result is no asset of its own. */
  publicId: string | null;
  /** Removes the result again, when its charge turned out to be refunded already. */
  discard?: () => Promise<void>;
}

type WorkInput = Omit<Work, "id" | "userId" | "apiKeyId" | "timeoutMs" | "sourcePublicId">;

/**
 * Does paid work: charge, work, then keep or refund, whichever way it ends. Throws ApiError insufficient_credits
 * and overloaded (nothing more can be stored) before any work, generation_failed when the work fails or runs out of
 * time. What the database could not be told is refunded by the sweep, which knows what runs.
 */
export async function doPaidWork(
  call: Call<unknown>,
  work: WorkInput,
  cost: number,
  run: (signal: AbortSignal, at: ProgressReport["at"]) => Promise<WorkOutcome>,
): Promise<z.output<typeof workResult>> {
  const id = newId("gen");
  beginWork(id);
  try {
    return await doWork({ id, call, work, cost, run });
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
export async function refuseAtTheDoor(userId: string, cost: number, admit: () => void): Promise<void> {
  try {
    admit();
  } catch (error) {
    const balance = await db().balance.findUnique({ where: { userId } });
    if (balance && balance.monthly + balance.topup < cost) throw insufficientCredits(cost);
    throw error;
  }
}

async function doWork({
  id,
  call,
  work,
  cost,
  run,
}: {
  id: string;
  call: Call<unknown>;
  work: WorkInput;
  cost: number;
  run: (signal: AbortSignal, at: ProgressReport["at"]) => Promise<WorkOutcome>;
}): Promise<z.output<typeof workResult>> {
  const { caller, headers, idempotency, startedAtMs } = call;
  const host = imageHost();
  await host.requireRoom();
  const sourcePublicId = host.parse(work.imageUrl)?.publicId ?? null;
  const charged = await chargeCredits(
    {
      ...work,
      sourcePublicId,
      id,
      userId: caller.userId,
      apiKeyId: caller.apiKeyId,
      timeoutMs: chargeTimeoutMs,
    },
    cost,
  );
  if (!charged) throw insufficientCredits(cost);
  headers.set("X-Generation-Id", id);
  headers.set("X-Credits-Charged", "0");

  const timeLeftMs = Math.max(0, startedAtMs + workTimeoutMs - Date.now());
  const progress = reportProgress(idempotency);
  let outcome: WorkOutcome;
  try {
    const signal = AbortSignal.timeout(timeLeftMs);
    if (sourcePublicId && work.operation === "remove_bg") await holdSource(sourcePublicId);
    outcome = await withinTime(run(signal, progress.at), signal);
  } catch (error) {
    await refundOrLeave(id);
    log.warn({ id, operation: work.operation, err: error }, "work failed and was refunded");
    // A queue that filled up after the admission: nothing was done, and the caller may simply come back.
    if (isUnavailable(error) || (error instanceof ApiError && error.code === "overloaded")) throw error;
    throw failed(error);
  } finally {
    progress.end();
  }

  const answerHeaders = { "X-Generation-Id": id, "X-Credits-Charged": String(cost) };
  const known = { result_url: outcome.url, credits_used: cost };
  const answer = idempotency ? { key: idempotency.key, body: known, headers: answerHeaders } : undefined;
  const remaining = await untilAnswered(
    () => settleCharge(id, outcome, answer),
    startedAtMs + settleTimeoutMs,
  );
  if (!remaining) {
    await outcome.discard?.();
    throw failed(new Error(`${id} was finished after its charge had been refunded`));
  }
  headers.set("X-Credits-Charged", String(cost));
  const { monthly, topup } = remaining;
  return { ...known, credits_remaining: { monthly, topup, total: monthly + topup } };
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
async function untilAnswered<T>(statement: () => Promise<T>, giveUpAtMs: number): Promise<T> {
  for (;;) {
    try {
      return await statement();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      if (Date.now() + askAgainMs > giveUpAtMs) {
        throw new ApiError(
          "internal_error",
          "The picture was made, but the database did not confirm it: look for it among your generations before trying again.",
          { cause: error },
        );
      }
      await delay(askAgainMs);
    }
  }
}

/** Only what the picture itself lacks is told to the caller; by name, for the error may come from the host's port. */
function failed(cause: unknown): ApiError {
  const isPicture = cause instanceof Error && cause.name === "NothingFoundError";
  return new ApiError("generation_failed", isPicture ? cause.message : "The image could not be made.", {
    cause,
  });
}

/** Rejects when time is over even if the work does not listen to its signal. */
function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
    work.then(resolve, reject);
  });
}
