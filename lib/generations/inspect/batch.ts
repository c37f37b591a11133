import { findAccount } from "../../accounts/state.ts";
import { db } from "../../db/index.ts";
import { openStatuses } from "../../db/work-status.ts";
import { countDeliveries, listBatchEvents } from "../../webhooks/event-status.ts";
import { summarizeBatch } from "../batches/summary.ts";
import { findWaits, type WaitReason } from "./waiting.ts";

const examplesShown = 3;

/** All facts about a batch for the operator, in particular what it waits for. Null when it does not exist. */
export async function inspectBatch(id: string) {
  const batch = await db().batch.findUnique({ where: { id } });
  if (!batch) return null;
  const items = await db().generation.findMany({
    where: { batchId: id },
    orderBy: { place: "asc" },
    select: { id: true, status: true, errorCode: true, fault: true, createdAt: true },
  });
  const open = items.filter(({ status }) => openStatuses.some((one) => one === status));
  const [account, summary, waits, completed, itemDeliveries] = await Promise.all([
    findAccount(batch.userId),
    summarizeBatch(batch),
    findWaits(open.map((item) => item.id)),
    listBatchEvents(id, batch.userId),
    countDeliveries(items.map((item) => `generation:${item.id}`)),
  ]);
  const oldest = open.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())[0];
  return {
    account: { userId: batch.userId, email: account?.email ?? null, tier: account?.tier ?? null },
    /** As shown to its owner: counts, credits and remaining time. */
    batch: summary,
    canceledAt: batch.canceledAt,
    failures: groupFailures(items),
    waiting: groupWaits(waits),
    oldestOpen: oldest
      ? { id: oldest.id, createdAt: oldest.createdAt, waiting: waits.get(oldest.id) ?? null }
      : null,
    webhooks: { completed, itemDeliveries },
  };
}

type Item = { id: string; status: string; errorCode: string | null; fault: string | null };

/** Failed items grouped by error and fault, with examples. */
function groupFailures(items: readonly Item[]) {
  const failed = items.filter(({ status }) => status === "failed");
  const groups = Object.values(
    Object.groupBy(failed, ({ errorCode, fault }) => `${errorCode} ${fault}`),
  ).flatMap((group = []) => {
    const [first] = group;
    if (!first) return [];
    const examples = group.slice(0, examplesShown).map(({ id }) => id);
    return [{ errorCode: first.errorCode, fault: first.fault, count: group.length, examples }];
  });
  return groups.sort((a, b) => b.count - a.count);
}

/** Open items grouped by the reason of waiting, with examples and their texts. */
function groupWaits(waits: Awaited<ReturnType<typeof findWaits>>) {
  const groups = new Map<WaitReason, { id: string; text: string }[]>();
  for (const [id, { reason, text }] of waits)
    groups.set(reason, [...(groups.get(reason) ?? []), { id, text }]);
  return [...groups]
    .map(([reason, found]) => ({ reason, count: found.length, examples: found.slice(0, examplesShown) }))
    .sort((a, b) => b.count - a.count);
}
