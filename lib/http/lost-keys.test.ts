import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { handBack, sweep } from "#lib/background.ts";
import { sendHeartbeat } from "#lib/db/heartbeat.ts";
import { db, sql } from "#lib/db/index.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { bootId, isRunning } from "#lib/platform/process.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { deepTest } from "#lib/testing/trials.ts";
import { operations } from "../contract/operations.ts";
import { queueOne } from "../testing/credits/charge-one.ts";
import { claimKey, claimName, endClaim, hashRequest } from "./idempotency.ts";
import { runOnce } from "./run-once.ts";

await useDatabase();

/** A claimed key of this or another process, with checks whether it is still claimed and its process listed. */
async function claimedBy(owner = bootId(), hash = "hash") {
  const { userId } = await makeAccount();
  const claim = { userId, key: newId("row") };
  await claimKey(claim, "generate", hash);
  if (owner !== bootId()) {
    endClaim(claim);
    await db().idempotencyKey.updateMany({ where: claim, data: { bootId: owner } });
  }
  return {
    claim,
    isHeld: async () => (await db().idempotencyKey.count({ where: claim })) === 1,
    isListed: async () => (await db().appProcess.count({ where: { bootId: owner } })) === 1,
  };
}

async function processElsewhere(instance: string): Promise<string> {
  const id = newId("boot");
  await db().appProcess.create({ data: { bootId: id, instance, slots: 4 } });
  return id;
}

const beSilent = (id: string) =>
  db().$executeRaw(sql`
  UPDATE app_process SET heartbeat_at = now() - interval '50 seconds' WHERE boot_id = ${id}`);

/** The latest time of the simulated clock, which never goes back: the process remembers its last heartbeat. */
let latestMs = 0;

async function beatAt(ms: number): Promise<void> {
  latestMs = ms;
  vi.spyOn(performance, "now").mockReturnValue(ms);
  await sendHeartbeat();
}

/** Simulates a heartbeat every ten seconds for this long. */
async function beatSteadilyFor(ms: number): Promise<void> {
  const start = Math.max(performance.now(), latestMs);
  for (let passedMs = 0; passedMs <= ms; passedMs += 10_000) await beatAt(start + passedMs);
}

/** Runs code in a child process with this process's environment; it ends by itself or with `end`. */
async function startProcess(code: string) {
  const { userId } = await makeAccount();
  const script = `
    const { sendHeartbeat } = await import("#lib/db/heartbeat.ts");
    const { sweep } = await import("#lib/background.ts");
    const { claimKey } = await import("#lib/http/idempotency.ts");
    const claim = () => claimKey({ userId: "${userId}", key: "theirs" }, "generate", "hash");
    const forever = () => new Promise(() => setInterval(() => {}, 1000));
    ${code}; process.exit(0);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit").then(([code, signal]) => signal ?? code);
  const line = await Promise.race([once(child.stdout, "data").then(String), ended.then(() => "")]);
  const end = () => {
    child.kill("SIGKILL");
    return ended;
  };
  const isHeld = async () => (await db().idempotencyKey.count({ where: { userId } })) === 1;
  return { line, ended, end, isHeld };
}

beforeEach(() => sendHeartbeat());

test("the key of a running request is retained, and released if the request no longer runs", async () => {
  tried("killed-process");
  const { claim, isHeld } = await claimedBy();
  await sweep();
  expect(await isHeld()).toBe(true);
  endClaim(claim);
  await sweep();
  expect(await isHeld()).toBe(false);
});

deepTest("the next sweep releases the keys of a local process that was killed", async () => {
  tried("killed-process");
  const { ended, isHeld } = await startProcess(
    `await sendHeartbeat(); await claim(); process.kill(process.pid, "SIGKILL")`,
  );
  expect(await ended).toBe("SIGKILL");
  expect(await isHeld()).toBe(true);
  await sweep();
  expect(await isHeld()).toBe(false);
  expect(readdirSync(path.join(env().DATA_DIR, "processes"))).toEqual([`${bootId()}.lock`]);
});

deepTest(
  "two processes with the same host, port and data directory do not release each other's keys",
  async () => {
    tried("instances");
    const ours = await claimedBy();
    const { isHeld, end, line } = await startProcess(
      `await sendHeartbeat(); await claim(); await sweep(); await sendHeartbeat(); console.log("swept"); await forever()`,
    );
    expect(line).toBe("swept\n");
    for (const round of [1, 2, 3]) {
      await sendHeartbeat();
      await sweep();
      expect([await ours.isHeld(), await isHeld()], `round ${round}`).toEqual([true, true]);
    }
    await end();
    await sweep();
    expect([await ours.isHeld(), await isHeld()]).toEqual([true, false]);
    endClaim(ours.claim);
  },
);

test("an unlocked file in a copied data directory does not prove that a process is dead", async () => {
  tried("instances");
  const folder = path.join(env().DATA_DIR, "processes");
  const { ino, dev } = statSync(path.join(folder, `${bootId()}.lock`));
  const elsewhere = await processElsewhere(`another-kernel:${dev}:${ino}`);
  const file = path.join(folder, `${elsewhere}.lock`);
  writeFileSync(file, "");
  const { isHeld, isListed } = await claimedBy(elsewhere);
  await sweep();
  expect([await isHeld(), await isListed()]).toEqual([true, true]);
  rmSync(file);
});

test("a remote process that was silent for long counts as dead, and its keys are released", async () => {
  tried("killed-process");
  const elsewhere = await processElsewhere("other-kernel:1:2");
  const { isHeld, isListed } = await claimedBy(elsewhere);
  await beSilent(elsewhere);
  await beatSteadilyFor(50_000);
  await sweep();
  expect([await isHeld(), await isListed()]).toEqual([false, false]);
});

test("a database outage does not make a silent process count as dead", async () => {
  tried("instances");
  const elsewhere = await processElsewhere("other-kernel:1:2");
  const { isHeld, isListed } = await claimedBy(elsewhere);
  await beSilent(elsewhere);
  await beatSteadilyFor(50_000);
  await beatAt(latestMs + 50_000);
  await sweep();
  expect([await isHeld(), await isListed()]).toEqual([true, true]);
  await db().appProcess.delete({ where: { bootId: elsewhere } });
});

test("a retry that waited for the work of a lost process is not counted as running afterwards", async () => {
  const operation = operations.generate;
  const given = { image_url: "x" };
  const { claim } = await claimedBy(newId("boot"), hashRequest(operation.id, given));
  const work = { apiKeyId: null, operation: "generate", imageUrl: "x", timeoutMs: 60_000 } as const;
  const id = newId("gen");
  await queueOne({ ...work, id, userId: claim.userId, idempotencyKey: claim.key }, 1);
  const resumed: unknown[] = [];
  const run = async (resumedId: string | null) => {
    resumed.push(resumedId);
    return Response.json({});
  };
  const call = { operation, claim, given, headers: new Headers(), respondAsync: false, run };
  await runOnce(call).finally(() => endClaim(claim));
  expect([resumed, isRunning(claimName(claim))]).toEqual([[id], false]);
});

test("the key of charged work survives its process and resumes the work", async () => {
  tried("killed-process");
  const { claim, isHeld } = await claimedBy(newId("boot"));
  const work = { apiKeyId: null, operation: "generate", imageUrl: "x", timeoutMs: 60_000 } as const;
  const id = newId("gen");
  await queueOne({ ...work, id, userId: claim.userId, idempotencyKey: claim.key }, 1);
  await sweep();
  expect(await isHeld()).toBe(true);
  expect(await claimKey(claim, "generate", "hash")).toEqual({ resumedId: id });
  endClaim(claim);
});

test("a process that shuts down releases its keys and removes its registration", async () => {
  tried("drain");
  const { claim, isHeld, isListed } = await claimedBy();
  await handBack();
  expect([await isHeld(), await isListed()]).toEqual([false, false]);
  endClaim(claim);
});
