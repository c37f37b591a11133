import { claimName } from "../api/idempotency.ts";
import { db, sql } from "../db/index.ts";
import { log } from "../log.ts";
import { forgetPresence, isGone, showPresence } from "../presence.ts";
import { bootId, isRunning } from "../process.ts";
import { refundCharge } from "./charge.ts";

/** A process that has not been heard of for this long is dead. */
const silenceMs = 45_000;
/** Own beats further apart than this: the database was away, and everybody was silent. */
const steadyBeatMs = 20_000;
let steadySinceMs: number | null = null;
let beatAtMs = 0;

/** Says that this process is alive. */
export async function beat(): Promise<void> {
  await db().$executeRaw(sql`
    WITH forgotten AS (
      DELETE FROM app_process WHERE heartbeat_at < now() - interval '1 day' AND boot_id <> ${bootId()}
    )
    INSERT INTO app_process (boot_id, instance) VALUES (${bootId()}, ${showPresence()})
    ON CONFLICT (boot_id) DO UPDATE SET heartbeat_at = now()`);
  const now = performance.now();
  if (steadySinceMs === null || now - beatAtMs > steadyBeatMs) steadySinceMs = now;
  beatAtMs = now;
}

/**
 * Refunds every charge whose work can no longer finish: its process is gone, or lost it, or its time is over. Safe
 * to run anywhere, any number of times: a charge is resolved at most once. Returns how many were refunded.
 */
export async function refundAbandoned(): Promise<number> {
  await dropDeadProcesses();
  const open = await db().$queryRaw<{ id: string; own: boolean }[]>(sql`
    SELECT g.id, g.boot_id = ${bootId()} AND g.expires_at >= now() AS own FROM generation g
    WHERE g.status = 'pending'
      AND (g.expires_at < now() OR g.boot_id = ${bootId()} OR NOT EXISTS (${knownProcess("g")}))`);
  let refunded = 0;
  for (const { id, own } of open) {
    // Looked up now, not before the statement: work that began meanwhile is running.
    if (own && isRunning(id)) continue;
    if (await refundCharge(id, "generation_failed")) refunded += 1;
  }
  await freeLostKeys();
  if (refunded > 0) log.warn({ refunded }, "refunded charges of work that was lost");
  return refunded;
}

/**
 * The orderly end of this process: gives back what it still holds open and takes it off the list, so that nobody
 * need wait for it. Nothing may be charged by it afterwards.
 */
export async function handBack(): Promise<number> {
  const open = await db().$queryRaw<{ id: string }[]>(sql`
    SELECT id FROM generation WHERE status = 'pending' AND boot_id = ${bootId()}`);
  let refunded = 0;
  for (const { id } of open) if (await refundCharge(id, "generation_failed")) refunded += 1;
  await db().$executeRaw(sql`
    WITH keys AS (DELETE FROM idempotency_key WHERE state = 'running' AND boot_id = ${bootId()})
    DELETE FROM app_process WHERE boot_id = ${bootId()}`);
  return refunded;
}

/** Takes processes off the list that are proved to be gone or, while all is steady here, silent for too long. */
async function dropDeadProcesses(): Promise<void> {
  const isSteady = steadySinceMs !== null && performance.now() - steadySinceMs >= silenceMs;
  const others = await db().$queryRaw<{ id: string; place: string; silent: boolean }[]>(sql`
    SELECT boot_id AS id, instance AS place,
           heartbeat_at < now() - ${silenceMs}::int * interval '1 millisecond' AS silent
    FROM app_process WHERE boot_id <> ${bootId()}`);
  const gone = others.filter(({ id, place }) => isGone(id, place)).map(({ id }) => id);
  const silent = isSteady ? others.filter((other) => other.silent).map(({ id }) => id) : [];
  if (gone.length + silent.length === 0) return;
  await db().$executeRaw(sql`
    DELETE FROM app_process
    WHERE boot_id = ANY(${gone}::text[])
       OR (boot_id = ANY(${silent}::text[])
           AND heartbeat_at < now() - ${silenceMs}::int * interval '1 millisecond')`);
  for (const id of gone) forgetPresence(id);
}

/** Idempotency keys of requests that nobody answers any more: their retries may run. */
async function freeLostKeys(): Promise<void> {
  const open = await db().$queryRaw<{ userId: string; key: string; lockedUntil: Date }[]>(sql`
    SELECT user_id AS "userId", key, locked_until AS "lockedUntil" FROM idempotency_key
    WHERE state = 'running' AND boot_id = ${bootId()}`);
  for (const { userId, key, lockedUntil } of open) {
    if (isRunning(claimName({ userId, key }))) continue;
    await db().$executeRaw(sql`
      DELETE FROM idempotency_key
      WHERE user_id = ${userId} AND key = ${key} AND state = 'running' AND boot_id = ${bootId()}
        AND locked_until = ${lockedUntil}`);
  }
  await db().$executeRaw(sql`
    DELETE FROM idempotency_key k
    WHERE k.expires_at < now()
       OR (k.state = 'running' AND (k.locked_until < now() OR NOT EXISTS (${knownProcess("k")})))`);
}

function knownProcess(owner: "g" | "k") {
  return sql`SELECT FROM app_process p WHERE p.boot_id = ${owner === "g" ? sql`g.boot_id` : sql`k.boot_id`}`;
}
