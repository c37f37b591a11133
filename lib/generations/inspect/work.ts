import { findAccount } from "../../accounts/state.ts";
import { readAttempts } from "../../credits/attempts.ts";
import { db } from "../../db/index.ts";
import { listEventsOf } from "../../webhooks/event-status.ts";
import { present } from "../history/present.ts";
import { retryOf } from "./failed-jobs.ts";
import { findWaits } from "./waiting.ts";
import { reasonOf } from "./work-list.ts";

/** All facts about one generation for the operator; null when it does not exist. */
export async function inspectWork(id: string) {
  const row = await db().generation.findUnique({ where: { id } });
  if (!row) return null;
  const [account, ledger, waits, modelCalls, keys, webhooks, [shown]] = await Promise.all([
    findAccount(row.userId),
    db().ledgerEntry.findMany({
      where: { reference: { in: [`charge:${id}`, `refund:${id}`] } },
      orderBy: { id: "asc" },
      select: { reference: true, kind: true, monthlyDelta: true, topupDelta: true, createdAt: true },
    }),
    findWaits([id]),
    db().modelCall.findMany({
      where: { generationId: id },
      orderBy: { id: "asc" },
      select: {
        provider: true,
        model: true,
        outcome: true,
        costMicros: true,
        durationMs: true,
        createdAt: true,
      },
    }),
    db().idempotencyKey.findMany({
      where: { workId: row.batchId ?? id },
      select: { key: true, state: true, expiresAt: true },
    }),
    listEventsOf([`generation:${id}`]),
    present([row]),
  ]);
  return {
    account: {
      userId: row.userId,
      email: account?.email ?? null,
      tier: account?.tier ?? null,
      status: account?.status ?? null,
      shut: account?.shut ?? null,
    },
    /** As shown to its owner: the order, the result, and failures. */
    work: shown,
    waiting: waits.get(id) ?? null,
    attempts: readAttempts(row),
    attemptCount: row.attempts,
    failure:
      row.status === "failed"
        ? { fault: row.fault, reason: reasonOf(row), retry: retryOf(row), retriedId: row.retriedId }
        : null,
    charge: {
      fromMonthly: row.fromMonthly,
      fromTopup: row.fromTopup,
      waived: row.waived,
      reusedId: row.reusedId,
      ledger,
    },
    queue: { lane: row.lane, rank: row.rank, expectedMs: row.expectedMs, requeuedAt: row.requeuedAt },
    times: {
      createdAt: row.createdAt,
      startedAt: row.startedAt,
      finishedAt: row.finishedAt,
      refundedAt: row.refundedAt,
      expiresAt: row.expiresAt,
      deletedAt: row.deletedAt,
    },
    modelCalls,
    idempotencyKeys: keys,
    webhooks,
  };
}
