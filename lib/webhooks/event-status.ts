import { db } from "../db/index.ts";

/** The webhook events with these references, with the status of their deliveries. */
export function listEventsOf(references: readonly string[]) {
  return db().webhookEvent.findMany({
    where: { reference: { in: [...references] } },
    orderBy: { createdAt: "asc" },
    select: eventFields,
  });
}

/** The `batch.completed` events of a batch; their references also contain the time of completion. */
export function listBatchEvents(batchId: string, userId: string) {
  return db().webhookEvent.findMany({
    where: { userId, type: "batch.completed", reference: { startsWith: `batch:${batchId}:` } },
    orderBy: { createdAt: "asc" },
    select: eventFields,
  });
}

/** The number of deliveries of these events by status. */
export async function countDeliveries(references: readonly string[]) {
  const rows = await db().webhookDelivery.groupBy({
    by: ["status"],
    where: { event: { reference: { in: [...references] } } },
    _count: true,
  });
  return Object.fromEntries(rows.map(({ status, _count }) => [status, _count]));
}

const eventFields = {
  id: true,
  type: true,
  createdAt: true,
  deliveries: {
    select: { id: true, endpointId: true, status: true, attemptsMade: true, nextAttemptAt: true },
  },
} as const;
