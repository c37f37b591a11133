import { type ChildProcess, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type Stripe from "stripe";
import { beforeAll, expect, test } from "vitest";
import { createUser } from "../account-lifecycle/open.ts";
import { startTrial } from "../account-lifecycle/trial.ts";
import { auditCredits } from "../credits/audit.ts";
import { db, sql } from "../db/index.ts";
import { env } from "../platform/env.ts";
import { customerOf, deliver, newUser, stateOf } from "../testing/billing/life.ts";
import { playLife, recordedLives } from "../testing/billing/recorded.ts";
import { compiledSources } from "../testing/compiled.ts";
import { useDatabase } from "../testing/database.ts";
import { useEnvironment } from "../testing/environment.ts";
import { tried } from "../testing/evidence/index.ts";
import { seededRandom, shuffle } from "../testing/random.ts";
import { deepTest } from "../testing/trials.ts";
import { setUpCatalog } from "./setup.ts";
import { stripe } from "./stripe.ts";

useEnvironment({ BASE_URL: "http://127.0.0.1:9" });

await useDatabase();
beforeAll(() => setUpCatalog(stripe()));

const workers = 8;

interface Life {
  user: { userId: string; email: string };
  events: Stripe.Event[];
  inOrder: Awaited<ReturnType<typeof outcome>>;
}

/** A user whose events were delivered once each, in order, as they happened. */
async function liveInOrder(life: number): Promise<Life> {
  const user = await newUser();
  const events = await playLife(user.userId, life, async (fresh) => {
    for (const event of fresh) await deliver(event);
  });
  return { user, events, inOrder: await outcome(user) };
}

/** Plan, balances, and every grant and reversal with its amount. */
async function outcome(user: Life["user"]) {
  const { account, subscription } = await stateOf(user);
  const { trialEndsAt: _ours, ...plan } = subscription;
  const entries = await db().$queryRaw<object[]>(sql`
    SELECT reference, kind::text, monthly_delta, topup_delta, shortfall
    FROM ledger_entry WHERE user_id = ${user.userId} ORDER BY reference`);
  return { account, plan, entries };
}

/** Deletes the user and all recorded Stripe events from the service; Stripe keeps its records. */
async function forget({ user, events }: Life): Promise<void> {
  const customer = await customerOf(user.userId);
  await db().user.delete({ where: { id: user.userId } });
  await db().$transaction(async (tx) => {
    // By design, ledger and trial entries remain after their user is deleted.
    await tx.$executeRaw(sql`ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_immutable`);
    await tx.$executeRaw(sql`DELETE FROM ledger_entry WHERE user_id = ${user.userId}`);
    await tx.$executeRaw(sql`ALTER TABLE ledger_entry ENABLE TRIGGER ledger_entry_immutable`);
    await tx.trialClaim.deleteMany();
  });
  await db().stripeEvent.deleteMany({ where: { id: { in: events.map(({ id }) => id) } } });
  await db().outgoingMail.deleteMany({ where: { recipient: user.email } });
  const fresh = await createUser(user.email, "Somebody");
  await db().$executeRaw(sql`UPDATE "user" SET id = ${user.userId} WHERE id = ${fresh}`);
  await db().$transaction((tx) => startTrial(user.userId, tx));
  await db().subscription.update({ where: { userId: user.userId }, data: { stripeCustomerId: customer } });
}

async function deliverAtOnce(events: Stripe.Event[]): Promise<void> {
  const queue = [...events];
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (let event = queue.shift(); event; event = queue.shift()) await deliver(event);
    }),
  );
}

/** Up to this many copies of each event, shuffled. */
function copiesOf(
  events: Stripe.Event[],
  { random, maxCopies }: { random: () => number; maxCopies: number },
): Stripe.Event[] {
  const copies = events.flatMap((event) =>
    Array.from({ length: 1 + Math.floor(random() * maxCopies) }, () => event),
  );
  return shuffle(random, copies);
}

async function replay(seed: number, maxCopies: number): Promise<void> {
  const random = seededRandom(seed * 7919);
  const life = await liveInOrder(1 + (seed % recordedLives));
  expect(life.events.length).toBeGreaterThanOrEqual(40);
  await forget(life);
  await deliverAtOnce(copiesOf(life.events, { random, maxCopies }));
  expect(await outcome(life.user), `seed ${seed}`).toEqual(life.inOrder);
}

/** Delivers the events of recorded lives at once, shuffled and repeated; expects the outcome of ordered delivery. */
async function expectSameOutcome(seeds: number[], maxCopies: number): Promise<void> {
  const several = Array.from({ length: 4 }, async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) await replay(seed, maxCopies);
  });
  await Promise.all(several);
  expect((await auditCredits()).findings).toEqual([]);
}

function startChild(eventsFile: string, seed: number): ChildProcess {
  const script = path.join(import.meta.dirname, "../testing/billing/deliver-child.ts");
  const { DATABASE_URL, DATA_DIR, BASE_URL } = env();
  // Long timeout: a busy machine must not fail the test.
  const common = { ...compiledSources, LOG_LEVEL: "silent", DATABASE_TIMEOUT_MS: "60000" };
  return spawn(process.execPath, [script, eventsFile, String(seed)], {
    env: { ...common, NODE_ENV: "test", DATABASE_URL, DATA_DIR, BASE_URL },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.on("exit", resolve));
const firstLine = (child: ChildProcess) =>
  new Promise<void>((resolve) => child.stdout?.once("data", () => resolve()));

async function writeEvents(life: Life): Promise<string> {
  const file = path.join(env().DATA_DIR, "events.json");
  await writeFile(file, JSON.stringify(life.events));
  return file;
}

/** Kills processes while they handle events; expects that a later delivery, of copies too, doubles nothing. */
async function expectNothingDoubled(killsAfterMs: number[], { maxCopies = 1 } = {}): Promise<void> {
  const life = await liveInOrder(4);
  await forget(life);
  const file = await writeEvents(life);
  for (const [round, killAfterMs] of killsAfterMs.entries()) {
    const child = startChild(file, 200 + round);
    const exit = ended(child);
    await firstLine(child);
    const kill = setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    await exit;
    clearTimeout(kill);
  }
  await deliverAtOnce(copiesOf(life.events, { random: seededRandom(7919), maxCopies }));
  expect(await outcome(life.user)).toEqual(life.inOrder);
  expect((await auditCredits()).findings).toEqual([]);
}

test("shuffled, repeated and concurrent delivery after a process was killed has the outcome of ordered delivery", async () => {
  tried("event-replay");
  tried("killed-handler");
  await expectNothingDoubled([40], { maxCopies: 2 });
});

// BILLING_LIVES="seeds,copies,first seed" runs more: 20,100,1 is the full run of some minutes.
// biome-ignore lint/style/noProcessEnv: a setting of this test only
const [lives = 8, maxCopies = 3, firstSeed = 1] = (process.env.BILLING_LIVES ?? "8,3,1")
  .split(",")
  .map(Number);

deepTest(
  "duplicated, shuffled and concurrent delivery of 40 events has the same outcome as ordered delivery",
  async () => {
    tried("event-replay", lives);
    await expectSameOutcome(
      Array.from({ length: lives }, (_, index) => firstSeed + index),
      maxCopies,
    );
  },
  600_000,
);

deepTest("concurrent delivery to three processes has the same outcome as ordered delivery", async () => {
  tried("event-replay", 3);
  const life = await liveInOrder(2);
  await forget(life);
  const file = await writeEvents(life);
  const codes = await Promise.all([1, 2, 3].map((seed) => ended(startChild(file, seed))));
  expect(codes).toEqual([0, 0, 0]);
  expect(await outcome(life.user)).toEqual(life.inOrder);
});

deepTest("redelivery after a process was killed while handling events doubles nothing", async () => {
  tried("killed-handler", 4);
  await expectNothingDoubled([0, 15, 40, 90]);
});
