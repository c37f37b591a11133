import { expect, test, vi } from "vitest";
import { countAttempt } from "../accounts/attempts.ts";
import { installQueue } from "../queue/boss.ts";
import { makeAccount } from "../testing/accounts.ts";
import { api } from "../testing/api.ts";
import { useDatabase } from "../testing/database.ts";
import { Visitor } from "../testing/visitor.ts";
import { db, Prisma, sql } from "./index.ts";
import { isTooFarAhead } from "./rates.ts";
import { correctStoredTimes, storedTimes, watchStoredTimes } from "./stored-times.ts";

const url = await useDatabase();
const ahead = sql`clock_timestamp() + interval '40 days'`;

test("an account whose last calls were counted by a clock 40 days ahead is served at once", async () => {
  const { key, userId } = await makeAccount();
  expect((await api("credits", { key })).status).toBe(200);
  await db().$executeRaw(sql`UPDATE rate_limit SET arrival_at = ${ahead} WHERE user_id = ${userId}`);
  const { status, headers } = await api("credits", { key });
  expect([status, headers.get("ratelimit")]).toEqual([200, expect.stringMatching(/^"default";r=\d+;t=1$/)]);
});

test("the right password is accepted although a clock 40 days ahead blocked the account", async () => {
  const email = "ahead@example.com";
  const visitor = new Visitor();
  await visitor.signUp(email);
  for (let guess = 0; guess < 10; guess += 1) await countAttempt("signIn", email);
  expect((await new Visitor().signIn(email)).status).toBe(429);
  await db().$executeRaw(sql`UPDATE account_attempt SET last_at = ${ahead}, blocked_until = ${ahead}`);
  expect((await new Visitor().signIn(email)).status).toBe(200);
});

test("a block within its longest duration stays", async () => {
  for (let guess = 0; guess < 10; guess += 1) await countAttempt("signIn", "blocked@example.com");
  await correctStoredTimes();
  expect(await countAttempt("signIn", "blocked@example.com")).toBeGreaterThan(0);
});

/** Every stored time of the table, 40 days ahead in a new row each. */
async function fillAhead(): Promise<void> {
  const { userId } = await makeAccount();
  await installQueue(url);
  await db().$executeRaw(sql`
    INSERT INTO rate_limit (user_id, arrival_at) VALUES (${userId}, ${ahead})
    ON CONFLICT (user_id) DO UPDATE SET arrival_at = excluded.arrival_at`);
  await db().$executeRaw(sql`
    INSERT INTO account_attempt (key, count, last_at, blocked_until) VALUES ('stored times', 3, ${ahead}, ${ahead})`);
  await db().$executeRaw(sql`UPDATE balance SET ordered_until = ${ahead} WHERE user_id = ${userId}`);
  await db().$executeRaw(sql`
    INSERT INTO app_process (boot_id, instance, heartbeat_at, slots) VALUES ('boot_stored', 'x', ${ahead}, 1)`);
  await db().$executeRaw(sql`
    INSERT INTO sign_in_attempt (id, key, count, last_request)
    VALUES ('row_stored', 'stored', 3, (extract(epoch FROM ${ahead}) * 1000)::bigint)`);
  await db().$executeRaw(sql`INSERT INTO pgboss.job (name, start_after) VALUES ('mail', ${ahead})`);
  await db().$executeRaw(sql`UPDATE pgboss.version SET cron_on = ${ahead}`);
  await db().$executeRaw(sql`UPDATE pgboss.queue SET monitor_on = ${ahead}, maintain_on = ${ahead}`);
}

async function countAhead(): Promise<number> {
  let count = 0;
  for (const { table, column, aheadSeconds } of storedTimes) {
    const [row] = await db().$queryRaw<{ count: bigint }[]>(sql`
      SELECT count(*) FROM ${Prisma.raw(table)} WHERE ${isTooFarAhead(Prisma.raw(column), aheadSeconds)}`);
    count += Number(row?.count);
  }
  const [row] = await db().$queryRaw<{ count: bigint }[]>(sql`
    SELECT count(*) FROM sign_in_attempt WHERE last_request > (extract(epoch FROM now()) + 10) * 1000`);
  return count + Number(row?.count);
}

test("stored times that are 40 days ahead are corrected at the start of a process", async () => {
  await fillAhead();
  expect(await countAhead()).toBeGreaterThan(8);
  watchStoredTimes();
  await vi.waitUntil(async () => (await countAhead()) === 0, { timeout: 20_000 });
});

/** Columns whose future blocks nothing, each with its reason. */
const harmless: Record<string, string> = {
  "api_key.previous_until": "a former secret works longer",
  "webhook_endpoint.previous_secret_until": "a former secret signs longer",
  "stripe_sweep.done_until": "set from Stripe's own times",
  "sign_in_device.last_at": "decides only which device is forgotten first",
};

test("every column with a time that something waits for is in the table, or listed with its reason", async () => {
  const columns = await db().$queryRaw<{ name: string }[]>(sql`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type LIKE 'timestamp%'
      AND column_name ~ '(_until|_after|^next_.*|arrival_at|heartbeat_at|^last_at)$'`);
  const known = new Set([
    ...storedTimes.map(({ table, column }) => `${table}.${column}`),
    ...Object.keys(harmless),
  ]);
  expect(columns.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
});
