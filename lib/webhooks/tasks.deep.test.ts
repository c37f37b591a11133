// Guards that several processes deliver each event once, and that many silent endpoints delay no other account.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { queue, stopQueue } from "#lib/queue/boss.ts";
import { startTasks } from "#lib/queue/tasks.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { someCredits, startReceiver, verifyReceived } from "#lib/testing/webhooks/receiver.ts";
import { createVerifiedEndpoint } from "#lib/testing/webhooks/verified.ts";
import { emitEvent } from "./emit.ts";
import { webhookTasks } from "./tasks.ts";

await useDatabase();
const program = path.resolve(import.meta.dirname, "../testing/webhooks/deliver-child.ts");
const children = new Set<ChildProcess>();
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  children.clear();
  await stopQueue();
});
afterAll(() => receiver.close());

async function startChild(): Promise<ChildProcess> {
  const child = fork(program, { execArgv: [] });
  children.add(child);
  await once(child, "message");
  return child;
}

async function makeEndpoint(hook: string) {
  const { userId } = await makeAccount();
  const { id, secret } = await createVerifiedEndpoint({ url: receiver.url(hook), events: ["*"] }, { userId });
  const emit = () => emitEvent({ userId, type: "credits.low", reference: newId("row"), data: someCredits });
  const allSucceeded = () =>
    vi.waitFor(
      async () => {
        const where = { endpointId: id, NOT: { status: "succeeded" as const } };
        expect(await db().webhookDelivery.count({ where })).toBe(0);
      },
      { timeout: 20_000 },
    );
  return { id, secret, emit, allSucceeded };
}

/** Endpoints of one account that answered their first pings and then stop answering. */
async function makeSilentEndpoints(count: number) {
  const { userId } = await makeAccount();
  const open: ServerResponse[] = [];
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const path = `/silent-${userId}-${index}`;
    receiver.answerWith(path, (_request, response) => void open.push(response));
    const { id } = await createVerifiedEndpoint({ url: receiver.url(path), events: ["*"] }, { userId });
    ids.push(id);
  }
  const emit = () => emitEvent({ userId, type: "credits.low", reference: newId("row"), data: someCredits });
  const answerAll = () => {
    for (let index = 0; index < count; index += 1) receiver.answerWith(`/silent-${userId}-${index}`, 200);
    for (const response of open) response.writeHead(200).end();
  };
  return { ids, emit, open, answerAll };
}

test("webhooks arrive while twenty endpoints of another account never respond", async () => {
  const [silent, quick] = await Promise.all([makeSilentEndpoints(20), makeEndpoint("/quick")]);
  for (let index = 0; index < 5; index += 1) await silent.emit();
  await Promise.all([startTasks(webhookTasks), startChild()]);
  await vi.waitFor(() => expect(silent.open.length).toBeGreaterThanOrEqual(4), { timeout: 20_000 });
  for (let count = 1; count <= 5; count += 1) {
    const waiting = silent.open.findLast(({ destroyed }) => !destroyed);
    await quick.emit();
    await receiver.until("/quick", count);
    // It did not wait until a silent endpoint was given up.
    expect(waiting?.destroyed).toBe(false);
  }
  // Concurrent statements assign slots, so that slightly more than four may be taken, but never one per endpoint.
  expect(silent.open.filter(({ destroyed }) => !destroyed).length).toBeLessThan(silent.ids.length / 2);
  silent.answerAll();
}, 60_000);

test("several processes deliver every event exactly once", async () => {
  const { emit, secret, allSucceeded } = await makeEndpoint("/shared");
  await Promise.all([startChild(), startChild()]);
  await Promise.all(Array.from({ length: 12 }, () => emit()));
  await receiver.until("/shared", 12);
  await allSucceeded();
  const received = receiver.at("/shared");
  const ids = received.map((one) => (verifyReceived(one, secret) as { id: string }).id);
  expect(new Set(ids).size).toBe(12);
  expect(received).toHaveLength(12);
}, 90_000);

test("a delivery whose process is killed before the response is repeated by another process", async () => {
  const { emit, id, allSucceeded } = await makeEndpoint("/killed");
  receiver.answerWith("/killed", () => undefined);
  const child = await startChild();
  await emit();
  await receiver.until("/killed", 1);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await db().webhookDelivery.findFirst({ where: { endpointId: id } })).toMatchObject({
    status: "pending",
    attemptsMade: 0,
  });
  receiver.answerWith("/killed", 200);
  // Simulates missing heartbeats.
  await db().$executeRaw(sql`
    UPDATE pgboss.job SET heartbeat_on = now() - interval '1 minute' WHERE name = 'webhooks-prompt' AND state = 'active'`);
  const boss = await queue();
  await boss.supervise("webhooks-prompt");
  await startTasks(webhookTasks);
  await receiver.until("/killed", 2);
  await allSucceeded();
  const [first, second] = receiver.at("/killed");
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
});
