import { refundCharges } from "../../credits/resolve.ts";
import { sql } from "../../db/index.ts";
import { inPortions } from "../../db/portions.ts";
import { openStatuses } from "../../db/work-status.ts";
import { log } from "../../platform/log.ts";
import { emitEnds } from "../notify/emit.ts";

/** Limits each statement's duration: after a long outage, very much work may have expired. */
const refundedAtOnce = 500;

/**
 * Refunds expired work that was not completed. Safe to run concurrently and repeatedly, because a charge is resolved
 * at most once. Returns how many were refunded.
 */
export async function refundExpired(): Promise<number> {
  return await inPortions(refundSome, refundedAtOnce);
}

async function refundSome(atMost: number): Promise<number> {
  const refunded = await refundCharges(sql`expires_at < now()`, {
    status: "failed",
    from: openStatuses,
    atMost,
    errorCode: "generation_failed",
    errorMessage: "The image was not made in time.",
  });
  if (refunded.length > 0) log.warn({ refunded: refunded.length }, "refunded work whose time was over");
  // The job would emit this too, but the work may no longer have a job.
  await emitEnds(refunded);
  return refunded.length;
}
