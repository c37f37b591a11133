import { webhookHistoryDays } from "../contract/limits.ts";
import { db, sql } from "../db/index.ts";
import { webhookQueue, webhookUpkeepQueue } from "../queue/queues.ts";
import type { Task } from "../queue/tasks.ts";
import { attemptDelivery } from "./attempt.ts";
import { type AttemptJob, enqueueAttempts } from "./jobs.ts";

/** A job that is this late was lost, or failed as often as its queue lets it. */
const lostAfterMinutes = 5;
const purgedAtOnce = 5_000;

/** What the service does for webhooks beside requests. A slow endpoint takes two of the places, not all. */
export const webhookTasks: readonly Task[] = [
  {
    queue: webhookQueue,
    atOnce: 8,
    // Attempts that wait for their time are told to nobody.
    pollEverySeconds: 5,
    atOncePerGroup: 2,
    run: (data, signal) => attemptDelivery(data as AttemptJob, signal),
  },
  { queue: webhookUpkeepQueue, cron: "*/5 * * * *", run: keepUp },
];

async function keepUp(): Promise<void> {
  await requeueLost();
  await purgeWebhooks();
}

/** Makes a job for each attempt that is due for minutes; one that waits for its turn stays the only one. */
export async function requeueLost(): Promise<number> {
  const rows = await db().$queryRaw<unknown[]>(sql`
    WITH late AS (
      SELECT d.id, d.endpoint_id, d.attempts_made, d.next_attempt_at
      FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id
      WHERE d.status = 'pending' AND e.status = 'enabled'
        AND d.next_attempt_at < now() - ${lostAfterMinutes}::int * interval '1 minute'
    ), queued AS (${await enqueueAttempts(sql`late`)})
    SELECT id FROM queued`);
  return rows.length;
}

/** Forgets events, with their deliveries, after the time that the documentation names. */
export async function purgeWebhooks(): Promise<number> {
  return await db().$executeRaw(sql`
    DELETE FROM webhook_event WHERE id IN (
      SELECT id FROM webhook_event WHERE created_at < now() - ${webhookHistoryDays}::int * interval '1 day'
      LIMIT ${purgedAtOnce}::int)`);
}
