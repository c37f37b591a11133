import { refundCharges } from "../../credits/resolve.ts";
import type { Generation } from "../../db/generated/client.ts";
import { db, Prisma, sql } from "../../db/index.ts";
import { emitBatchEnd } from "../notify/emit.ts";
import { repeatWork } from "../order/repeat.ts";
import { laneOfBatch, type Payer } from "../order/submit.ts";
import { getBatch, requireBatch } from "./read.ts";

/** Takes what nobody has begun out of the queue and refunds it; what is being made is finished. */
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
 * Pays for and queues again what failed, all or none, as new work in the place of the old. Throws ApiError
 * insufficient_credits and overloaded; then nothing has changed.
 */
export async function retryBatch({ id }: { id: string }, by: Payer) {
  await requireBatch(id, by);
  await db().$transaction(async (tx) => {
    // Two retries at once must not pay twice.
    await tx.$executeRaw(sql`SELECT FROM batch WHERE id = ${id} FOR UPDATE`);
    const failed: Generation[] = await tx.generation.findMany({
      // An item that was skipped as wrong would be wrong again.
      where: { batchId: id, status: "failed", deletedAt: null, issues: { equals: Prisma.DbNull } },
      orderBy: { place: "asc" },
    });
    if (failed.length === 0) return;
    await repeatWork(failed, { by, lane: laneOfBatch(by), batchId: id }, tx);
  });
  return getBatch({ id }, by);
}
