import { lazy } from "../platform/lazy.ts";
import { log } from "../platform/log.ts";
import { db, Prisma, sql } from "./index.ts";
import { isTooFarAhead, toleranceSeconds } from "./rates.ts";
import { isUnavailable } from "./unavailable.ts";

const lookEveryMs = 15_000;
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

interface StoredTime {
  table: string;
  column: string;
  /** How far ahead of the present the service stores such a time, in seconds. */
  aheadSeconds: number;
}

/**
 * Times whose future blocks something: a limit, a lease, a retry, a sign of life. A clock that ran ahead leaves times
 * in them that would block until they come.
 */
export const storedTimes: readonly StoredTime[] = [
  { table: "rate_limit", column: "arrival_at", aheadSeconds: minute },
  { table: "account_attempt", column: "blocked_until", aheadSeconds: hour },
  { table: "account_attempt", column: "last_at", aheadSeconds: 0 },
  { table: "balance", column: "ordered_until", aheadSeconds: hour },
  { table: "two_factor", column: "locked_until", aheadSeconds: hour },
  { table: "tryout", column: "created_at", aheadSeconds: 0 },
  { table: "idempotency_key", column: "locked_until", aheadSeconds: 2 * minute },
  { table: "app_process", column: "heartbeat_at", aheadSeconds: 0 },
  { table: "webhook_endpoint", column: "sending_until", aheadSeconds: minute },
  { table: "webhook_endpoint", column: "delayed_until", aheadSeconds: hour },
  { table: "webhook_budget", column: "used_until", aheadSeconds: hour },
  { table: "webhook_delivery", column: "next_attempt_at", aheadSeconds: 2 * day },
  { table: "pgboss.version", column: "cron_on", aheadSeconds: 0 },
  { table: "pgboss.version", column: "bam_on", aheadSeconds: 0 },
  { table: "pgboss.version", column: "flow_on", aheadSeconds: 0 },
  { table: "pgboss.version", column: "reindex_on", aheadSeconds: 0 },
  { table: "pgboss.version", column: "monitor_backoff_on", aheadSeconds: hour },
  { table: "pgboss.queue", column: "monitor_claim_on", aheadSeconds: 0 },
  { table: "pgboss.queue", column: "monitor_on", aheadSeconds: 0 },
  { table: "pgboss.queue", column: "maintain_on", aheadSeconds: 0 },
  { table: "pgboss.job", column: "start_after", aheadSeconds: 2 * day },
  { table: "pgboss.job", column: "started_on", aheadSeconds: 0 },
  { table: "pgboss.job", column: "heartbeat_on", aheadSeconds: 0 },
];

/**
 * Corrects stored times now, and whenever the database's clock was set back. By a timer of each process, because the
 * schedules of the queue may be blocked themselves. Ends with the process.
 */
export function watchStoredTimes(): void {
  const state = { aheadMs: Number.POSITIVE_INFINITY, isLooking: false };
  const look = async () => {
    if (state.isLooking) return;
    state.isLooking = true;
    try {
      // The database's clock against one that is never set.
      const aheadMs = (await readDatabaseTime()) - performance.now();
      if (aheadMs < state.aheadMs - toleranceSeconds * 1000) await correctStoredTimes();
      state.aheadMs = aheadMs;
    } catch (error) {
      if (!isUnavailable(error)) log.error({ err: error }, "stored times could not be corrected");
    } finally {
      state.isLooking = false;
    }
  };
  void look();
  watch().timer = setInterval(look, lookEveryMs).unref();
}

const watch = lazy(
  (): { timer?: NodeJS.Timeout } => ({}),
  ({ timer }) => clearInterval(timer),
);

/**
 * Sets every stored time that lies further ahead than it can be to the present, as after a clock that ran ahead was
 * corrected. Returns the number of corrected times.
 */
export async function correctStoredTimes(): Promise<number> {
  let corrected = 0;
  const [queue] = await db().$queryRaw<{ exists: boolean }[]>(
    sql`SELECT to_regclass('pgboss.version') IS NOT NULL AS exists`,
  );
  for (const { table, column, aheadSeconds } of storedTimes) {
    // Created by the first process that uses the queue.
    if (table.startsWith("pgboss.") && !queue?.exists) continue;
    const [name, place] = [Prisma.raw(column), Prisma.raw(table)];
    corrected += await db().$executeRaw(sql`
      UPDATE ${place} SET ${name} = clock_timestamp() WHERE ${isTooFarAhead(name, aheadSeconds)}`);
  }
  // The sign-in library stores Unix milliseconds.
  corrected += await db().$executeRaw(sql`
    UPDATE sign_in_attempt SET last_request = (extract(epoch FROM clock_timestamp()) * 1000)::bigint
    WHERE last_request > (extract(epoch FROM clock_timestamp()) + ${toleranceSeconds}::int) * 1000`);
  if (corrected > 0) {
    log.warn(
      `${corrected} stored times were far ahead, as after a correction of the clock: they count as now`,
    );
  }
  return corrected;
}

/** Milliseconds by which this process's clock is ahead of the database's; half a round trip inaccurate. */
export async function readClockDifference(): Promise<number> {
  const sentAtMs = Date.now();
  const atMs = await readDatabaseTime();
  return (sentAtMs + Date.now()) / 2 - atMs;
}

/** The database's clock, in Unix milliseconds. */
async function readDatabaseTime(): Promise<number> {
  const [row] = await db().$queryRaw<{ ms: number }[]>(
    sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`,
  );
  return row?.ms ?? Date.now();
}
