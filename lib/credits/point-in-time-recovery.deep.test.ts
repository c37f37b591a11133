// Guards that a cluster with the handbook's settings recovers the credits and work of a moment, and the first is unchanged.
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { deployMigrations } from "#lib/db/migrate.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { beginWork, chargeOne, onePhoto, queueOne } from "#lib/testing/credits/charge-one.ts";
import {
  type HostedCluster,
  makeArchive,
  query,
  startHostedCluster,
  startRecovery,
  takeBaseBackup,
} from "#lib/testing/recovery/cluster.ts";
import { documentedSettings } from "#lib/testing/recovery/documented.ts";
import { sweep } from "../background.ts";
import { db, disconnectDb, type Prisma } from "../db/index.ts";
import { env } from "../platform/env.ts";
import { queue, stopQueue } from "../queue/boss.ts";
import { auditCredits } from "./audit.ts";
import { moveCredits } from "./move.ts";
import { refundCharge, settleCharge } from "./resolve.ts";

/** This test copies and recovers two clusters, which is slow next to other tests. */
const waitTimeoutMs = 120_000;
vi.setConfig({ testTimeout: 2 * waitTimeoutMs });

const folder = await mkdtemp(path.join(os.tmpdir(), "photos-recovery-"));
await chmod(folder, 0o711);
const archive = await makeArchive(path.join(folder, "archive"));
const ownArchive = await makeArchive(path.join(folder, "archive-recovered"));
const clusters: HostedCluster[] = [];
afterAll(async () => {
  await disconnect();
  await Promise.all(clusters.map((cluster) => cluster.stop()));
  await rm(folder, { recursive: true, force: true });
});

const settingsFor = (moment: string) =>
  documentedSettings({
    "/archive-recovered/": `${ownArchive}/`,
    "/archive/": `${archive}/`,
    "2026-11-23 14:05:00+00": moment,
  });

/** All balances, ledger and work, as one text. */
const stateStatement = `
  SELECT json_build_object(
    'balances', (SELECT json_agg(b ORDER BY b.user_id) FROM balance b),
    'ledger', (SELECT json_agg(l ORDER BY l.id) FROM ledger_entry l),
    'work', (SELECT json_agg(json_build_array(g.id, g.status, g.from_monthly, g.from_topup) ORDER BY g.id)
             FROM generation g))::text AS state`;
const stateOf = async ({ url }: HostedCluster) => (await query(url, stateStatement))[0]?.state;

test("a second cluster recovers the credits and work of a moment, and the first stays unchanged", async () => {
  const [settings] = await settingsFor("");
  const primary = await startHostedCluster(path.join(folder, "primary"), settings);
  clusters.push(primary);
  await deployMigrations(primary.url);
  await serveFrom(primary);
  const { userId } = await makeAccount({ monthly: 10_000, topup: 100 });

  const load = startLoad(userId);
  const restored = path.join(folder, "restored");
  await takeBaseBackup(primary, restored);
  await load.stopAfter(20);
  const overdue = onePhoto(userId);
  await queueOne({ ...overdue, timeoutMs: 0 }, 4);
  const waiting = onePhoto(userId);
  await queueOne(waiting, 2);

  // Started before the moment, committed after it.
  const late = await beginTopup(userId);
  const [moment] = await query(primary.url, "SELECT clock_timestamp()::text AS at");
  const then = await stateOf(primary);
  await late.commit();
  await startLoad(userId).stopAfter(20);
  await query(primary.url, "DELETE FROM generation");
  await query(primary.url, "DELETE FROM balance");
  await archiveAll(primary);
  const ruined = await stateOf(primary);

  const [, recovery] = await settingsFor(String(moment?.at));
  const recovered = await startRecovery(restored, primary.password, recovery);
  clusters.push(recovered);
  expect(await stateOf(recovered)).toBe(then);
  expect(await stateOf(primary)).toBe(ruined);
  expect(ruined).not.toBe(then);

  await serveFrom(recovered);
  expect((await auditCredits()).findings).toEqual([]);
  expect(await sweep()).toBe(1);
  const work = await db().generation.findUniqueOrThrow({ where: { id: overdue.id } });
  expect(work).toMatchObject({ status: "failed", errorCode: "generation_failed" });
  // The job of waiting work was restored with it: a worker takes it, and it is charged once.
  expect(await idsOfJobs()).toContain(waiting.id);
  await beginWork(waiting.id);
  expect(await settleCharge(waiting.id, { url: "x", publicId: null })).not.toBeNull();
  expect((await auditCredits()).findings).toEqual([]);

  await archiveAll(recovered);
  const hasRecovered = async (files: string) =>
    (await readdir(files)).some((name) => name.startsWith("00000002"));
  expect(await Promise.all([ownArchive, archive].map(hasRecovered))).toEqual([true, false]);
  expect(await stateOf(primary)).toBe(ruined);
});

async function disconnect(): Promise<void> {
  await stopQueue();
  await disconnectDb();
}

/** Makes this process use the cluster as its DATABASE_URL. */
async function serveFrom({ url }: HostedCluster): Promise<void> {
  await disconnect();
  Object.assign(env(), { DATABASE_URL: url });
  // Events are queued too, so the queue's schema must exist.
  await queue();
}

/** Takes all waiting jobs. The number depends on how much load there was during the copy. */
async function idsOfJobs(): Promise<string[]> {
  const boss = await queue();
  const ids: string[] = [];
  for (;;) {
    const jobs = await boss.fetch<{ id: string }>("work", { batchSize: 1_000 });
    if (jobs.length === 0) return ids;
    ids.push(...jobs.map(({ data }) => data.id));
  }
}

/** Charges, settles and refunds, with three concurrent calls. */
function startLoad(userId: string) {
  let finished = 0;
  let isOver = false;
  const one = async () => {
    while (!isOver) {
      const work = onePhoto(userId);
      await chargeOne(work, 1 + (finished % 4));
      if (finished % 3 === 0) await refundCharge(work.id, "generation_failed");
      else await settleCharge(work.id, { url: "x", publicId: null });
      finished += 1;
    }
  };
  const all = Promise.all([one(), one(), one()]);
  return {
    async stopAfter(more: number): Promise<void> {
      const enough = finished + more;
      await vi.waitUntil(() => finished >= enough, { timeout: waitTimeoutMs });
      isOver = true;
      await all;
    },
  };
}

/** A transaction that has moved credits and waits for its commit. */
async function beginTopup(userId: string): Promise<{ commit(): Promise<void> }> {
  const { promise: moved, resolve: move } = Promise.withResolvers<void>();
  const { promise: free, resolve: release } = Promise.withResolvers<void>();
  const run = async (tx: Prisma.TransactionClient) => {
    await moveCredits({ userId, kind: "topup", reference: "late", topup: { add: 50 } }, tx);
    move();
    await free;
  };
  const done = db().$transaction(run, { timeout: waitTimeoutMs });
  await Promise.race([moved, done]);
  return {
    async commit() {
      release();
      await done;
    },
  };
}

/** Resolves when all committed data is in the archive. */
async function archiveAll({ url }: HostedCluster): Promise<void> {
  const [row] = await query(url, "SELECT pg_walfile_name(pg_switch_wal()) AS last");
  await vi.waitUntil(
    async () => {
      const [archiver] = await query(url, "SELECT last_archived_wal AS wal FROM pg_stat_archiver");
      return String(archiver?.wal ?? "") >= String(row?.last);
    },
    { timeout: waitTimeoutMs, interval: 50 },
  );
}
