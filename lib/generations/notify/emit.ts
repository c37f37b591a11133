import type { Generation } from "../../db/generated/client.ts";
import { db, sql } from "../../db/index.ts";
import { isOpen, openStatuses } from "../../db/work-status.ts";
import { currentTraceparent } from "../../platform/tracing.ts";
import { noticeLowCredits } from "../../webhooks/account-events.ts";
import { emitEvent, emitEvents, hasReusedTakers } from "../../webhooks/emit.ts";
import type { WebhookOfWork } from "../../webhooks/of-work.ts";
import { summarizeBatch } from "../batches/summary.ts";
import { presentEnded } from "../history/present.ts";

/** Ended work processed per slice: the thousand items of a batch must not delay other requests. */
const atOnce = 25;

/** Emits the event of ended work, and of its batch after the last item. Idempotent: each event is emitted once. */
export async function emitEnd(id: string): Promise<void> {
  await emitWhatFollows(await emitWorkEnds([id]));
}

type EndedWork = Pick<Generation, "id" | "userId" | "batchId">;

/**
 * As `emitEnd`, for many pieces of work; free results of batches without a subscribed endpoint cost one statement
 * together.
 */
export async function emitEnds(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const ended = await db().$queryRaw<(EndedWork & { isMeant: boolean })[]>(sql`
    SELECT g.id, g.user_id AS "userId", g.batch_id AS "batchId",
           g.batch_id IS NULL OR g.reused_id IS NULL OR g.webhook IS NOT NULL OR ${hasReusedTakers(sql`g.user_id`)} AS "isMeant"
    FROM generation g WHERE g.id = ANY(${[...ids]}::text[])
    ORDER BY array_position(${[...ids]}::text[], g.id)`);
  const meant = ended.filter(({ isMeant }) => isMeant).map(({ id }) => id);
  for (let from = 0; from < meant.length; from += atOnce)
    await emitWorkEnds(meant.slice(from, from + atOnce));
  await emitWhatFollows(ended);
}

/** Emits the events of the work that has ended, in the order of the ids, and returns it. */
async function emitWorkEnds(ids: readonly string[]): Promise<EndedWork[]> {
  const found = await db().generation.findMany({ where: { id: { in: [...ids] } } });
  const ended = found
    .filter(({ status }) => !isOpen(status))
    .sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  const canceledBatches = await findCanceledBatches(ended);
  const traceparent = currentTraceparent();
  const events = ended.flatMap((row) => {
    const { id, userId, status, batchId, reusedId } = row;
    // Work canceled with its batch has no event of its own, since ordering and canceling cost nothing: the batch has
    // one.
    const isOfBatch = status === "canceled" && batchId !== null && canceledBatches.has(batchId);
    if (isOpen(status) || isOfBatch) return [];
    return {
      userId,
      type: `generation.${status}` as const,
      reference: `generation:${id}`,
      data: presentEnded(row),
      traceparent: traceparent ?? row.traceparent,
      isReused: batchId !== null && reusedId !== null,
      webhook: row.webhook as WebhookOfWork | null,
    };
  });
  await emitEvents(events);
  return ended;
}

async function findCanceledBatches(rows: readonly Generation[]): Promise<Set<string>> {
  const ids = new Set(rows.flatMap(({ status, batchId }) => (status === "canceled" && batchId) || []));
  if (ids.size === 0) return ids;
  const batches = await db().batch.findMany({
    where: { id: { in: [...ids] }, canceledAt: { not: null } },
    select: { id: true },
  });
  return new Set(batches.map(({ id }) => id));
}

/** Emits the events of completed batches and of accounts with few credits left. */
async function emitWhatFollows(ended: readonly EndedWork[]): Promise<void> {
  const batchIds = new Set(ended.flatMap(({ batchId }) => batchId ?? []));
  for (const batchId of batchIds) await emitBatchEnd(batchId);
  for (const userId of new Set(ended.map((one) => one.userId))) await noticeLowCredits(userId);
}

/** Emits the event of a completed batch; emits it again after a retry of its failed items. */
export async function emitBatchEnd(batchId: string): Promise<void> {
  const open = await db().generation.count({ where: { batchId, status: { in: [...openStatuses] } } });
  if (open > 0) return;
  const batch = await db().batch.findUnique({ where: { id: batchId } });
  if (!batch) return;
  const data = await summarizeBatch(batch);
  if (!data.finishedAt) return;
  const reference = `batch:${batchId}:${data.finishedAt.getTime()}`;
  const { userId } = batch;
  const webhook = batch.webhook as WebhookOfWork | null;
  await emitEvent({ userId, type: "batch.completed", reference, data, webhook });
}
