import { processIsListed } from "../db/heartbeat.ts";
import { db, sql } from "../db/index.ts";
import { deleteInPortions } from "../db/portions.ts";
import { bootId, isRunning } from "../platform/process.ts";
import { claimName } from "./idempotency.ts";

/** Releases the keys of requests that ended without a response, so that retries can run, and deletes expired keys. */
export async function freeLostKeys(): Promise<void> {
  const open = await db().$queryRaw<{ userId: string; key: string; lockedUntil: Date }[]>(sql`
    SELECT user_id AS "userId", key, locked_until AS "lockedUntil" FROM idempotency_key
    WHERE state = 'running' AND work_id IS NULL AND boot_id = ${bootId()}`);
  for (const { userId, key, lockedUntil } of open) {
    if (isRunning(claimName({ userId, key }))) continue;
    await db().$executeRaw(sql`
      DELETE FROM idempotency_key
      WHERE user_id = ${userId} AND key = ${key} AND state = 'running' AND boot_id = ${bootId()}
        AND locked_until = ${lockedUntil}`);
  }
  // Two statements, because each condition has its own index.
  await deleteInPortions("idempotency_key", sql`t.expires_at < now()`);
  await deleteInPortions(
    "idempotency_key",
    sql`t.state = 'running' AND t.work_id IS NULL
        AND (t.locked_until < now() OR NOT EXISTS (${processIsListed(sql`t.boot_id`)}))`,
  );
}

/** Releases all keys that this process holds, when it shuts down and no longer answers their requests. */
export async function freeOwnKeys(): Promise<void> {
  await db().idempotencyKey.deleteMany({ where: { state: "running", workId: null, bootId: bootId() } });
}
