import { expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { db, sql } from "../db/index.ts";
import { randomBase62 } from "../platform/ids.ts";
import { laterCodeOf } from "../testing/auth/later-code.ts";
import { useDatabase } from "../testing/database.ts";
import { totpOf } from "../testing/totp.ts";
import { deepTest } from "../testing/trials.ts";
import { enrol, goodPassword, newPerson, Visitor } from "../testing/visitor.ts";

useEnvironment({ NODE_ENV: "production" });

await useDatabase();

const another = "eine-andere-Wolke-7";

/** Clients at other addresses use up the account's attempts. */
async function lockOut(email: string): Promise<void> {
  for (let guess = 0; guess < 10; guess += 1) await new Visitor().signIn(email, `guess number ${guess}`);
  expect((await new Visitor().signIn(email)).status).toBe(429);
}

/** A browser with the device cookies of another, but without a session. */
function copyOf(device: Visitor, address?: string): Visitor {
  const copy = new Visitor(address);
  for (const [name, value] of device.cookies) {
    if (name.includes("device-")) copy.cookies.set(name, value);
  }
  return copy;
}

test("strangers' wrong passwords lock out other strangers, but not a device that signed in before", async () => {
  const { email, visitor: device } = await newPerson();
  await lockOut(email);
  const known = copyOf(device);
  expect((await known.signIn(email)).status).toBe(200);
  expect((await new Visitor().signIn(email)).status).toBe(429);
});

test("ten wrong passwords block a known device, but no other device", async () => {
  const { email, visitor: device } = await newPerson();
  const other = new Visitor();
  await other.signIn(email);
  const known = copyOf(device);
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    statuses.push((await known.signIn(email, `guess number ${guess}`)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  expect((await copyOf(other).signIn(email)).status).toBe(200);
  // Unknown clients' attempts were not counted.
  expect((await new Visitor().signIn(email)).status).toBe(200);
});

test("a device cookie of another account, a forged one and one from before a password change have no effect", async () => {
  const { email, visitor: device, userId } = await newPerson();
  const stranger = await newPerson();
  const names = [...device.cookies.keys()].filter((name) => name.includes("device-"));
  const forged = new Visitor();
  for (const name of names) forged.cookies.set(name, `${"A".repeat(22)}.${"0".repeat(64)}`);
  const renamed = new Visitor();
  const foreign = [...stranger.visitor.cookies].find(([name]) => name.includes("device-"))?.[1] ?? "";
  for (const name of names) renamed.cookies.set(name, foreign);
  const former = copyOf(device);
  await device.post("/change-password", { currentPassword: goodPassword, newPassword: another });
  await lockOut(email);
  for (const visitor of [copyOf(stranger.visitor), forged, renamed, former]) {
    expect((await visitor.signIn(email, another)).status).toBe(429);
  }
  expect((await copyOf(device).signIn(email, another)).status).toBe(200);
  expect(await db().session.count({ where: { userId } })).toBeGreaterThan(0);
});

deepTest("wrong passwords from the owner's own network do not lock out a known device", async () => {
  const { email, visitor: device } = await newPerson();
  const address = "203.0.113.99";
  for (let guess = 0; guess < 16; guess += 1) {
    await new Visitor(address).signIn(`${randomBase62(8)}@example.com`, "a wrong guess");
  }
  expect((await new Visitor(address).signIn(email)).status).toBe(429);
  expect((await copyOf(device, address).signIn(email)).status).toBe(200);
});

deepTest("strangers who know the password cannot use up a known device's code attempts", async () => {
  const { email, visitor: device } = await newPerson();
  const { secret } = await enrol(device);
  for (let signIn = 0; signIn < 4; signIn += 1) {
    const stranger = new Visitor();
    await stranger.signIn(email);
    for (let guess = 0; guess < 4; guess += 1) {
      await stranger.post("/two-factor/verify-totp", { code: `00000${guess}` });
    }
    expect([...stranger.cookies.keys()].filter((name) => name.includes("device-"))).toEqual([]);
  }
  const late = new Visitor();
  await late.signIn(email);
  expect((await late.post("/two-factor/verify-totp", { code: totpOf(secret) })).status).toBe(429);
  const known = copyOf(device);
  await known.signIn(email);
  expect((await known.post("/two-factor/verify-totp", { code: await laterCodeOf(secret) })).status).toBe(200);
  expect(await known.isSignedIn()).toBe(true);
});

deepTest("a sign-in from a known device does not give strangers new attempts", async () => {
  const { email, visitor: device } = await newPerson();
  await lockOut(email);
  await copyOf(device).signIn(email);
  await db().$executeRaw(sql`UPDATE account_attempt SET blocked_until = now() - interval '1 second'`);
  expect((await new Visitor().signIn(email, "one more guess")).status).toBe(401);
  expect((await new Visitor().signIn(email, "one more guess")).status).toBe(429);
});
