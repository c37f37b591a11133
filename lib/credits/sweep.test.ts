import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { beginWork, bootId, endWork } from "#lib/platform/process.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { handBack } from "../background.ts";
import { sendHeartbeat } from "../db/heartbeat.ts";
import { freeLostKeys } from "../http/idempotency.ts";
import { chargeOne } from "../testing/credits/charge-one.ts";
import { settleCharge } from "./resolve.ts";
import { refundAbandoned } from "./sweep.ts";

await useDatabase();

async function chargedBy(owner: string, timeoutMs = 60_000) {
  const { userId } = await makeAccount({ monthly: 5 });
  const id = newId("gen");
  await chargeOne({ id, userId, apiKeyId: null, operation: "generate", imageUrl: "x", timeoutMs }, 2);
  await db().generation.update({ where: { id }, data: { bootId: owner } });
  const monthly = async () => (await db().balance.findUniqueOrThrow({ where: { userId } })).monthly;
  return { id, userId, monthly };
}

/** As if the heart had beaten every ten seconds for so long. */
async function beatSteadilyFor(ms: number): Promise<void> {
  const now = performance.now();
  const clock = vi.spyOn(performance, "now");
  for (let passedMs = 0; passedMs <= ms; passedMs += 10_000) {
    clock.mockReturnValue(now + passedMs);
    await sendHeartbeat();
  }
}

/** Runs code in a process of its own with this one's environment; it ends by itself or with `end`. */
async function startProcess(code: string) {
  const { userId } = await makeAccount({ monthly: 5 });
  const id = newId("gen");
  const script = `
    const { sendHeartbeat } = await import("#lib/db/heartbeat.ts");
    const { refundAbandoned } = await import("#lib/credits/sweep.ts");
    const { chargeCredits } = await import("#lib/credits/charge.ts");
    const { beginWork } = await import("#lib/platform/process.ts");
    const charge = () => { beginWork("${id}"); return chargeOne({ id: "${id}", userId: "${userId}", apiKeyId: null,
      operation: "generate", imageUrl: "x", timeoutMs: 60_000 }, 2); };
    const forever = () => new Promise(() => setInterval(() => {}, 1000));
    ${code}; process.exit(0);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit").then(([code, signal]) => signal ?? code);
  const line = await Promise.race([once(child.stdout, "data").then(String), ended.then(() => "")]);
  const monthly = async () => (await db().balance.findUniqueOrThrow({ where: { userId } })).monthly;
  const end = () => {
    child.kill("SIGKILL");
    return ended;
  };
  return { line, charge: { id, monthly }, ended, end };
}

async function inProcess(code: string) {
  const { ended, charge } = await startProcess(code);
  return { code: await ended, charge };
}

// What an earlier test left open.
beforeEach(() => refundAbandoned());

describe("the sweep", () => {
  test("leaves the work that runs here alone", async () => {
    await sendHeartbeat();
    const charge = await chargedBy(bootId());
    beginWork(charge.id);
    expect(await refundAbandoned()).toBe(0);
    expect(await charge.monthly()).toBe(3);
    endWork(charge.id);
  });

  test("refunds what this very process lost on the way: a charge whose answer never came", async () => {
    tried("killed-process");
    await sendHeartbeat();
    const charge = await chargedBy(bootId());
    expect(await refundAbandoned()).toBe(1);
    expect(await charge.monthly()).toBe(5);
  });

  test("refunds at once what a process left open that is proved to be gone", async () => {
    tried("killed-process");
    const { code, charge } = await inProcess(
      `await sendHeartbeat(); await charge(); process.kill(process.pid, "SIGKILL")`,
    );
    expect(code).toBe("SIGKILL");
    await sendHeartbeat();
    expect(await refundAbandoned()).toBe(1);
    expect(await charge.monthly()).toBe(5);
    expect(await settleCharge(charge.id, { url: "x", publicId: null })).toBeNull();
    expect(readdirSync(path.join(env().DATA_DIR, "processes"))).toEqual([`${bootId()}.lock`]);
  });

  test("leaves a living process alone that has the same host, port and data folder, and is left alone by it", async () => {
    tried("instances");
    await sendHeartbeat();
    const ours = await chargedBy(bootId());
    beginWork(ours.id);
    const { charge, end, line } = await startProcess(
      `await sendHeartbeat(); await charge(); await sendHeartbeat(); console.log("swept", await refundAbandoned()); await forever()`,
    );
    expect(line).toBe("swept 0\n");
    for (const round of [1, 2, 3]) {
      await sendHeartbeat();
      expect(await refundAbandoned(), `round ${round}`).toBe(0);
    }
    expect(await ours.monthly()).toBe(3);
    expect(await charge.monthly()).toBe(3);
    await end();
    expect(await refundAbandoned()).toBe(1);
    expect(await ours.monthly()).toBe(3);
    expect(await charge.monthly()).toBe(5);
    endWork(ours.id);
  });

  test("believes no copy of a data folder: there the file of a living process looks free", async () => {
    tried("instances");
    const elsewhere = newId("boot");
    const file = path.join(env().DATA_DIR, "processes", `${elsewhere}.lock`);
    const { ino, dev } = statSync(path.join(env().DATA_DIR, "processes", `${bootId()}.lock`));
    writeFileSync(file, "");
    await db().appProcess.create({ data: { bootId: elsewhere, instance: `another-kernel:${dev}:${ino}` } });
    const charge = await chargedBy(elsewhere);
    await sendHeartbeat();
    expect(await refundAbandoned()).toBe(0);
    expect(await charge.monthly()).toBe(3);
    await db().appProcess.delete({ where: { bootId: elsewhere } });
    await refundAbandoned();
    rmSync(file);
  });

  test("refunds the work of a process elsewhere once it has been silent for long", async () => {
    tried("killed-process");
    const elsewhere = newId("boot");
    await db().appProcess.create({ data: { bootId: elsewhere, instance: "other-kernel:1:2" } });
    const charge = await chargedBy(elsewhere);
    await sendHeartbeat();
    expect(await refundAbandoned()).toBe(0);
    await db().$executeRaw(sql`
      UPDATE app_process SET heartbeat_at = now() - interval '50 seconds' WHERE boot_id = ${elsewhere}`);
    await beatSteadilyFor(50_000);
    expect(await refundAbandoned()).toBe(1);
    expect(await charge.monthly()).toBe(5);
  });

  test("blames nobody for the silence of a database that was away", async () => {
    tried("instances");
    const elsewhere = newId("boot");
    await db().appProcess.create({ data: { bootId: elsewhere, instance: "other-kernel:1:2" } });
    const charge = await chargedBy(elsewhere);
    await db().$executeRaw(sql`
      UPDATE app_process SET heartbeat_at = now() - interval '50 seconds' WHERE boot_id = ${elsewhere}`);
    await beatSteadilyFor(50_000);
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 50_000);
    await sendHeartbeat();
    expect(await refundAbandoned()).toBe(0);
    expect(await charge.monthly()).toBe(3);
    await db().appProcess.delete({ where: { bootId: elsewhere } });
    await refundAbandoned();
  });

  test("gives back what is open, and takes its leave, when a process ends in order", async () => {
    tried("drain");
    await sendHeartbeat();
    const charge = await chargedBy(bootId());
    beginWork(charge.id);
    expect(await handBack()).toBe(1);
    expect(await charge.monthly()).toBe(5);
    expect(await db().appProcess.count({ where: { bootId: bootId() } })).toBe(0);
    endWork(charge.id);
  });

  test("refunds work whose time is over, once, however many sweep at the same moment", async () => {
    tried("resolve-once");
    await sendHeartbeat();
    const charge = await chargedBy(bootId(), 0);
    const refunded = await Promise.all([refundAbandoned(), refundAbandoned(), refundAbandoned()]);
    expect(refunded.reduce((sum, count) => sum + count)).toBe(1);
    expect(await charge.monthly()).toBe(5);
  });

  test("frees the idempotency key of a lost request, so that its retry can run", async () => {
    tried("killed-process");
    const { userId } = await makeAccount();
    await sendHeartbeat();
    await db().idempotencyKey.create({
      data: {
        userId,
        key: "lost",
        operation: "generate",
        requestHash: "x",
        bootId: newId("boot"),
        lockedUntil: new Date(Date.now() + 60_000),
        expiresAt: new Date(Date.now() + 60_000),
      },
    });
    await refundAbandoned();
    await freeLostKeys();
    expect(await db().idempotencyKey.count({ where: { userId } })).toBe(0);
  });
});
