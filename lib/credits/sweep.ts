import { db, sql } from "../db/index.ts";
import { log } from "../log.ts";
import { bootId, instanceName } from "../process.ts";
import { refundCharge } from "./charge.ts";

/** A process that has not been heard of for this long is dead. */
const silenceMs = 45_000;

/** Says that this process is alive; the first call also takes the place of its dead predecessor. */
export async function beat(): Promise<void> {
  await db().$executeRaw(sql`
    WITH replaced AS (
      DELETE FROM app_process WHERE instance = ${instanceName()} AND boot_id <> ${bootId()}
    ), forgotten AS (
      DELETE FROM app_process WHERE heartbeat_at < now() - interval '1 day' AND boot_id <> ${bootId()}
    )
    INSERT INTO app_process (boot_id, instance) VALUES (${bootId()}, ${instanceName()})
    ON CONFLICT (boot_id) DO UPDATE SET heartbeat_at = now()`);
}

/**
 * Refunds every charge whose work can no longer finish: its process is gone, or its time is over. Safe to run
 * anywhere, any number of times: a charge is resolved at most once. Returns how many were refunded.
 */
export async function refundAbandoned(): Promise<number> {
  const abandoned = await db().$queryRaw<{ id: string }[]>(sql`
    SELECT g.id FROM generation g
    WHERE g.status = 'pending' AND (g.expires_at < now() OR NOT EXISTS (${aliveProcess("g")}))`);
  let refunded = 0;
  for (const { id } of abandoned) {
    if (await refundCharge(id, "generation_failed")) refunded += 1;
  }
  await db().$executeRaw(sql`
    DELETE FROM idempotency_key k
    WHERE k.expires_at < now()
       OR (k.state = 'running' AND (k.locked_until < now() OR NOT EXISTS (${aliveProcess("k")})))`);
  if (refunded > 0) log.warn({ refunded }, "refunded charges of work that was lost");
  return refunded;
}

function aliveProcess(owner: "g" | "k") {
  const ownerBootId = owner === "g" ? sql`g.boot_id` : sql`k.boot_id`;
  return sql`
    SELECT FROM app_process p
    WHERE p.boot_id = ${ownerBootId} AND p.heartbeat_at > now() - ${silenceMs}::int * interval '1 millisecond'`;
}
