// Guards that no credit is lost when the database freezes or is killed while many calls are being paid.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { tried } from "../../testing/evidence/index.ts";
import { useFaultyPostgres } from "../../testing/faulty-postgres.ts";
import { seededRandom } from "../../testing/random.ts";

const postgres = await useFaultyPostgres({ DATABASE_TIMEOUT_MS: "1500", RATE_LIMIT_PER_MINUTE: "1000000" });
// Imported late, because these modules read the environment.
const { db, disconnectDb } = await import("../../db/index.ts");
const { isUnavailable } = await import("../../db/unavailable.ts");
const { auditCredits } = await import("../../credits/audit.ts");
const { sendHeartbeat } = await import("../../db/heartbeat.ts");
const { sweep } = await import("../../background.ts");
const { stopListening } = await import("../../db/notifications.ts");
const { imageHost } = await import("../../images/index.ts");
const { stopQueue } = await import("../../queue/boss.ts");
const { startWorkers } = await import("./worker.ts");
const { stopWorkers } = await import("../../imaging/worker/pool.ts");
const { newId } = await import("../../platform/ids.ts");
const { makeAccount } = await import("../../testing/accounts.ts");
const { drawnProduct } = await import("../../testing/pictures.ts");
const { POST } = await import("../../../app/api/v1/remove-bg/route.ts");

const seed = Math.floor(Math.random() * 2 ** 32);
/** Two faults of each kind. */
const faults = 6;
const callers = 6;
const startCredits = 1_000_000;
let imageUrl: string;

beforeAll(async () => {
  imageUrl = (await imageHost().upload(await drawnProduct(), { folder: "inputs/test" })).url;
  await startWorkers(2);
  await sendHeartbeat();
  // The cut-out is made once; later work is fast, so that calls consist mostly of their statements.
  const { key } = await makeAccount();
  await vi.waitUntil(async () => (await call(key)).status === 200, { timeout: 120_000 });
}, 130_000);
afterAll(async () => {
  await stopQueue();
  await stopListening();
  stopWorkers();
  await disconnectDb();
});

/** 502: the call timed out before the work was made, and it was refunded. */
const isFinal = (status: number) => status === 200 || status === 502;

/** Pause between two attempts, as in a real client; a busy loop would take CPU time from the database. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 10));

async function call(key: string, idempotencyKey?: string) {
  const response = await POST(
    new Request("http://localhost:3000/api/v1/remove-bg", {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
      },
      body: JSON.stringify({ image_url: imageUrl }),
    }),
  );
  return { status: response.status, id: response.headers.get("x-generation-id") };
}

test(`no credit is lost when the database freezes or is killed (seed ${seed})`, async () => {
  tried("database-faults", faults);
  const numbers = seededRandom(seed);
  const random = (below: number) => Math.floor(numbers() * below);
  const accounts: Awaited<ReturnType<typeof makeAccount>>[] = [];
  while (accounts.length < callers) {
    // The short timeout is meant for the faults below: a busy machine may exceed it before any fault.
    const make = () => makeAccount({ monthly: 0, topup: startCredits });
    accounts.push(await vi.waitFor(make, { timeout: 60_000 }));
  }
  const paid = new Set<string>();
  /** Calls whose charge was reported as unconfirmed: work that finished before its refund stays charged. */
  const named = new Set<string>();
  const answers = new Map<number, number>();
  let isOver = false;
  const count = (status: number) => answers.set(status, (answers.get(status) ?? 0) + 1);
  const answered = (of: (status: number) => boolean) =>
    [...answers].reduce((sum, [status, times]) => sum + (of(status) ? times : 0), 0);

  /** Calls repeatedly: alternately without a key, and with one that is retried until its final response. */
  const caller = async (key: string) => {
    for (let round = 0; !isOver; round += 1) {
      const idempotencyKey = round % 2 === 0 ? undefined : newId("row");
      for (;;) {
        const { status, id } = await call(key, idempotencyKey);
        count(status);
        if (status === 200) paid.add(id ?? "");
        if (status === 503 && id !== null) named.add(id);
        if (isFinal(status) || !idempotencyKey) break;
        await nextTurn();
      }
    }
  };
  const background = async () => {
    while (!isOver) {
      await sendHeartbeat()
        .then(sweep)
        .catch((error: unknown) => {
          if (!isUnavailable(error)) throw error;
        });
      await nextTurn();
    }
  };
  const running = [background(), ...accounts.map(({ key }) => caller(key))];

  try {
    for (let fault = 0; fault < faults; fault += 1) {
      const good = answered((status) => status === 200);
      const strikeAt = good + 1 + random(20);
      await expect
        .poll(() => answered((status) => status === 200), { timeout: 60_000, interval: 1 })
        .toBeGreaterThan(strikeAt);
      const kind = fault % 3;
      if (kind === 0) await postgres.kill();
      else await postgres.freeze();
      // Sometimes the database is restored before any call notices.
      const notices = kind === 2 ? 0 : 1 + random(2 * callers);
      for (let notice = 0; notice < notices; notice += 1) {
        const { status, id } = await call(accounts[random(callers)]?.key ?? "");
        expect(status).toBe(503);
        if (id !== null) named.add(id);
        count(status);
      }
      if (kind === 0) await postgres.restart();
      else await postgres.thaw();
    }
  } finally {
    isOver = true;
    await postgres.heal();
    await Promise.all(running);
  }
  // Jobs whose workers lost the database are resumed, or expire.
  const isOpen = { status: { in: ["queued" as const, "running" as const] } };
  await expect
    .poll(
      () =>
        sweep().then(
          () => db().generation.count({ where: isOpen }),
          () => null,
        ),
      { timeout: 120_000 },
    )
    .toBe(0);

  expect([...answers.keys()].filter((status) => ![200, 409, 502, 503].includes(status))).toEqual([]);
  const rows = await db().generation.findMany({
    where: { userId: { in: accounts.map(({ userId }) => userId) } },
    select: { id: true, status: true },
  });
  const succeeded = new Set(rows.filter(({ status }) => status === "succeeded").map(({ id }) => id));
  expect([...paid].filter((id) => !succeeded.has(id))).toEqual([]);
  expect([...succeeded].filter((id) => !paid.has(id) && !named.has(id))).toEqual([]);
  const balances = await db().balance.findMany({
    where: { userId: { in: accounts.map(({ userId }) => userId) } },
  });
  const left = balances.reduce((sum, { monthly, topup }) => sum + monthly + topup, 0);
  expect(left).toBe(callers * startCredits - 10 * succeeded.size);
  expect((await auditCredits()).findings).toEqual([]);
  // Guards against a vacuous test: enough calls were paid and refused.
  expect(paid.size).toBeGreaterThan(faults);
  expect(answers.get(503)).toBeGreaterThan(faults / 2);
}, 420_000);
