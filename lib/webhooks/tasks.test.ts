import { expect, test, vi } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { startTasks } from "#lib/queue/tasks.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { deepTest } from "#lib/testing/trials.ts";
import { useDeliveries } from "#lib/testing/webhooks/deliveries.ts";
import { webhookTasks } from "./tasks.ts";

await useDatabase();
const { receiver, makeEndpoint, makeSilentEndpoints } = await useDeliveries();

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
