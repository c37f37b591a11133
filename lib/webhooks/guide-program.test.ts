import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { db } from "#lib/db/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { createVerifiedEndpoint } from "#lib/testing/webhooks/verified.ts";
import { attemptDelivery } from "./attempt.ts";
import { testEndpoint } from "./deliveries.ts";
import { rotateSecret } from "./endpoints.ts";

await useDatabase();
const folder = await mkdtemp(path.join(os.tmpdir(), "webhook-program-"));
let child: ChildProcess | undefined;

afterAll(async () => {
  child?.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

/** Starts the guide's Node program, unchanged. */
async function startProgram(port: number, secret: string): Promise<void> {
  const guide = await readFile("docs/guide.md", "utf8");
  const [, program = ""] = /^```js Node.*?\n(.*?)^```$/ms.exec(guide) ?? [];
  expect(program).toContain("new Webhook");
  await writeFile(path.join(folder, "receive.mjs"), program);
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
  const env = { NODE_ENV: "test" as const, PORT: String(port), WEBHOOK_SECRET: secret };
  child = spawn(process.execPath, ["receive.mjs"], { cwd: folder, env, stdio: "ignore" });
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`, { method: "POST" }), { timeout: 20_000 });
}

test("the guide's program accepts events signed with its secret, and rejects others", async () => {
  const { userId } = await makeAccount();
  const port = await findTestPort();
  const url = `http://127.0.0.1:${port}/webhooks/photos`;
  const { id, secret } = await createVerifiedEndpoint({ url, events: ["*"] }, { userId });
  await startProgram(port, secret);
  const send = async () => {
    const sent = await testEndpoint({ id }, { userId });
    await attemptDelivery({ deliveryId: sent.id, attemptsMade: 0 });
    return await db().webhookDelivery.findUniqueOrThrow({ where: { id: sent.id } });
  };
  expect(await send()).toMatchObject({ status: "succeeded", attempts: [{ statusCode: 204 }] });
  await rotateSecret({ id }, { userId });
  expect(await send()).toMatchObject({ status: "succeeded" });
  await rotateSecret({ id }, { userId });
  expect(await send()).toMatchObject({ status: "pending", attempts: [{ statusCode: 400 }] });
});
