import { PgBoss } from "pg-boss";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { processSlot } from "../platform/process-slot.ts";
import { queueTable } from "./queues.ts";

const connections = 4;
const connectTimeoutMs = 5_000;
/** How often dead workers are looked for: with the heartbeat, a job is taken up again within 30 s. */
const superviseEverySeconds = 5;

const started = processSlot("queue", (): { boss: Promise<PgBoss> | null } => ({ boss: null }));

/**
 * The queue of this process (pg-boss, in the service's own database), started at first use. Its schema and the table
 * of queues are made or brought up to date then; processes that start at once wait for each other.
 */
export function queue(): Promise<PgBoss> {
  const slot = started();
  slot.boss ??= open(env().DATABASE_URL ?? "").catch((error: unknown) => {
    slot.boss = null;
    throw error;
  });
  return slot.boss;
}

/** Makes what the queue needs in a database, for processes that start later. */
export async function installQueue(url: string): Promise<void> {
  const boss = await open(url);
  await boss.stop({ graceful: false });
}

/** Ends this process's part: running jobs are waited for until `timeoutMs`, and handed back then. */
export async function stopQueue(timeoutMs = 0): Promise<void> {
  const { boss } = started();
  started().boss = null;
  if (!boss) return;
  await (await boss).stop({ graceful: timeoutMs > 0, timeout: timeoutMs });
}

async function open(url: string): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: "photos-queue",
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    superviseIntervalSeconds: superviseEverySeconds,
    monitorIntervalSeconds: superviseEverySeconds,
    // Looked at every day for indexes that grew too large; a small database needs no more.
    persistWarnings: false,
  });
  // Polling goes on: what a database that is away did not tell is asked for again.
  boss.on("error", (error) => log.warn({ err: error.message }, "the queue could not reach the database"));
  boss.on("warning", ({ message }) => log.warn(`the queue warns: ${message}`));
  await boss.start();
  for (const { name, ...options } of queueTable) {
    await boss.createQueue(name, options);
  }
  return boss;
}
