import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { sweep } from "#lib/background.ts";
import { readAttempts } from "#lib/credits/attempts.ts";
import { auditCredits } from "#lib/credits/audit.ts";
import type { Generation } from "#lib/db/generated/client.ts";
import { sendHeartbeat } from "#lib/db/heartbeat.ts";
import { db } from "#lib/db/index.ts";
import { hashRequest } from "#lib/http/idempotency.ts";
import { limitConcurrency } from "#lib/platform/concurrency.ts";
import { env } from "#lib/platform/env.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { compiledSources } from "#lib/testing/compiled.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { callPaid, paidEndpoint, paidOperation } from "#lib/testing/generations/paid-endpoint.ts";
import type { Stage } from "#lib/testing/generations/work-child.ts";
import { endWorkers, giveUpSilentWorkers, runWorkers } from "#lib/testing/generations/workers.ts";
import { deepTest, rowsOf, runsOf } from "#lib/testing/trials.ts";

await useDatabase();

const orderOf = (photos: number) => ({ say: "again", ...(photos > 1 && { n: photos }) });
const perPhoto: readonly Stage[] = ["working", "made", "storing"];

/** Lets a process work up to a stage, of its last photo, and kills it there. */
async function killAt(
  stage: Stage,
  account: { userId: string; keyId: string },
  photos: number,
): Promise<void> {
  let timesLeft = perPhoto.includes(stage) ? photos : 1;
  const { DATABASE_URL, DATA_DIR } = env();
  const environment = {
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    DATABASE_POOL_SIZE: "2",
    // Long, so that a busy machine causes no timeouts.
    DATABASE_TIMEOUT_MS: "60000",
    WORKERS: "1",
  } as const;
  const child = fork(
    path.join(import.meta.dirname, "../../testing/generations/work-child.ts"),
    [account.userId, account.keyId, hashRequest(paidOperation.id, orderOf(photos)), String(photos)],
    { env: { ...environment, ...compiledSources, DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) } },
  );
  const ended = once(child, "exit");
  for (;;) {
    const [reached] = (await Promise.race([once(child, "message"), ended])) as [Stage | number];
    if (typeof reached === "number") throw new Error(`the process ended by itself (${reached})`);
    if (reached === stage) timesLeft -= 1;
    if (timesLeft === 0) {
      child.kill("SIGKILL");
      await ended;
      return;
    }
    child.send("go on");
  }
}

/** The recorded attempts by the stage at which the first process was killed. */
const attempts: Record<Stage, string[]> = {
  "before charge": ["succeeded"],
  queued: ["succeeded"],
  working: ["unknown", "succeeded"],
  made: ["unknown", "succeeded"],
  storing: ["unknown", "succeeded"],
  completed: ["succeeded"],
};
const outcomesOf = (row: Generation) => readAttempts(row).map(({ outcome }) => outcome);

/**
 * Kills processes at a stage of their work, of the last photo of a call for several; expects that the work is charged
 * once, that what was made stays, and that retries with its key return the same result.
 */
async function expectRecovery(stage: Stage, killsEach: number, photos = 1): Promise<void> {
  await sendHeartbeat();
  // A process that waits for its last photo, or whose work is completed, would take another one's job.
  const isAlone = stage === "completed" || photos > 1;
  const limit = limitConcurrency({ atOnce: isAlone ? 1 : killsEach });
  const kills = Array.from({ length: killsEach }, () =>
    limit(async () => {
      const account = await makeAccount({ monthly: 3, topup: 4 * photos + 1 });
      await killAt(stage, account, photos);
      return account;
    }),
  );
  const accounts = await Promise.all(kills);
  await Promise.all([sweep(), sweep()]);
  for (const { userId } of accounts) {
    const { monthly, topup } = await db().balance.findUniqueOrThrow({ where: { userId } });
    expect([monthly, topup]).toEqual(stage === "before charge" ? [3, 4 * photos + 1] : [0, 4]);
  }

  const handler = paidEndpoint(4, async () => ({ url: "https://example.com/other.jpg", publicId: null }));
  await runWorkers();
  await giveUpSilentWorkers();
  const isOver = async () =>
    (await db().generation.count({ where: { status: { in: ["queued", "running"] } } })) === 0;
  await vi.waitUntil(isOver, { timeout: 30_000 });
  for (const { userId, key } of accounts) {
    const retry = { key, json: orderOf(photos), headers: { "idempotency-key": "order-1" } };
    const { status, body } = await callPaid(handler, retry);
    const urls = Array.from({ length: photos }, (_, place) => {
      const isMade = stage === "completed" || (perPhoto.includes(stage) && place < photos - 1);
      return `https://example.com/${isMade ? "made" : "other"}.jpg`;
    });
    const left = { monthly: 0, topup: 4, total: 4 };
    expect([status, body]).toMatchObject([
      200,
      { result_url: urls[0], credits_used: 4 * photos, credits_remaining: left },
    ]);
    expect(body.results?.map(({ result_url }: { result_url: string }) => result_url)).toEqual(
      photos > 1 ? urls : undefined,
    );
    expect((await callPaid(handler, retry)).body).toStrictEqual(body);
    const rows = await db().generation.findMany({ where: { userId }, orderBy: { place: "asc" } });
    expect(rows.map(outcomesOf).at(-1)).toEqual(attempts[stage]);
    expect(rows).toHaveLength(photos);
  }
  await endWorkers();
  expect((await auditCredits()).findings).toEqual([]);
}

const killsEach = runsOf(3, 1);

const stages: readonly Stage[] = ["before charge", "queued", "working", "made", "storing", "completed"];

deepTest.each(stages)(
  "the photos of a call for several are charged once if its process is killed at the stage '%s' of the last one",
  async (stage) => {
    tried("killed-process", killsEach);
    await expectRecovery(stage, killsEach, 3);
  },
);

test.each(rowsOf(stages, ["working"]))(
  "work of a process killed at the stage '%s' is charged once, and a retry with its key returns the result",
  async (stage) => {
    tried("killed-process", killsEach);
    if (stage === "working") tried("killed-worker", killsEach);
    await expectRecovery(stage, killsEach);
  },
);

deepTest(
  "of a call for several photos, what was made before a kill stays, the rest is made later, and retries return all",
  async () => {
    tried("killed-process");
    await expectRecovery("working", 1, 2);
  },
);
