import { type ConnectionOptions, fromPrisma, type JobWithMetadata } from "pg-boss";
import { findAccount } from "../accounts/state.ts";
import { refundCharge } from "../credits/resolve.ts";
import type { Operation } from "../db/generated/client.ts";
import { db, sql } from "../db/index.ts";
import { queue } from "../queue/boss.ts";
import { laneOf } from "../queue/lanes.ts";
import { failedWorkQueue } from "../queue/queues.ts";
import { repeatWork } from "./repeat.ts";

/** A job of paid work that failed for good, as the operator sees it. */
export interface FailedJob {
  generationId: string;
  email: string;
  operation: Operation;
  failedAt: Date;
  reason: string;
  attempts: number;
}

type DeadLetter = JobWithMetadata<{ id: string }>;

/** The newest first; for two weeks, until they are retried or their account is deleted. */
export async function listFailedJobs(): Promise<FailedJob[]> {
  const letters = await deadLetters();
  const rows = await db().generation.findMany({
    where: { id: { in: letters.map(({ data }) => data.id) } },
    include: { user: { select: { email: true } } },
  });
  const known = new Map(rows.map((row) => [row.id, row]));
  const found = letters.flatMap((letter) => {
    const row = known.get(letter.data.id);
    if (!row) return [];
    const { id: generationId, operation, attempts } = row;
    const { email } = row.user;
    return [
      { generationId, email, operation, failedAt: letter.createdOn, reason: reasonOf(letter), attempts },
    ];
  });
  return found.sort((a, b) => b.failedAt.getTime() - a.failedAt.getTime());
}

/**
 * Charges the owner of a failed job again and queues it anew, as a new generation whose id is answered. Throws
 * ApiError insufficient_credits and overloaded, and an Error when there is no such job.
 */
export async function retryFailedJob(generationId: string): Promise<string> {
  const row = await db().generation.findUnique({ where: { id: generationId } });
  const account = row && (await findAccount(row.userId));
  const nothing = new Error(`There is no failed job of ${generationId}`);
  if (!row || !account) throw nothing;
  const boss = await queue();
  // Where no worker has run since it failed.
  if ((await deadLetters({ id: row.id })).length > 0) await refundCharge(row.id, "generation_failed");
  return db().$transaction(async (tx) => {
    // Of two retries at once the second waits here, and finds nothing left.
    await tx.$executeRaw(sql`SELECT FROM generation WHERE id = ${row.id} FOR UPDATE`);
    const letters = await deadLetters({ id: row.id }, { db: fromPrisma(tx) });
    if (letters.length === 0) throw nothing;
    const ids = letters.map((letter) => letter.id);
    await boss.deleteJob(failedWorkQueue, ids, { db: fromPrisma(tx) });
    const { userId, apiKeyId, batchId } = row;
    const by = { userId, apiKeyId, account };
    const [id = ""] = await repeatWork([row], { by, lane: laneOf(row.lane), batchId }, tx);
    return id;
  });
}

async function deadLetters(data?: { id: string }, on: ConnectionOptions = {}): Promise<DeadLetter[]> {
  const boss = await queue();
  return boss.findJobs<{ id: string }>(failedWorkQueue, { ...on, ...(data && { data }) });
}

/** What the last attempt said; a worker that died said nothing, the queue did. */
function reasonOf({ sourceOutput }: DeadLetter): string {
  const said = sourceOutput as { message?: unknown; value?: { message?: unknown } } | null;
  return String(said?.message ?? said?.value?.message ?? "unknown");
}
