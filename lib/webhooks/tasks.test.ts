import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { queue } from "#lib/queue/boss.ts";
import { startTasks } from "#lib/queue/tasks.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { deepTest, rowsOf } from "#lib/testing/trials.ts";
import { useDeliveries } from "#lib/testing/webhooks/deliveries.ts";
import { verifyReceived } from "#lib/testing/webhooks/receiver.ts";
import { webhookTasks } from "./tasks.ts";

await useDatabase();
const { receiver, startChild, makeEndpoint, makeSilentEndpoints } = await useDeliveries();

const crowds = [
  ["six", { count: 6, events: 2, taken: 2 }],
  ["twenty", { count: 20, events: 5, taken: 4 }],
] as const;

test.each(rowsOf(crowds, crowds.slice(0, 1)))(
  "webhooks arrive while %s endpoints of another account never respond",
  async (name, { count, events, taken }) => {
    const hook = `/quick-${name}`;
    const [silent, quick] = await Promise.all([makeSilentEndpoints(count), makeEndpoint(hook)]);
    for (let index = 0; index < events; index += 1) await silent.emit();
    await Promise.all([startTasks(webhookTasks), count > 6 && startChild()]);
    await vi.waitFor(() => expect(silent.open.length).toBeGreaterThanOrEqual(taken), { timeout: 20_000 });
    for (let arrived = 1; arrived <= events; arrived += 1) {
      const waiting = silent.open.findLast(({ destroyed }) => !destroyed);
      await quick.emit();
      await receiver.until(hook, arrived);
      // It did not wait until a silent endpoint was given up.
      expect(waiting?.destroyed).toBe(false);
    }
    // Concurrent statements assign slots, so that slightly more than four may be taken, but never one per endpoint.
    expect(silent.open.filter(({ destroyed }) => !destroyed).length).toBeLessThan(10);
    silent.answerAll();
  },
  60_000,
);

deepTest(
  "an endpoint that does not respond is in the slow lane until it responds again",
  async () => {
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
  },
  60_000,
);

deepTest(
  "several processes deliver every event exactly once",
  async () => {
    const { emit, secret, allSucceeded } = await makeEndpoint("/shared");
    await Promise.all([startChild(), startChild()]);
    await Promise.all(Array.from({ length: 12 }, () => emit()));
    await receiver.until("/shared", 12);
    await allSucceeded();
    const received = receiver.at("/shared");
    const ids = received.map((one) => (verifyReceived(one, secret) as { id: string }).id);
    expect(new Set(ids).size).toBe(12);
    expect(received).toHaveLength(12);
  },
  90_000,
);

deepTest(
  "a delivery whose process is killed before the response is repeated by another process",
  async () => {
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
  },
);
