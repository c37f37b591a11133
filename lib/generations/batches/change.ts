import type { Caller } from "../../accounts/caller.ts";
import { refundCharges } from "../../credits/resolve.ts";
import type { Generation } from "../../db/generated/client.ts";
import { db, Prisma, sql } from "../../db/index.ts";
import { emitBatchEnd } from "../notify/emit.ts";
import { repeatWork } from "../order/repeat.ts";
import { laneOfBatch } from "../order/submit.ts";
import { getBatch, requireBatch } from "./read.ts";

/** Cancels and refunds all queued work; running work is finished. */
export async function cancelBatch({ id }: { id: string }, by: { userId: string }) {
  await requireBatch(id, by);
  await refundCharges(sql`batch_id = ${id} AND user_id = ${by.userId}`, {
    status: "canceled",
    from: ["queued"],
  });
  await db().batch.updateMany({ where: { id, canceledAt: null }, data: { canceledAt: new Date() } });
  await emitBatchEnd(id);
  return getBatch({ id }, by);
}

/**
 * Charges and queues failed work again, all or none, as new work in its place. Throws ApiError insufficient_credits
 * and overloaded; then nothing has changed.
 */
export async function retryBatch({ id }: { id: string }, by: Caller) {
  await requireBatch(id, by);
  await db().$transaction(async (tx) => {
    // Two concurrent retries must not charge twice.
    await tx.$executeRaw(sql`SELECT FROM batch WHERE id = ${id} FOR UPDATE`);
    const failed: Generation[] = await tx.generation.findMany({
      // An item that was skipped as invalid would be invalid again.
      where: { batchId: id, status: "failed", deletedAt: null, issues: { equals: Prisma.DbNull } },
      orderBy: { place: "asc" },
    });
    if (failed.length === 0) return;
    await repeatWork(failed, { by, lane: laneOfBatch(by), batchId: id }, tx);
  });
  return getBatch({ id }, by);
}
