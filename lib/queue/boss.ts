import { type ConstructorOptions, PgBoss, type UpdateQueueOptions } from "pg-boss";
import { connectionLifetimeSeconds } from "../db/index.ts";
import { noteUnavailable, toUnavailable } from "../db/unavailable.ts";
import { env } from "../platform/env.ts";
import { lazy } from "../platform/lazy.ts";
import { log } from "../platform/log.ts";
import { queueTable } from "./queues.ts";

/** Polling intervals of pg-boss. They hold for all processes together, not for each one. */
type Pace = Pick<
  ConstructorOptions,
  | "superviseIntervalSeconds"
  | "monitorIntervalSeconds"
  | "cronMonitorIntervalSeconds"
  | "cronWorkerIntervalSeconds"
  | "flowIntervalSeconds"
>;

export const usualPace: Pace = {
  // Detects dead workers: together with the heartbeat, a job is taken up again within 30 s.
  superviseIntervalSeconds: 5,
  monitorIntervalSeconds: 5,
  // Due schedules, and the jobs to send for them.
  cronMonitorIntervalSeconds: 30,
  cronWorkerIntervalSeconds: 10,
  // Jobs that depend on other jobs: this service has none.
  flowIntervalSeconds: 60 * 60,
};

const connection = {
  max: 4,
  connectionTimeoutMillis: 5_000,
  // Without a timeout, a connection that breaks silently would be waited for forever.
  query_timeout: 15_000,
  keepAlive: true,
  maxLifetimeSeconds: connectionLifetimeSeconds,
};
/** An unavailable database fails every poll: it is logged once a minute. */
const warnEveryMs = 60_000;

const started = lazy((): { boss: Promise<PgBoss> | null } => ({ boss: null }));

/**
 * The queue of this process (pg-boss, in the service's own database), started at first use; a failed start is retried
 * at the next use. Creates or updates its schema and queues; processes that start concurrently wait for each other.
 * Throws DatabaseUnavailableError while the database is unavailable.
 */
export function queue(pace: Pace = usualPace): Promise<PgBoss> {
  const slot = started();
  slot.boss ??= open(env().DATABASE_URL ?? "", pace).catch((error: unknown) => {
    slot.boss = null;
    const away = toUnavailable(error);
    if (away) noteUnavailable();
    throw away?.error ?? error;
  });
  return slot.boss;
}

/** Creates the queue's schema in a database, for processes that start later. */
export async function installQueue(url: string): Promise<void> {
  const boss = await open(url, usualPace);
  await boss.stop({ graceful: false });
}

/** Stops the queue in this process: waits for running jobs until `timeoutMs`, then hands them back. */
export async function stopQueue(timeoutMs = 0): Promise<void> {
  const { boss } = started();
  started().boss = null;
  const open = await boss?.catch(() => null);
  await open?.stop({ graceful: timeoutMs > 0, timeout: timeoutMs });
}

async function open(url: string, pace: Pace): Promise<PgBoss> {
  const options = {
    connectionString: url,
    application_name: "photos-queue",
    ...connection,
    ...pace,
    persistWarnings: false,
  };
  const boss = new PgBoss(options);
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  // Polling continues and catches up on jobs missed while the database was unavailable.
  boss.on("error", (error) => {
    if (performance.now() - warnedAtMs < warnEveryMs) return;
    warnedAtMs = performance.now();
    log.warn({ err: error.message }, "the queue could not reach the database");
  });
  boss.on("warning", ({ message }) => log.warn(`the queue warns: ${message}`));
  try {
    await boss.start();
    await installQueues(boss);
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
  return boss;
}

/** Creates the queues of the table, and updates the options of existing ones. */
async function installQueues(boss: PgBoss): Promise<void> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const { name, policy, ...options } of queueTable) {
    const known = there.get(name);
    if (!known) await boss.createQueue(name, { ...options, ...(policy && { policy }) });
    else if (differs(options, known)) await boss.updateQueue(name, options);
  }
}

function differs(wanted: UpdateQueueOptions, known: object): boolean {
  const now: Record<string, unknown> = { ...known };
  return Object.entries(wanted).some(([option, value]) => now[option] !== value);
}
