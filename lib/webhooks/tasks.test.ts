import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { stopQueue } from "#lib/queue/boss.ts";
import { startTasks } from "#lib/queue/tasks.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { someCredits, startReceiver } from "#lib/testing/webhooks/receiver.ts";
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

async function _startChild(): Promise<ChildProcess> {
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

test("webhooks arrive while six endpoints of another account never respond", async () => {
  const [silent, quick] = await Promise.all([makeSilentEndpoints(6), makeEndpoint("/quick")]);
  for (let index = 0; index < 2; index += 1) await silent.emit();
  await startTasks(webhookTasks);
  await vi.waitFor(() => expect(silent.open.length).toBeGreaterThanOrEqual(2), { timeout: 20_000 });
  for (let count = 1; count <= 2; count += 1) {
    const waiting = silent.open.findLast(({ destroyed }) => !destroyed);
    await quick.emit();
    await receiver.until("/quick", count);
    // It did not wait until a silent endpoint was given up.
    expect(waiting?.destroyed).toBe(false);
  }
  silent.answerAll();
}, 60_000);

test("an endpoint that does not respond is in the slow lane until it responds again", async () => {
  const { id, emit, allSucceeded } = await makeEndpoint("/hangs-up");
  const isSlow = async () => {
    const { slowSince } = await db().webhookEndpoint.findUniqueOrThrow({ where: { id } });
    return slowSince !== null;
  };
  receiver.answerWith("/hangs-up", (request) => request.socket.destroy());
  await emit();
  await startTasks(webhookTasks);
  await vi.waitFor(async () => expect(await isSlow()).toBe(true), { timeout: 20_000 });
  const findLanes = () =>
    db().$queryRaw<{ name: string }[]>(sql`
      SELECT DISTINCT name FROM pgboss.job WHERE data->>'endpointId' = ${id} AND state = 'created'`);
  // The turn that detects the slowness moves it to the slow lane at its end.
  await vi.waitFor(async () => expect(await findLanes()).toEqual([{ name: "webhooks-slow" }]), {
    timeout: 20_000,
  });
  receiver.answerWith("/hangs-up", 200);
  await emit();
  await allSucceeded();
  expect(await isSlow()).toBe(false);
}, 60_000);
