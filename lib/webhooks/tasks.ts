import { eventHistory, webhookHeldHours, webhookHistoryDeliveries } from "../contract/limits.ts";
import { retention } from "../contract/retention.ts";
import { pingEvent } from "../contract/webhooks/events.ts";
import { db, Prisma, sql } from "../db/index.ts";
import { type WebhookLane, webhookLanes, webhookUpkeepQueue } from "../queue/queues.ts";
import type { Task } from "../queue/tasks.ts";
import { isEnabled, isVerified, noAttempt, type TurnJob } from "./jobs.ts";
import { enqueueNext, takeTurn } from "./turn.ts";

/** A delivery that is this late has lost its job, or used up its queue's retries. */
const lostAfterMinutes = 5;
const changedAtOnce = 5_000;
/** A log that has not grown within this time was checked before: the task runs far more often. */
const grownMinutes = 60;
/** Upper bound of a stored event: accounts with few events need not be summed up. */
const largestEventBytes = 100_000;

/**
 * Endpoints that a process sends to concurrently, and those of one account that all processes send to concurrently.
 */
const places: Record<WebhookLane, { atOnce: number; atOncePerGroup: number }> = {
  prompt: { atOnce: 32, atOncePerGroup: 4 },
  slow: { atOnce: 16, atOncePerGroup: 2 },
};

/** Background tasks of webhooks. */
export const webhookTasks: readonly Task[] = [
  turnsOf("prompt"),
  turnsOf("slow"),
  { queue: webhookUpkeepQueue, cron: "*/5 * * * *", run: keepUp },
];

function turnsOf(lane: WebhookLane): Task {
  return {
    queue: webhookLanes[lane],
    ...places[lane],
    // Scheduled attempts become due without a notification.
    pollEverySeconds: 5,
    run: (data, signal) => takeTurn(data as TurnJob, lane, signal),
  };
}

async function keepUp(): Promise<void> {
  await requeueLost();
  await dropHeld();
  await purgeWebhooks();
  await purgeLongHistories();
  await purgeLongLogs();
}

/** Enqueues a turn for each endpoint with deliveries that are minutes overdue. */
export async function requeueLost(): Promise<number> {
  const late = await db().$queryRaw<{ id: string }[]>(sql`
    SELECT e.id FROM webhook_endpoint e
    WHERE ${isEnabled} AND (e.sending_until IS NULL OR e.sending_until < now()) AND EXISTS (
      SELECT FROM webhook_delivery d WHERE d.endpoint_id = e.id AND d.status = 'pending'
        AND d.next_attempt_at < now() - ${lostAfterMinutes}::int * interval '1 minute')`);
  return await enqueueNext(late.map(({ id }) => id));
}

/** Fails deliveries that waited too long for the first 2xx of their endpoint. */
export async function dropHeld(): Promise<number> {
  const error = `not sent: the endpoint did not answer a ${pingEvent} with 2xx within ${webhookHeldHours} hours`;
  return await db().$executeRaw(sql`
    UPDATE webhook_delivery SET status = 'failed', next_attempt_at = NULL, 
      attempts = attempts || ${noAttempt(error)}::jsonb
    WHERE id IN (
      SELECT d.id FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id
      JOIN webhook_event v ON v.id = d.event_id
      WHERE d.status = 'pending' AND NOT ${isVerified} AND v.type <> ${pingEvent}
        AND d.next_attempt_at < now() - ${webhookHeldHours}::int * interval '1 hour'
      LIMIT ${changedAtOnce}::int)`);
}

/** Deletes events, with their deliveries, and deleted endpoints after the documented retention. */
export async function purgeWebhooks(): Promise<number> {
  const isOver = (column: string) =>
    sql`${Prisma.raw(column)} < now() - ${retention.events.days}::int * interval '1 day'`;
  await db().$executeRaw(sql`DELETE FROM webhook_endpoint WHERE ${isOver("deleted_at")}`);
  return await db().$executeRaw(sql`
    DELETE FROM webhook_event WHERE id IN (
      SELECT id FROM webhook_event WHERE ${isOver("created_at")} LIMIT ${changedAtOnce}::int)`);
}

/**
 * Deletes all but the newest deliveries of each endpoint, including waiting ones: a batch of free results or a replay
 * may create thousands.
 */
export async function purgeLongHistories(kept = webhookHistoryDeliveries): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const count = await db().$executeRaw(sql`
      DELETE FROM webhook_delivery WHERE id IN (
        SELECT d.id FROM webhook_endpoint e
        CROSS JOIN LATERAL (
          SELECT l.created_at, l.id FROM webhook_delivery l WHERE l.endpoint_id = e.id
          ORDER BY l.created_at DESC, l.id DESC OFFSET ${kept}::int LIMIT 1) newest
        JOIN webhook_delivery d ON d.endpoint_id = e.id AND (d.created_at, d.id) <= (newest.created_at, newest.id)
        LIMIT ${changedAtOnce}::int)`);
    if (count === 0) return forgotten;
    forgotten += count;
  }
}

/**
 * Deletes all but the newest events of each account, limited by number and by bytes: failed and canceled work costs
 * nothing, yet each is an event.
 */
export async function purgeLongLogs(
  kept: { events: number; megabytes: number } = eventHistory,
): Promise<number> {
  const maxBytes = Math.floor(kept.megabytes * 1_000_000);
  const least = Math.min(kept.events, Math.floor(maxBytes / largestEventBytes));
  const accounts = await db().$queryRaw<{ userId: string }[]>(sql`
    SELECT user_id AS "userId" FROM webhook_event
    WHERE user_id IN (
      SELECT user_id FROM webhook_event WHERE created_at > now() - ${grownMinutes}::int * interval '1 minute')
    GROUP BY user_id HAVING count(*) > ${least}::int`);
  let forgotten = 0;
  for (const { userId } of accounts) {
    forgotten += await db().$executeRaw(sql`
      DELETE FROM webhook_event v USING (
        SELECT id, row_number() OVER newest AS place, sum(pg_column_size(data)) OVER newest AS bytes
        FROM webhook_event WHERE user_id = ${userId} WINDOW newest AS (ORDER BY created_at DESC, id DESC)) AS ranked
      WHERE v.id = ranked.id AND (place > ${kept.events}::int OR bytes > ${maxBytes}::bigint)`);
  }
  return forgotten;
}
