import { expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { auth } from "../auth/index.ts";
import { db, sql } from "../db/index.ts";
import { useDatabase } from "../testing/database.ts";
import { mailTo, tokenIn } from "../testing/outbox.ts";
import { runsOf } from "../testing/trials.ts";
import { goodPassword, Visitor } from "../testing/visitor.ts";

useEnvironment({ NODE_ENV: "production" });

await useDatabase();

/** Simulates a new process, whose only state is the database. */
const forgetProcess = () => auth.forget();

/** Makes all blocks expire. */
async function endBlocks(): Promise<void> {
  await db().$executeRaw(sql`UPDATE account_attempt SET blocked_until = now() - interval '1 second'`);
}

const codesOf = (replies: { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

test("rejects the sixteenth sign-in from an IP address within five minutes, across all processes", async () => {
  tried("address", 16);
  const statuses = [];
  for (let attempt = 1; attempt <= 16; attempt += 1) {
    if (attempt % 4 === 0) forgetProcess();
    statuses.push((await new Visitor("203.0.113.7").signIn(`nobody-${attempt}@example.com`)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 15 }, () => 401), 429]);
  expect((await new Visitor("203.0.113.8").signIn("nobody@example.com")).status).toBe(401);
});

test("concurrent guesses from many IP addresses hit the account's limit, and an unknown email gets the same replies", async () => {
  const count = runsOf(120, 12);
  tried("address", count);
  const email = "owner@example.com";
  const owner = new Visitor();
  await owner.signUp(email);
  for (const target of [email, "nobody@example.org"]) {
    const guesses = Array.from({ length: count }, (_, guess) =>
      new Visitor(`198.51.${100 + (guess % 100)}.${guess}`).signIn(target, `guess number ${guess}`),
    );
    const replies = await Promise.all(guesses);
    expect(codesOf(replies)).toEqual({ 401: 10, 429: count - 10 });
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({
      code: "TOO_MANY_ATTEMPTS",
      message: "Too many attempts. Please try again later.",
    });
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(30);
  }
  // A signed-in owner is not affected, and a locked-out owner signs in with the mailed link.
  expect(await owner.isSignedIn()).toBe(true);
  const elsewhere = new Visitor();
  expect((await elsewhere.signIn(email)).status).toBe(429);
  await elsewhere.post("/request-password-reset", { email });
  const token = tokenIn(await mailTo(email));
  const newPassword = "eine-andere-Wolke-7";
  expect((await elsewhere.post("/reset-password", { token, newPassword })).status).toBe(200);
  expect((await elsewhere.signIn(email, newPassword)).status).toBe(200);
});

test("each failure past the limit doubles the wait, and a success resets it", async () => {
  tried("address");
  const email = "slow@example.com";
  await new Visitor().signUp(email);
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 13; attempt += 1) {
    await new Visitor().signIn(email, `guess number ${attempt}`);
    if (attempt < 10) continue;
    waits.push(Number((await new Visitor().signIn(email)).headers.get("retry-after")));
    await endBlocks();
  }
  expect(waits.map((seconds) => Math.round(seconds / 60))).toEqual([1, 2, 4, 8]);
  expect((await new Visitor().signIn(email)).status).toBe(200);
  expect((await new Visitor().signIn(email, "one more guess")).status).toBe(401);
});

test("password reset mails to one email address are limited across IP addresses, for known and unknown ones", async () => {
  tried("address");
  await new Visitor().signUp("flooded@example.com");
  for (const email of ["flooded@example.com", "unknown@example.com"]) {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => new Visitor().post("/request-password-reset", { email })),
    );
    expect(codesOf(replies)).toEqual({ 200: 5, 429: 3 });
  }
});

test("password guesses in a stolen session are limited, and guesses of others do not count against the owner", async () => {
  tried("way-in");
  const email = "session@example.com";
  const owner = new Visitor();
  await owner.signUp(email);
  for (let guess = 0; guess < 11; guess += 1) await new Visitor().signIn(email, `guess number ${guess}`);
  const changes = [];
  for (let guess = 0; guess < 12; guess += 1) {
    const body = { currentPassword: `guess number ${guess}`, newPassword: "eine-andere-Wolke-7" };
    const path = guess % 2 === 0 ? "/change-password" : "/delete-user";
    const sent = guess % 2 === 0 ? body : { password: `guess number ${guess}` };
    changes.push(await owner.post(path, sent));
  }
  expect(codesOf(changes)).toEqual({ 400: 10, 429: 2 });
  await endBlocks();
  const right = { currentPassword: goodPassword, newPassword: "eine-andere-Wolke-7" };
  expect((await owner.post("/change-password", right)).status).toBe(200);
});
