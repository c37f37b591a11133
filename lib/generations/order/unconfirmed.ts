import { setTimeout as delay } from "node:timers/promises";
import type { Caller } from "../../accounts/caller.ts";
import type { Order } from "../../credits/order.ts";
import { refundCharges } from "../../credits/resolve.ts";
import { sql } from "../../db/index.ts";
import {
  retryAfterSeconds as databaseRetryAfterSeconds,
  isUnavailable,
  mayHaveHappened,
} from "../../db/unavailable.ts";
import { openStatuses } from "../../db/work-status.ts";
import { type ApiError, refusal } from "../../platform/errors.ts";
import { log } from "../../platform/log.ts";
import { because } from "../../platform/reasons.ts";
import { dropSource } from "../run/sources.ts";
import { submitTogether, type Together } from "./submit.ts";

/** Submits the work of a call; if the database does not confirm it, throws that its charge is unconfirmed. */
export async function submitOrWithdraw(
  ids: readonly string[],
  by: Caller,
  together: Together,
): Promise<Order[]> {
  try {
    const work = await submitTogether(together);
    if (work !== null) return work;
    throw refusal(because("remakes_changing"), { retryAfterSeconds: 1 });
  } catch (error) {
    for (const id of ids) await dropSource(id);
    if (!isUnavailable(error)) throw error;
    const [unconfirmed] = ids.map((id) => withdrawUnconfirmed(id, by, error));
    throw mayHaveHappened(error) ? unconfirmed : error;
  }
}

/**
 * The error for a call that cannot know whether its work is charged. With an idempotency key a repeated call finds
 * its work; other work is withdrawn and named, as it may have been finished before.
 */
export function withdrawUnconfirmed(id: string, { idempotencyKey }: Caller, cause: unknown): ApiError {
  const options = {
    retryAfterSeconds: databaseRetryAfterSeconds,
    generationId: id,
    isUnconfirmed: true,
    cause,
  };
  if (idempotencyKey !== null) return refusal(because("keyed_charge_unconfirmed"), options);
  withdraw(id);
  return refusal(because("charge_unconfirmed", { id }), options);
}

/** Returns the state of work that was just charged; if it cannot be read, throws that the charge is unconfirmed. */
export async function orUnconfirmed<T>(id: string, by: Caller, reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    throw isUnavailable(error) ? withdrawUnconfirmed(id, by, error) : error;
  });
}

const retryEveryMs = 250;
/** Longer than a statement in progress may still take after the database answers again. */
const certainAfterMs = 10_000;

const beingWithdrawn = new Set<string>();

/**
 * Refunds work whose charge the database did not confirm: its response reported that nothing was charged, and its
 * caller has no idempotency key to repeat it. Retries until the charge is refunded or certainly does not exist.
 */
function withdraw(id: string): void {
  beingWithdrawn.add(id);
  void refundOnceKnown(id)
    .catch((error: unknown) => log.error({ id, err: error }, "unconfirmed work could not be withdrawn"))
    .finally(() => beingWithdrawn.delete(id));
}

/** Whether this process is withdrawing the work: its own workers must skip it. */
export function isBeingWithdrawn(id: string): boolean {
  return beingWithdrawn.has(id);
}

async function refundOnceKnown(id: string): Promise<void> {
  let answeredAtMs: number | null = null;
  while (answeredAtMs === null || performance.now() - answeredAtMs < certainAfterMs) {
    try {
      const refunded = await refundCharges(sql`id = ${id}`, {
        status: "failed",
        from: openStatuses,
        errorCode: "overloaded",
        errorMessage: "The database did not answer when this was ordered.",
      });
      if (refunded.length > 0) return;
      answeredAtMs ??= performance.now();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      answeredAtMs = null;
    }
    await delay(retryEveryMs, undefined, { ref: false });
  }
}
