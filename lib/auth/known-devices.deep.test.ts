// Guards that wrong guesses from the owner's own network, and of codes, never lock out a known device.

import { expect, test } from "vitest";
import { copyOf, lockOut, newPerson } from "#lib/testing/auth/devices.ts";
import { useEnvironment } from "#lib/testing/environment.ts";
import { db, sql } from "../db/index.ts";
import { randomBase62 } from "../platform/ids.ts";
import { laterCodeOf } from "../testing/auth/later-code.ts";
import { useDatabase } from "../testing/database.ts";
import { totpOf } from "../testing/totp.ts";
import { goodPassword, Visitor } from "../testing/visitor.ts";

useEnvironment({ NODE_ENV: "production" });

await useDatabase();

test("wrong passwords from the owner's own network do not lock out a known device", async () => {
  const { email, device } = await newPerson();
  const address = "203.0.113.99";
  for (let guess = 0; guess < 16; guess += 1) {
    await new Visitor(address).signIn(`${randomBase62(8)}@example.com`, "a wrong guess");
  }
  expect((await new Visitor(address).signIn(email)).status).toBe(429);
  expect((await copyOf(device, address).signIn(email)).status).toBe(200);
});

test("strangers who know the password cannot use up a known device's code attempts", async () => {
  const { email, device } = await newPerson();
  const { body } = await device.post("/two-factor/enable", { password: goodPassword });
  const secret = new URL(body.totpURI).searchParams.get("secret") ?? "";
  await device.post("/two-factor/verify-totp", { code: totpOf(secret) });
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

test("a sign-in from a known device does not give strangers new attempts", async () => {
  const { email, device } = await newPerson();
  await lockOut(email);
  await copyOf(device).signIn(email);
  await db().$executeRaw(sql`UPDATE account_attempt SET blocked_until = now() - interval '1 second'`);
  expect((await new Visitor().signIn(email, "one more guess")).status).toBe(401);
  expect((await new Visitor().signIn(email, "one more guess")).status).toBe(429);
});
