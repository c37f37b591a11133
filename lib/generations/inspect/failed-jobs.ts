import { findAccount } from "../../accounts/state.ts";
import { recordAudit } from "../../audit/record.ts";
import type { Generation } from "../../db/generated/client.ts";
import { db, sql } from "../../db/index.ts";
import { laneOf } from "../../queue/lanes.ts";
import { repeatWork } from "../order/repeat.ts";

/**
 * Whether failed work can be charged and made again. `all`: the service failed at making it, so that a bulk retry takes
 * it. `by_id`: only when it is named, because its order has to change first, it was never begun, or nobody recorded
 * whose fault it was. `no`: it did not fail, its owner deleted it, it was
 * ordered again, or its batch skipped it as wrong.
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

/** Why a named piece of work is not retried. */
export class NotRetryable extends Error {
  override readonly name = "NotRetryable";
}

/** The next ids, oldest first, of work since then that a bulk retry takes. */
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
 * Charges the owner of failed work again and queues it anew, as a new generation whose id is returned. Throws ApiError
 * insufficient_credits and overloaded, and NotRetryable.
 */
export async function retryFailedJob(generationId: string): Promise<string> {
  return db().$transaction(async (tx) => {
    // Of two retries at once the second waits here, and finds it retried.
    await tx.$executeRaw(sql`SELECT FROM generation WHERE id = ${generationId} FOR UPDATE`);
    const row = await tx.generation.findUnique({ where: { id: generationId } });
    const account = row && (await findAccount(row.userId));
    if (!row || !account) throw new NotRetryable("there is no such work");
    if (retryOf(row) === "no") throw new NotRetryable(refusalOf(row));
    const { userId, apiKeyId, batchId } = row;
    const by = { userId, apiKeyId, account };
    // Its owner did not ask for this retry: it costs no more than the failed work did.
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
