import { dropDeadProcesses, processIsListed } from "../db/heartbeat.ts";
import { db, sql } from "../db/index.ts";
import { log } from "../platform/log.ts";
import { bootId, isRunning } from "../platform/process.ts";
import { refundCharge } from "./charge.ts";

/**
 * Refunds every charge whose work can no longer finish: its process is gone, or lost it, or its time is over. Safe
 * to run anywhere, any number of times: a charge is resolved at most once. Returns how many were refunded.
 */
export async function refundAbandoned(): Promise<number> {
  await dropDeadProcesses();
  const open = await db().$queryRaw<{ id: string; own: boolean }[]>(sql`
    SELECT g.id, g.boot_id = ${bootId()} AND g.expires_at >= now() AS own FROM generation g
    WHERE g.status = 'pending'
      AND (g.expires_at < now() OR g.boot_id = ${bootId()} OR NOT EXISTS (${processIsListed(sql`g.boot_id`)}))`);
  let refunded = 0;
  for (const { id, own } of open) {
    // Looked up now, not before the statement: work that began meanwhile is running.
    if (own && isRunning(id)) continue;
    if (await refundCharge(id, "generation_failed")) refunded += 1;
  }
  if (refunded > 0) log.warn({ refunded }, "refunded charges of work that was lost");
  return refunded;
}

/** The orderly end of this process: refunds what it still holds open. Nothing may be charged by it afterwards. */
export async function refundOwn(): Promise<number> {
  const open = await db().$queryRaw<{ id: string }[]>(sql`
    SELECT id FROM generation WHERE status = 'pending' AND boot_id = ${bootId()}`);
  let refunded = 0;
  for (const { id } of open) if (await refundCharge(id, "generation_failed")) refunded += 1;
  return refunded;
}
