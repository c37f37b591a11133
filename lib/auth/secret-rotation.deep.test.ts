// Guards that resealing of stored secrets, killed midway, continues in two processes and replaces each value once.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { db, sql } from "../db/index.ts";
import { env } from "../platform/env.ts";
import { makeAccount } from "../testing/accounts.ts";
import { compiledSources } from "../testing/compiled.ts";
import { useDatabase } from "../testing/database.ts";
import { restartWithSecrets } from "../testing/secrets.ts";
import { makeSecret } from "../webhooks/secret.ts";
import { countSealed } from "./secret-rotation.ts";

await useDatabase();
const [first = "", second = ""] = ["1", "2"].map((digit) => `secret ${digit} `.repeat(4));
const folder = await mkdtemp(path.join(os.tmpdir(), "photos-rotations-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const formerCount = async () => (await countSealed()).reduce((sum, { former }) => sum + former, 0);

test("resealing that was killed midway continues in two processes and replaces each value once", async () => {
  restartWithSecrets({ current: first });
  const { userId } = await makeAccount();
  const made = Array.from({ length: 700 }, () => makeSecret());
  const rows = made.map(({ sealed }, index) => ({ id: `whe_${String(index).padStart(5, "0")}`, sealed }));
  await db().$executeRaw(sql`
    INSERT INTO webhook_endpoint (id, user_id, url, events, secret)
    SELECT r->>'id', ${userId}, 'https://example.com', ARRAY['*'], r->>'sealed'
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`);
  restartWithSecrets({ current: second, previous: first });

  const victim = startProcess();
  const where = { id: "whe_00000", secret: rows[0]?.sealed ?? "" };
  while ((await db().webhookEndpoint.count({ where })) === 1) await delay(5);
  victim.kill("SIGKILL");
  await once(victim, "exit");
  const left = await formerCount();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(700);

  const shares = await Promise.all([startProcess(), startProcess()].map(resultOf));
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(left);
  restartWithSecrets({ current: second });
  expect(await countSealed()).toContainEqual(
    expect.objectContaining({ name: "webhook secrets", current: 700, former: 0, unreadable: 0 }),
  );
});

function startProcess(): ChildProcess {
  const { DATABASE_URL, DATA_DIR } = env();
  const secrets = { AUTH_SECRET: second, AUTH_SECRET_PREVIOUS: first };
  return fork(path.join(import.meta.dirname, "../testing/auth/reseal-child.ts"), {
    env: {
      NODE_ENV: "test",
      LOG_LEVEL: "silent",
      DATA_DIR,
      ...compiledSources,
      ...secrets,
      ...(DATABASE_URL && { DATABASE_URL }),
    },
  });
}

async function resultOf(child: ChildProcess): Promise<number> {
  const [[replaced]] = await Promise.all([once(child, "message"), once(child, "exit")]);
  return Number(replaced);
}
