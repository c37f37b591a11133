import { readAttempts } from "../../credits/attempts.ts";
import type { Generation, GenerationStatus, Prisma } from "../../db/generated/client.ts";
import { db } from "../../db/index.ts";
import { isOpen } from "../../db/work-status.ts";
import { type Retry, retryOf } from "./failed-jobs.ts";

export interface WorkListFilter {
  status: GenerationStatus;
  errorCode?: string | undefined;
  userId?: string | undefined;
  /** Start of the period, by the end of the work, or by its order if it is open. */
  since?: Date | undefined;
}

/** Paid work as shown in the operator's list. */
export interface ListedWork
  extends Pick<
    Generation,
    "id" | "userId" | "operation" | "status" | "batchId" | "attempts" | "errorCode" | "fault" | "retriedId"
  > {
  email: string;
  /** When it ended, or when it was ordered if it is open. */
  at: Date;
  /** Why it failed, for the operator; null for work that did not fail. */
  reason: string | null;
  retry: Retry;
}

/** The newest first: `limit` rows after the given one, of all accounts and whatever their fault. */
export async function listWork(
  filter: WorkListFilter,
  { limit, after }: { limit: number; after?: ListedWork | undefined },
): Promise<ListedWork[]> {
  const time = timeOf(filter.status);
  // The first part is superfluous: by it the index begins there.
  const place = after && {
    [time]: { lte: after.at },
    OR: [{ [time]: { lt: after.at } }, { [time]: after.at, id: { lt: after.id } }],
  };
  const rows = await db().generation.findMany({
    where: { AND: [conditionOf(filter), place ?? {}] },
    orderBy: [{ [time]: "desc" }, { id: "desc" }],
    take: limit,
    include: { user: { select: { email: true } } },
  });
  return rows.map(({ user, ...row }) => {
    const { id, userId, operation, status, batchId, attempts, errorCode, fault, retriedId } = row;
    return {
      id,
      userId,
      operation,
      status,
      batchId,
      attempts,
      errorCode,
      fault,
      retriedId,
      email: user.email,
      at: row.finishedAt ?? row.createdAt,
      reason: reasonOf(row),
      retry: retryOf(row),
    };
  });
}

export function countWork(filter: WorkListFilter): Promise<number> {
  return db().generation.count({ where: conditionOf(filter) });
}

/** The error of failed work's last attempt, else the message shown to its owner. */
export function reasonOf(row: Generation): string | null {
  if (row.status !== "failed") return null;
  const last = readAttempts(row).at(-1);
  if (last?.error) return last.error;
  const message = row.errorMessage ?? "no reason was recorded";
  return last?.outcome === "unknown" ? `${message} Its last worker never reported back.` : message;
}

function timeOf(status: GenerationStatus): "createdAt" | "finishedAt" {
  return isOpen(status) ? "createdAt" : "finishedAt";
}

function conditionOf({ status, errorCode, userId, since }: WorkListFilter): Prisma.GenerationWhereInput {
  return {
    status,
    ...(errorCode !== undefined && { errorCode }),
    ...(userId !== undefined && { userId }),
    // Always bounded, so that the index of ended work is used.
    [timeOf(status)]: { gte: since ?? new Date(0) },
  };
}
