import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { sendHeartbeat } from "../../db/heartbeat.ts";
import { db, sql } from "../../db/index.ts";
import { openStatuses } from "../../db/work-status.ts";
import { startWorkers } from "../../generations/run/worker.ts";
import { queue, stopQueue } from "../../queue/boss.ts";
import { workQueues } from "../../queue/queues.ts";

/** Runs workers in this process for the tests of a file, with `atOnce` concurrent jobs. */
export function useWorkers(atOnce = 4): void {
  beforeAll(() => runWorkers(atOnce));
  // Work that a test leaves behind would occupy the workers of the next one.
  afterEach(() => expect.poll(countOpenWork).toBe(0));
  afterAll(endWorkers);
}

const countOpenWork = () => db().generation.count({ where: { status: { in: [...openStatuses] } } });

export async function runWorkers(atOnce = 4): Promise<void> {
  await startWorkers(atOnce);
  await sendHeartbeat();
}

/** Stops the workers of this process after their jobs. */
export async function endWorkers(): Promise<void> {
  await stopQueue(10_000);
}

/** Simulates that all workers have been silent for long: jobs of dead workers are reassigned. */
export async function giveUpSilentWorkers(): Promise<void> {
  await db().$executeRaw(sql`
    UPDATE pgboss.job SET heartbeat_on = now() - interval '1 minute' WHERE state = 'active'`);
  await db().$executeRaw(sql`UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL`);
  const boss = await queue();
  for (const name of workQueues) await boss.supervise(name);
}
