import { setTimeout as delay } from "node:timers/promises";
import { readBackupStatus } from "../backup/runs.ts";
import { billingMode } from "../billing/stripe.ts";
import { readProviderReports } from "../db/heartbeat.ts";
import { db, sql } from "../db/index.ts";
import { openList, openStatuses } from "../db/work-status.ts";
import { getCapacity } from "../generations/run/capacity.ts";
import { breakerStates, mergeStates } from "../platform/circuit-breaker.ts";
import { lazy } from "../platform/lazy.ts";
import { log } from "../platform/log.ts";
import { metrics } from "../platform/metrics.ts";
import { lanes, mailRetries, queueTable } from "../queue/queues.ts";
import { isEnabled, isVerified } from "../webhooks/jobs.ts";

/** Minimum interval between reads of the database, regardless of the number of scrapes. */
const keptMs = 5_000;
/** How long a scrape waits for new values; after that it returns the previous ones. */
const patienceMs = 30;
/** Age from which values are too old to be returned without a longer wait. */
const staleMs = 60_000;
/** How long a scrape waits if there are no values yet, or only stale ones. */
const firstPatienceMs = 3_000;

interface Gauge {
  remove(labels: object): void;
  reset(): void;
}

interface Reading {
  /** The gauges that `read` sets; they have no value if it fails or finds nothing. */
  gauges: () => readonly Gauge[];
  /** Queries the database; returns a function that sets the gauges. */
  read: () => Promise<() => void>;
}

const readings: readonly Reading[] = [
  {
    gauges: () => [metrics().workers, metrics().workerSlots],
    read: async () => {
      const { workers, slots } = await getCapacity();
      return () => {
        metrics().workers.set(workers);
        metrics().workerSlots.set(slots);
      };
    },
  },
  {
    gauges: () => [metrics().breakers],
    read: async () => {
      const states = mergeStates(await readProviderReports());
      return () => {
        for (const [provider, state] of Object.entries(states)) {
          for (const one of breakerStates) {
            metrics().breakers.set({ provider, state: one }, one === state ? 1 : 0);
          }
        }
      };
    },
  },
  { gauges: () => [metrics().openWork, metrics().backlogAge], read: readOpenWork },
  { gauges: () => [metrics().requeuedWork], read: readRequeued },
  { gauges: () => [metrics().queueAge], read: readQueues },
  { gauges: () => [metrics().webhooksPending, metrics().webhooksLate], read: readWebhooks },
  { gauges: () => [metrics().mailsPending, metrics().mailsAge], read: readMails },
  { gauges: () => [metrics().stripeLag], read: readStripe },
  { gauges: () => [metrics().auditAt, metrics().auditProblems], read: readAudit },
  {
    gauges: () => {
      const { backupAt, backupSize, backupDuration, backupFailed } = metrics();
      return [backupAt, backupSize, backupDuration, backupFailed];
    },
    read: readBackups,
  },
];

const state = lazy(() => ({
  readAtMs: Number.NEGATIVE_INFINITY,
  reading: null as Promise<void> | null,
}));

/** Sets the gauges that are shared by all processes from the database. Unknown values are absent. */
export async function readSharedMetrics(): Promise<void> {
  const ageMs = performance.now() - state().readAtMs;
  if (ageMs < keptMs) return;
  state().reading ??= refreshSharedMetrics().finally(() => {
    state().reading = null;
  });
  await Promise.race([state().reading, delay(ageMs < staleMs ? patienceMs : firstPatienceMs)]);
}

/** Reads sequentially: each read uses one of the few connections that are reserved from accounts. */
export async function refreshSharedMetrics(): Promise<void> {
  let failure: unknown = null;
  for (const { gauges, read } of readings) {
    const set = await read().catch((error: unknown) => {
      failure = error;
      return () => undefined;
    });
    // A gauge without a value would be reported as 0, which for a backup means 1970.
    for (const gauge of gauges()) {
      gauge.reset();
      gauge.remove({});
    }
    set();
  }
  metrics().databaseUp.set(failure === null ? 1 : 0);
  if (failure !== null) log.warn({ err: failure }, "metrics without the database");
  state().readAtMs = performance.now();
}

async function readOpenWork(): Promise<() => void> {
  const rows = await db().$queryRaw<{ status: string; lane: number; count: number; seconds: number }[]>(sql`
    SELECT status, lane, count(*)::int AS count,
           GREATEST(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
    FROM generation WHERE status IN (${openList}) GROUP BY status, lane`);
  return () => {
    const { openWork, backlogAge } = metrics();
    for (const status of openStatuses) {
      const found = rows.filter((row) => row.status === status);
      openWork.set(
        { status },
        found.reduce((sum, { count }) => sum + count, 0),
      );
    }
    for (const [lane, { number }] of Object.entries(lanes)) {
      const oldest = rows.find((row) => row.status === "queued" && row.lane === number);
      backlogAge.set({ lane }, oldest?.seconds ?? 0);
    }
  };
}

const requeuedWithinMs = 24 * 60 * 60 * 1000;

async function readRequeued(): Promise<() => void> {
  const since = new Date(Date.now() - requeuedWithinMs);
  const count = await db().generation.count({ where: { requeuedAt: { gte: since } } });
  return () => metrics().requeuedWork.set(count);
}

async function readQueues(): Promise<() => void> {
  const rows = await db().$queryRaw<{ queue: string; seconds: number }[]>(sql`
    SELECT name AS queue, extract(epoch FROM now() - min(start_after))::float8 AS seconds
    FROM pgboss.job WHERE state < 'active' AND start_after <= now() GROUP BY name`);
  const names = new Set(queueTable.map(({ name }) => name));
  return () => {
    for (const { queue, seconds } of rows) if (names.has(queue)) metrics().queueAge.set({ queue }, seconds);
  };
}

async function readWebhooks(): Promise<() => void> {
  const [row] = await db().$queryRaw<{ count: number; seconds: number | null }[]>(sql`
    SELECT count(*)::int AS count,
           GREATEST(extract(epoch FROM now() - min(GREATEST(d.next_attempt_at, e.delayed_until))), 0)::float8 AS seconds
    FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id
    WHERE d.status = 'pending' AND d.next_attempt_at IS NOT NULL AND ${isEnabled} AND ${isVerified}`);
  return () => {
    metrics().webhooksPending.set(row?.count ?? 0);
    metrics().webhooksLate.set(row?.seconds ?? 0);
  };
}

async function readMails(): Promise<() => void> {
  const [row] = await db().$queryRaw<{ count: number; seconds: number | null }[]>(sql`
    SELECT count(*)::int AS count, extract(epoch FROM now() - min(created_at))::float8 AS seconds
    FROM outgoing_mail WHERE sent_at IS NULL AND attempts <= ${mailRetries}::int`);
  return () => {
    metrics().mailsPending.set(row?.count ?? 0);
    metrics().mailsAge.set(row?.seconds ?? 0);
  };
}

async function readStripe(): Promise<() => void> {
  if (billingMode() === "off") return () => undefined;
  const sweep = await db().stripeSweep.findUnique({ where: { name: "events" } });
  return () => {
    if (sweep) metrics().stripeLag.set(Math.max(0, Date.now() - sweep.doneUntil.getTime()) / 1000);
  };
}

async function readAudit(): Promise<() => void> {
  const audit = await db().creditAudit.findFirst();
  return () => {
    if (!audit) return;
    metrics().auditAt.set(audit.finishedAt.getTime() / 1000);
    metrics().auditProblems.set(audit.problems);
  };
}

async function readBackups(): Promise<() => void> {
  const status = await readBackupStatus();
  return () => {
    const { backupAt, backupSize, backupDuration, backupFailed } = metrics();
    if (!status) return;
    backupFailed.set(status.lastFailure ? 1 : 0);
    if (!status.lastSuccess) return;
    const { at, sizeBytes, durationMs } = status.lastSuccess;
    backupAt.set(at.getTime() / 1000);
    backupSize.set(sizeBytes);
    backupDuration.set(durationMs / 1000);
  };
}
