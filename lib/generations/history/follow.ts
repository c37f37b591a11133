import { refundCharges } from "../../credits/resolve.ts";
import type { GenerationStatus } from "../../db/generated/enums.ts";
import { sql } from "../../db/index.ts";
import { isOpen } from "../../db/work-status.ts";
import { refusal } from "../../platform/errors.ts";
import { onDraining } from "../../platform/process.ts";
import { because, type Reason } from "../../platform/reasons.ts";
import { emitEnds } from "../notify/emit.ts";
import { expectOutcome } from "../notify/outcome.ts";
import { getGeneration } from "./history.ts";

/** One generation of an account; returns when it has ended, when this process drains, or after `wait` seconds. */
export async function followGeneration({ id, wait }: { id: string; wait: number }, by: { userId: string }) {
  if (wait === 0) return getGeneration({ id }, by);
  const expected = expectOutcome(id);
  const { promise: draining, resolve } = Promise.withResolvers<void>();
  const stopWaiting = onDraining(resolve);
  try {
    const found = await getGeneration({ id }, by);
    if (!isOpen(found.status)) return found;
    await Promise.race([expected.until(Date.now() + wait * 1000), draining]);
  } finally {
    stopWaiting();
    expected.forget();
  }
  return getGeneration({ id }, by);
}

/** Cancels and refunds queued work. */
export async function cancelGeneration({ id }: { id: string }, by: { userId: string }) {
  const which = sql`id = ${id} AND user_id = ${by.userId} AND deleted_at IS NULL`;
  const canceled = await refundCharges(which, { status: "canceled", from: ["queued"] });
  // It may have been the last open item of its batch.
  await emitEnds(canceled);
  const found = await getGeneration({ id }, by);
  if (canceled.length > 0) return found;
  throw refusal(whyNotCancelable(found));
}

function whyNotCancelable({ id, status }: { id: string; status: GenerationStatus }): Reason {
  if (status === "succeeded") return because("work_succeeded_before", { id });
  if (status === "failed") return because("work_failed_before");
  return because(status === "canceled" ? "work_canceled_before" : "work_running");
}
