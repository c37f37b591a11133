import { findAccount } from "../../accounts/state.ts";
import { recordAudit } from "../../audit/record.ts";
import type { Generation } from "../../db/generated/client.ts";
import { db, sql } from "../../db/index.ts";
import { laneOf } from "../../queue/queues.ts";
import { repeatWork } from "../order/repeat.ts";

/**
 * Whether failed work can be charged and made again. `all`: the service failed to make it, so bulk retries include
 * it. `by_id`: only when named, since its order must change first, it was never begun, or no fault was recorded.
 * `no`: it did not fail, its owner deleted it, it was ordered again, or its batch skipped it as invalid.
 */
export type Retry = "all" | "by_id" | "no";

export function retryOf({
  status,
  deletedAt,
  retriedId,
  fault,
  attempts,
  issues,
}: Pick<Generation, "status" | "deletedAt" | "retriedId" | "fault" | "attempts" | "issues">): Retry {
  if (status !== "failed" || deletedAt || retriedId || issues !== null) return "no";
  return fault === "service" && attempts > 0 ? "all" : "by_id";
}

/** The named work cannot be retried; the message contains the reason. */
export class NotRetryable extends Error {
  override readonly name = "NotRetryable";
}

/** The next ids, oldest first, of work finished since then that a bulk retry includes. */
export async function findRetryable(since: Date, limit: number): Promise<string[]> {
  const rows = await db().generation.findMany({
    where: {
      status: "failed",
      deletedAt: null,
      retriedId: null,
      fault: "service",
      attempts: { gt: 0 },
      finishedAt: { gte: since },
    },
    orderBy: [{ finishedAt: "asc" }, { id: "asc" }],
    take: limit,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/**
 * Charges the owner of failed work again and queues it as a new generation, whose id is returned. Throws ApiError
 * insufficient_credits and overloaded, and NotRetryable.
 */
export async function retryFailedJob(generationId: string): Promise<string> {
  return db().$transaction(async (tx) => {
    // Of two concurrent retries, the second waits here and finds the work retried.
    await tx.$executeRaw(sql`SELECT FROM generation WHERE id = ${generationId} FOR UPDATE`);
    const row = await tx.generation.findUnique({ where: { id: generationId } });
    const account = row && (await findAccount(row.userId));
    if (!row || !account) throw new NotRetryable("there is no such work");
    if (retryOf(row) === "no") throw new NotRetryable(refusalOf(row));
    const { userId, apiKeyId, batchId } = row;
    const by = { userId, apiKeyId, account };
    // Its owner did not request this retry: it costs at most as much as the failed work.
    const maxCredits = row.fromMonthly + row.fromTopup;
    const [id = ""] = await repeatWork([row], { by, lane: laneOf(row.lane), batchId, maxCredits }, tx);
    const object = { type: "generation", id: generationId } as const;
    const after = { retriedAs: id };
    await recordAudit({ accountId: userId, action: "work.retried", object, after }, tx);
    return id;
  });
}

function refusalOf({ status, retriedId, issues }: Generation): string {
  if (status !== "failed") return `it is ${status}, and only failed work can be retried`;
  if (issues !== null) return "its batch skipped it as wrong: its owner has to order it anew";
  return retriedId ? `it was ordered again as ${retriedId}` : "its owner deleted it";
}
