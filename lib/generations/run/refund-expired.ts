import { refundCharges } from "../../credits/resolve.ts";
import { sql } from "../../db/index.ts";
import { inPortions } from "../../db/portions.ts";
import { openStatuses } from "../../db/work-status.ts";
import { log } from "../../platform/log.ts";
import { emitEnds } from "../notify/emit.ts";

/** After a long outage there may be very many: each statement ends in time. */
const refundedAtOnce = 500;

/**
 * Refunds what nobody waits for any more and nobody made: work whose time is over. Safe to run anywhere, any number
 * of times: a charge is resolved at most once. Returns how many were refunded.
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
  // Its job would notice this too, but it may have none any more.
  await emitEnds(refunded);
  return refunded.length;
}
