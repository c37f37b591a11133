import { afterAll, describe, expect, test, vi } from "vitest";
import { beginWork, endWork } from "./platform/process.ts";
import { everyTestTries } from "./testing/evidence/index.ts";
import { useFaultyPostgres } from "./testing/faulty-postgres.ts";
import { plainMail } from "./testing/mail.ts";

everyTestTries("database-faults");

const postgres = await useFaultyPostgres({ DATABASE_TIMEOUT_MS: "1500" });
// Imported only here, because these modules read the environment.
const { drainWork, startBackground } = await import("./background.ts");
const { createUser } = await import("./account-lifecycle/open.ts");
const { db, disconnectDb, sql } = await import("./db/index.ts");
const { queueMail } = await import("./mail/queue.ts");
const { queue, stopQueue } = await import("./queue/boss.ts");
const { readOutbox } = await import("./testing/outbox.ts");

afterAll(async () => {
  await stopQueue();
  await disconnectDb();
});

const waitUntil = (condition: () => Promise<boolean>) => vi.waitUntil(condition, { timeout: 50_000 });

async function sendTo(email: string): Promise<void> {
  const userId = await createUser(email, "Somebody");
  await queueMail({ reference: `test:${email}`, userId, write: plainMail("Hello", "Hello.") });
}

// The life of one process in order: a drain cannot be undone.
describe("background work", { shuffle: false }, () => {
  test("startup completes without a database, and background work begins once the database is available", async () => {
    await postgres.kill();
    await startBackground();
    await postgres.restart();
    await waitUntil(() =>
      db()
        .appProcess.count()
        .then(
          (processes) => processes === 1,
          () => false,
        ),
    );
    await sendTo("first@example.com");
    await waitUntil(async () => (await readOutbox("first@example.com")).length === 1);
  });

  test("shutdown finishes the running job, starts no other, and closes all connections", async () => {
    const { promise: taken, resolve: take } = Promise.withResolvers<void>();
    const { promise: free, resolve: release } = Promise.withResolvers<void>();
    const mail = await import("./mail/index.ts");
    const send = vi.spyOn(mail, "sendMail").mockImplementation(async () => {
      take();
      await free;
    });
    await sendTo("running@example.com");
    await taken;
    const drained = drainWork(Promise.resolve(), { timeoutMs: 30_000 });
    await sendTo("late@example.com");
    release();
    await drained;
    expect(send).toHaveBeenCalledTimes(1);
    const sent = await db().outgoingMail.findMany({
      orderBy: { id: "asc" },
      select: { recipient: true, sentAt: true },
    });
    expect(sent.map(({ recipient, sentAt }) => [recipient, sentAt !== null])).toEqual([
      ["first@example.com", true],
      ["running@example.com", true],
      ["late@example.com", false],
    ]);
    expect(await db().appProcess.count()).toBe(0);
    await waitUntil(async () => {
      const [row] = await db().$queryRaw<{ open: bigint }[]>(sql`
        SELECT count(*) AS open FROM pg_stat_activity WHERE application_name LIKE 'photos-%'`);
      return row?.open === 0n;
    });
  });

  test("shutdown does not wait for a call whose client has disconnected", async () => {
    const lost = "the claim of a key";
    beginWork(lost);
    // With this drain timeout the test itself would time out.
    await drainWork(Promise.resolve(), { timeoutMs: 600_000 });
    endWork(lost);
  });

  test("after the drain has begun, statements wait for a database that restarts", async () => {
    await postgres.kill();
    const counted = db().appProcess.count();
    await postgres.restart();
    expect(await counted).toBe(0);
  });

  test("a process with WORKERS=0 runs no job, but still enqueues jobs", async () => {
    vi.resetModules();
    vi.stubEnv("WORKERS", "0");
    const serving = await import("./background.ts");
    await serving.startBackground();
    const boss = await queue();
    expect(boss.getWipData()).toEqual([]);
    expect(await db().appProcess.count()).toBe(1);
    await sendTo("waiting@example.com");
    const jobs = await boss.findJobs("mail", { queued: true });
    expect(jobs.length).toBeGreaterThan(0);
  });
});
