import { setTimeout as delay } from "node:timers/promises";
import { refundCharges } from "../../credits/resolve.ts";
import { sql } from "../../db/index.ts";
import { isUnavailable } from "../../db/unavailable.ts";
import { openStatuses } from "../../db/work-status.ts";
import { log } from "../../platform/log.ts";

const retryEveryMs = 250;
/** Longer than a statement in progress may still take after the database answers again. */
const certainAfterMs = 10_000;

const beingWithdrawn = new Set<string>();

/**
 * Refunds work whose charge the database did not confirm: its response reported that nothing was charged, and its
 * caller has no idempotency key to repeat it. Retries until the charge is refunded or certainly does not exist.
 */
export function withdraw(id: string): void {
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
