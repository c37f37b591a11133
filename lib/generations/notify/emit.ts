import { db, sql } from "../../db/index.ts";
import { isOpen, openStatuses } from "../../db/work-status.ts";
import { currentTraceparent } from "../../platform/tracing.ts";
import { noticeLowCredits } from "../../webhooks/account-events.ts";
import { emitEvent, hasReusedTakers } from "../../webhooks/emit.ts";
import { summarizeBatch } from "../batches/summary.ts";
import { presentEnded } from "../history/present.ts";

/**
 * Emits the event of ended work, and of its batch when that was its last item. Safe to repeat: each event is
 * emitted once.
 */
export async function emitEnd(id: string): Promise<void> {
  const row = await emitWorkEnd(id);
  if (!row) return;
  if (row.batchId !== null) await emitBatchEnd(row.batchId);
  await noticeLowCredits(row.userId);
}

/** The work, unless it is still open. */
async function emitWorkEnd(id: string) {
  const row = await db().generation.findUnique({ where: { id } });
  if (!row || isOpen(row.status)) return null;
  const { userId, status, batchId, reusedId } = row;
  // Canceled with its batch: that has one event, since ordering and canceling cost nothing.
  if (status === "canceled" && batchId !== null && (await wasCanceled(batchId))) return row;
  const isReused = batchId !== null && reusedId !== null;
  const traceparent = currentTraceparent() ?? row.traceparent;
  await emitEvent({
    userId,
    type: `generation.${status}`,
    reference: `generation:${id}`,
    data: presentEnded(row),
    traceparent,
    isReused,
  });
  return row;
}

async function wasCanceled(batchId: string): Promise<boolean> {
  const batch = await db().batch.findUnique({ where: { id: batchId }, select: { canceledAt: true } });
  return batch?.canceledAt != null;
}

interface EndedWork {
  id: string;
  userId: string;
  batchId: string | null;
  isTold: boolean;
}

/** As `emitEnd`, of many pieces of work; free results of batches that no endpoint asks for cost one statement together. */
export async function emitEnds(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const ended = await db().$queryRaw<EndedWork[]>(sql`
    SELECT g.id, g.user_id AS "userId", g.batch_id AS "batchId",
           g.batch_id IS NULL OR g.reused_id IS NULL OR ${hasReusedTakers(sql`g.user_id`)} AS "isTold"
    FROM generation g WHERE g.id = ANY(${[...ids]}::text[])`);
  for (const { id, isTold } of ended) if (isTold) await emitWorkEnd(id);
  const batchIds = new Set(ended.flatMap(({ batchId }) => batchId ?? []));
  for (const batchId of batchIds) await emitBatchEnd(batchId);
  for (const userId of new Set(ended.map((one) => one.userId))) await noticeLowCredits(userId);
}

/** Emits the event of a completed batch; again after a retry of its failed items. */
export async function emitBatchEnd(batchId: string): Promise<void> {
  const open = await db().generation.count({ where: { batchId, status: { in: [...openStatuses] } } });
  if (open > 0) return;
  const batch = await db().batch.findUnique({ where: { id: batchId } });
  if (!batch) return;
  const data = await summarizeBatch(batch);
  if (!data.finishedAt) return;
  const reference = `batch:${batchId}:${data.finishedAt.getTime()}`;
  await emitEvent({ userId: batch.userId, type: "batch.completed", reference, data });
}
