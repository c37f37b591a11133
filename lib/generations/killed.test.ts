import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, test } from "vitest";
import { sweep } from "#lib/background.ts";
import { auditCredits } from "#lib/credits/audit.ts";
import { sendHeartbeat } from "#lib/db/heartbeat.ts";
import { db } from "#lib/db/index.ts";
import { env } from "#lib/platform/env.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import type { Stage } from "../testing/generations/work-child.ts";

await useDatabase();

const killsEach = 3;

/** Lets a process work up to a stage, and kills it there. */
async function killAt(stage: Stage, account: { userId: string; keyId: string }): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = env();
  const environment = {
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    DATABASE_POOL_SIZE: "2",
  } as const;
  const child = fork(
    path.join(import.meta.dirname, "../testing/generations/work-child.ts"),
    [account.userId, account.keyId],
    {
      env: { ...environment, DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) },
    },
  );
  const ended = once(child, "exit");
  for (;;) {
    const [reached] = (await once(child, "message")) as [Stage];
    if (reached === stage) {
      child.kill("SIGKILL");
      await ended;
      return;
    }
    child.send("go on");
  }
}

test.each<Stage>(["before charge", "charged", "working", "made", "storing", "settled"])(
  "a process killed at the stage '%s' leaves a charge that is given back once, or its result",
  async (stage) => {
    tried("killed-process", killsEach);
    await sendHeartbeat();
    const rounds = Array.from({ length: killsEach }, async () => {
      const account = await makeAccount({ monthly: 3, topup: 5 });
      await killAt(stage, account);
      await Promise.all([sweep(), sweep()]);
      const { userId } = account;
      const rows = await db().generation.findMany({ where: { userId } });
      const keys = await db().idempotencyKey.findMany({ where: { userId } });
      const { monthly, topup } = await db().balance.findUniqueOrThrow({ where: { userId } });
      const isKept = stage === "settled";
      expect([monthly, topup]).toEqual(isKept ? [0, 4] : [3, 5]);
      expect(rows.map(({ status }) => status)).toEqual(
        stage === "before charge" ? [] : [isKept ? "succeeded" : "failed"],
      );
      // The answer of a kept charge can be replayed; otherwise the same key may be used again.
      expect(keys.map(({ state }) => state)).toEqual(isKept ? ["done"] : []);
    });
    await Promise.all(rounds);
    expect((await auditCredits()).findings).toEqual([]);
  },
);
