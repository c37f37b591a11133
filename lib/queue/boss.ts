import { type ConstructorOptions, PgBoss, type UpdateQueueOptions } from "pg-boss";
import { connectionLifetimeSeconds } from "../db/index.ts";
import { noteUnavailable, toUnavailable } from "../db/unavailable.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { processSlot } from "../platform/process-slot.ts";
import { queueTable } from "./queues.ts";

/** How often pg-boss looks by itself. All processes together look so often, not each of them. */
type Pace = Pick<
  ConstructorOptions,
  | "superviseIntervalSeconds"
  | "monitorIntervalSeconds"
  | "cronMonitorIntervalSeconds"
  | "cronWorkerIntervalSeconds"
  | "flowIntervalSeconds"
>;

const usualPace: Pace = {
  // For dead workers: with the heartbeat, a job is taken up again within 30 s.
  superviseIntervalSeconds: 5,
  monitorIntervalSeconds: 5,
  // For schedules that are due, and then for what is to be sent for them.
  cronMonitorIntervalSeconds: 30,
  cronWorkerIntervalSeconds: 10,
  // For jobs that wait for others: there are none.
  flowIntervalSeconds: 60 * 60,
};

const connection = {
  max: 4,
  connectionTimeoutMillis: 5_000,
  // A connection that broke off without a word would be waited for without end.
  query_timeout: 15_000,
  keepAlive: true,
  maxLifetimeSeconds: connectionLifetimeSeconds,
};
/** A database that is away fails everything that looks: one line a minute says so. */
const warnEveryMs = 60_000;

const started = processSlot("queue", (): { boss: Promise<PgBoss> | null } => ({ boss: null }));

/**
 * The queue of this process (pg-boss, in the service's own database), started at first use, and at the next one
 * when that failed. Its schema and the table of queues are made or brought up to date then; processes that start at
 * once wait for each other. Throws DatabaseUnavailableError while the database is away.
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

/** Makes what the queue needs in a database, for processes that start later. */
export async function installQueue(url: string): Promise<void> {
  const boss = await open(url, usualPace);
  await boss.stop({ graceful: false });
}

/** Ends this process's part: running jobs are waited for until `timeoutMs`, and handed back then. */
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
  // Polling continues: what was missed while the database was unavailable is read again.
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

/** Makes the queues of the table, and gives those that are there already the options that they have in it now. */
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
