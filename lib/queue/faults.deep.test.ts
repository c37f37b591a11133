// Guards that tasks survive a database that is killed or freezes.
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { everyTestTries } from "../testing/evidence/index.ts";
import { useFaultyPostgres } from "../testing/faulty-postgres.ts";

everyTestTries("database-faults");

const postgres = await useFaultyPostgres({ DATABASE_TIMEOUT_MS: "1500" });
// Imported late, because these modules read the environment.
const { db, disconnectDb, sql } = await import("../db/index.ts");
const { isListening, stopListening } = await import("../db/notifications.ts");
const { isUnavailable } = await import("../db/unavailable.ts");
const { queue, stopQueue } = await import("./boss.ts");
const { enqueueStatement, wakeWorkers } = await import("./enqueue.ts");
const { startTasks, stopTasks } = await import("./tasks.ts");

const waitUntil = (condition: () => Promise<boolean> | boolean) =>
  vi.waitUntil(condition, { timeout: 50_000 });

afterEach(async () => {
  await postgres.heal();
  await stopTasks();
  await stopQueue();
});
afterAll(async () => {
  await stopListening();
  await disconnectDb();
});

test("the queue reports an unavailable database, and starts when it is available again", async () => {
  await postgres.kill();
  const error = await queue().catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
  await postgres.restart();
  // The server may still be in recovery.
  await waitUntil(() =>
    queue().then(
      () => true,
      () => false,
    ),
  );
});

test("tasks survive a database that is killed and one that freezes", async () => {
  let ran = 0;
  const run = async () => {
    ran += 1;
  };
  await startTasks([{ queue: "mail", pollEverySeconds: 1, run }]);
  const runOne = async () => {
    const before = ran;
    const send = async () => {
      const insert = await enqueueStatement("mail", sql`${JSON.stringify([{ data: {} }])}`);
      await db().$queryRaw(sql`WITH job AS (${insert}) SELECT ${wakeWorkers("mail")}`);
    };
    await waitUntil(() =>
      send().then(
        () => true,
        () => false,
      ),
    );
    await waitUntil(() => ran > before);
  };
  await runOne();
  await postgres.kill();
  await waitUntil(() => !isListening());
  await postgres.restart();
  await runOne();
  await waitUntil(isListening);
  await postgres.freeze();
  await expect(db().$queryRaw(sql`SELECT 1`)).rejects.toSatisfy(isUnavailable);
  await postgres.thaw();
  await runOne();
});
