import { setTimeout as delay } from "node:timers/promises";
import { auditCredits } from "../../credits/audit.ts";
import { db, sql } from "../../db/index.ts";
import { openStatuses } from "../../db/work-status.ts";
import { assetsFolder, imageFiles } from "../../images/embedded/folder.ts";
import { sweepPictures } from "../../uploads/sweep.ts";
import type { Caller } from "./callers.ts";

export interface Verdict {
  /** Violations, as sentences, in the whole database. */
  problems: string[];
  /** Counts of the callers' jobs. */
  jobs: number;
  succeeded: number;
  failed: number;
  /** Jobs that more than one worker started. */
  takenUp: number;
}

const removalsEndWithinMs = 10_000;

/** Waits until no work is open. Returns false at the timeout. */
export async function untilAllEnded(withinMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  while ((await countOpen()) > 0) {
    if (performance.now() > giveUpAt) return false;
    await delay(200);
  }
  return true;
}

function countOpen(): Promise<number> {
  return db().generation.count({ where: { status: { in: [...openStatuses] } } });
}

/** Verifies the final state after the calls of these callers. */
export async function judge(callers: readonly Caller[], credits: number): Promise<Verdict> {
  const problems: string[] = [];
  const rows = await db().generation.findMany();
  const open = rows.filter(({ status }) => status === "queued" || status === "running");
  if (open.length > 0) problems.push(`${open.length} jobs are open`);
  const { findings } = await auditCredits();
  problems.push(...findings.map(({ problem }) => problem));
  problems.push(...(await doubleMoves()), ...(await doubleOrders()));
  const succeeded = rows.filter(({ status }) => status === "succeeded");
  for (const { userId } of callers) {
    const spent = succeeded
      .filter((row) => row.userId === userId)
      .reduce((sum, row) => sum + row.fromMonthly + row.fromTopup, 0);
    const { monthly, topup } = await db().balance.findUniqueOrThrow({ where: { userId } });
    if (monthly + topup !== credits - spent) {
      problems.push(`${userId} has ${monthly + topup} credits instead of ${credits - spent}`);
    }
  }
  problems.push(...(await endStrayFiles(succeeded.map((row) => row.resultPublicId ?? ""))));
  const userIds = new Set(callers.map(({ userId }) => userId));
  const own = rows.filter(({ userId }) => userIds.has(userId));
  return {
    problems,
    jobs: own.length,
    succeeded: own.filter(({ status }) => status === "succeeded").length,
    failed: own.filter(({ status }) => status === "failed").length,
    takenUp: own.filter(({ attempts }) => attempts > 1).length,
  };
}

/** Each job must be charged once, and refunded at most once. */
async function doubleMoves(): Promise<string[]> {
  const rows = await db().$queryRaw<{ reference: string; count: number }[]>(sql`
    SELECT reference, count(*)::int AS count FROM ledger_entry
    WHERE kind IN ('charge', 'refund') GROUP BY reference HAVING count(*) > 1`);
  return rows.map(({ reference, count }) => `${reference} is ${count} times in the ledger`);
}

/** However often a call was repeated, only one job may have been made for it. */
async function doubleOrders(): Promise<string[]> {
  const rows = await db().$queryRaw<{ key: string; count: number }[]>(sql`
    SELECT idempotency_key AS key, count(*)::int AS count FROM generation
    WHERE idempotency_key IS NOT NULL AND status = 'succeeded'
    GROUP BY user_id, idempotency_key HAVING count(*) > 1`);
  return rows.map(({ key, count }) => `the call ${key} was made ${count} times`);
}

/**
 * Stray files after a sweep. A removal that another process began before has a row: if that process was killed or the
 * bucket was unavailable, a later sweep repeats it. One that began since ends soon.
 */
async function endStrayFiles(publicIds: readonly string[]): Promise<string[]> {
  const removals = await db().hostedPicture.findMany({ where: { NOT: { removingAt: null } } });
  const known = [...publicIds, ...removals.map(({ publicId }) => publicId)];
  await sweepPictures();
  const giveUpAt = performance.now() + removalsEndWithinMs;
  for (;;) {
    const found = await strayFiles(publicIds, new Set(known));
    if (found.length === 0 || performance.now() > giveUpAt) return found;
    await delay(200);
  }
}

/** Results that are not in `known`, and rows without a result, on the embedded image host. */
async function strayFiles(publicIds: readonly string[], known: ReadonlySet<string>): Promise<string[]> {
  const files = imageFiles();
  const texts: string[] = [];
  for await (const { key } of files.list(assetsFolder)) {
    if (key.endsWith("asset.json")) texts.push(String(await files.read(key)));
  }
  const stored = new Set(texts.flatMap((text) => /outputs\/\w+\/[\w-]+/.exec(text)?.[0] ?? []));
  const stray = [...stored].filter((id) => !known.has(id));
  const missing = publicIds.filter((id) => !stored.has(id));
  return [
    ...(stray.length > 0 ? [`${stray.length} files have no row, such as ${stray[0]}`] : []),
    ...(missing.length > 0 ? [`${missing.length} results are gone, such as ${missing[0]}`] : []),
  ];
}
