import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { startReceiver } from "#lib/testing/webhooks/receiver.ts";
import { hostOfUrl, noteAnswered, readWait, spendBudget } from "./budget.ts";
import { testEndpoint } from "./deliveries.ts";
import { createEndpoint, requireEndpoint } from "./endpoints.ts";
import { takeTurn } from "./turn.ts";

await useDatabase();
const receiver = await startReceiver();
let userId: string;
beforeEach(async () => {
  ({ userId } = await makeAccount());
});
afterEach(async () => {
  await db().webhookBudget.deleteMany({});
});
afterAll(() => receiver.close());

const target = (fields = {}) => ({
  userId,
  url: "https://shop.example/hook",
  address: "93.184.216.34",
  ...fields,
});
/** Simulates the passing of time. */
async function passSeconds(seconds: number) {
  const rows = await db().webhookBudget.findMany();
  for (const { id, usedUntil } of rows) {
    const data = { usedUntil: new Date(usedUntil.getTime() - seconds * 1000) };
    await db().webhookBudget.update({ where: { id }, data });
  }
}
/** The number of these concurrent POSTs that may be sent. */
async function countAllowed(targets: readonly ReturnType<typeof target>[]) {
  const waits = await Promise.all(targets.map((one) => spendBudget(one)));
  return waits.filter((seconds) => seconds === 0).length;
}
const times = (count: number, fields: (index: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, index) => target(fields(index)));

test("an account sends at most three POSTs a minute to a host without a 2xx response, even concurrently", async () => {
  expect(await countAllowed(times(20))).toBe(3);
  expect(await countAllowed(times(5))).toBe(0);
  await passSeconds(30);
  expect(await countAllowed(times(5))).toBe(0);
  await passSeconds(31);
  expect(await countAllowed(times(5))).toBe(1);
});

test.each([
  ["ports", (index: number) => ({ url: `https://shop.example:${4000 + index}/` })],
  ["paths", (index: number) => ({ url: `https://shop.example/${index}` })],
  ["ways to write the name", (index: number) => ({ url: `https://SHOP.example${index % 2 ? "." : ""}/` })],
  ["addresses of one name", (index: number) => ({ address: `93.184.216.${index}` })],
  ["names of one address", (index: number) => ({ url: `https://${index}.shop.example/` })],
  [
    "addresses of one IPv6 network",
    (index: number) => ({
      url: `https://[2a00:1450:4001:80b::${index}]/`,
      address: `2a00:1450:4001:80b::${index}`,
    }),
  ],
])("several %s count as one host", async (_name, fields) => {
  expect(await countAllowed(times(10, fields))).toBe(3);
});

test("a literal address counts as the same host in any notation", () => {
  const forms = [
    "http://2130706433/",
    "http://0x7f.1/",
    "http://127.0.0.1:81/",
    "http://0177.0.0.1/",
    "http://[::ffff:7f00:1]/",
  ];
  expect(new Set(forms.map(hostOfUrl))).toEqual(new Set(["127.0.0.1"]));
});

test("a host that answered gets the configured budget in any minute", async () => {
  const perMinute = env().WEBHOOK_RATE_PER_MINUTE;
  await spendBudget(target());
  expect(await noteAnswered(target())).toBe(true);
  expect(await noteAnswered(target())).toBe(false);
  const startedAt = performance.now();
  const atOnce = await countAllowed(times(perMinute / 5));
  expect(atOnce).toBeGreaterThan(perMinute / 20);
  // The rest of the minute, in steps of five seconds.
  let sent = atOnce;
  for (let second = 0; second < 60; second += 5) {
    await passSeconds(5);
    sent += await countAllowed(times(perMinute / 10));
  }
  const overMs = performance.now() - startedAt;
  expect(sent).toBeLessThanOrEqual(perMinute + Math.ceil((overMs * perMinute) / 60_000));
  expect(sent).toBeGreaterThan(perMinute / 2);
}, 60_000);

test("a name that answered and now resolves to another address has only the small budget there", async () => {
  await spendBudget(target());
  await noteAnswered(target());
  expect(await countAllowed(times(10, () => ({ address: "198.51.101.7" })))).toBe(3);
  expect(await countAllowed(times(10))).toBe(10);
});

test("accounts have separate budgets for a host, up to a total for hosts that have not answered", async () => {
  const many = await Promise.all(Array.from({ length: 15 }, () => makeAccount()));
  expect(await countAllowed(times(5))).toBe(3);
  const { userId: other } = await makeAccount();
  expect(await countAllowed(times(5, () => ({ userId: other })))).toBe(3);
  const rest = many.flatMap((account) => times(3, () => ({ userId: account.userId })));
  const allowed = await countAllowed(rest);
  // One slot becomes free every two seconds.
  expect(allowed).toBeGreaterThanOrEqual(30 - 6);
  expect(allowed).toBeLessThanOrEqual(30 - 6 + 3);
});

test("above the budget a ping waits without counting as an attempt, and a test returns 429 with a delay", async () => {
  const url = receiver.url("/silent");
  receiver.answerWith("/silent", 500);
  const endpoints = [];
  for (let index = 0; index < 5; index += 1) {
    endpoints.push(await createEndpoint({ url, events: ["*"] }, { userId }));
  }
  for (const { id } of endpoints) await takeTurn({ endpointId: id, token: newId("row") }, "slow");
  expect(receiver.at("/silent")).toHaveLength(3);
  const [, , , fourth] = endpoints;
  if (!fourth) throw new Error("too few");
  const { delayedUntil } = await requireEndpoint(fourth, { userId });
  expect(delayedUntil?.getTime()).toBeGreaterThan(Date.now() + 50_000);
  const [waiting] = await db().webhookDelivery.findMany({ where: { endpointId: fourth.id } });
  expect(waiting).toMatchObject({ status: "pending", attemptsMade: 0, attempts: [] });
  expect(await readWait({ userId, url })).toBeGreaterThan(50);
  const refusal = await testEndpoint(fourth, { userId }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: "rate_limited", retryAfterSeconds: expect.any(Number) });
});

test("a test is rejected while the previous one has not been sent", async () => {
  const { id } = await createEndpoint({ url: receiver.url("/ping"), events: ["*"] }, { userId });
  await expect(testEndpoint({ id }, { userId })).rejects.toMatchObject({ code: "rate_limited" });
  await takeTurn({ endpointId: id, token: newId("row") }, "slow");
  expect(await testEndpoint({ id }, { userId })).toMatchObject({ status: "pending" });
});

test("the first 2xx response of a host ends the delays of the account's other endpoints", async () => {
  receiver.answerWith("/late", 500);
  const endpoints = [];
  for (let index = 0; index < 4; index += 1) {
    endpoints.push(await createEndpoint({ url: receiver.url("/late"), events: ["*"] }, { userId }));
  }
  const turn = (id: string) => takeTurn({ endpointId: id, token: newId("row") }, "slow");
  for (const { id } of endpoints) await turn(id);
  await passSeconds(61);
  receiver.answerWith("/late", 200);
  const [first, , , last] = endpoints;
  if (!first || !last) throw new Error("too few");
  await db().webhookDelivery.updateMany({
    where: { endpointId: first.id },
    data: { nextAttemptAt: new Date() },
  });
  await turn(first.id);
  expect(await requireEndpoint(last, { userId })).toMatchObject({ delayedUntil: null });
  await turn(last.id);
  expect(await requireEndpoint(last, { userId })).toMatchObject({ isVerified: true });
});

test("an account can send to at most twenty hosts that never answered, whatever happens to its endpoints", async () => {
  const hosts = times(40, (index) => ({ url: `https://h${index}.example/`, address: `93.184.${index}.1` }));
  expect(await countAllowed(hosts)).toBe(20);
  await passSeconds(12);
  expect(await countAllowed(hosts)).toBeLessThanOrEqual(3);
  const { userId: other } = await makeAccount();
  expect(await countAllowed([target({ userId: other })])).toBe(1);
});
