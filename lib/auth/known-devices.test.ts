import { expect, test } from "vitest";
import { copyOf, lockOut, newPerson } from "#lib/testing/auth/devices.ts";
import { useEnvironment } from "#lib/testing/environment.ts";
import { db } from "../db/index.ts";
import { useDatabase } from "../testing/database.ts";
import { goodPassword, Visitor } from "../testing/visitor.ts";

useEnvironment({ NODE_ENV: "production" });

await useDatabase();

const another = "eine-andere-Wolke-7";

test("strangers' wrong passwords lock out other strangers, but not a device that signed in before", async () => {
  const { email, device } = await newPerson();
  await lockOut(email);
  const known = copyOf(device);
  expect((await known.signIn(email)).status).toBe(200);
  expect((await new Visitor().signIn(email)).status).toBe(429);
});

test("ten wrong passwords block a known device, but no other device", async () => {
  const { email, device } = await newPerson();
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
  const { email, device, userId } = await newPerson();
  const stranger = await newPerson();
  const names = [...device.cookies.keys()].filter((name) => name.includes("device-"));
  const forged = new Visitor();
  for (const name of names) forged.cookies.set(name, `${"A".repeat(22)}.${"0".repeat(64)}`);
  const renamed = new Visitor();
  const foreign = [...stranger.device.cookies].find(([name]) => name.includes("device-"))?.[1] ?? "";
  for (const name of names) renamed.cookies.set(name, foreign);
  const former = copyOf(device);
  await device.post("/change-password", { currentPassword: goodPassword, newPassword: another });
  await lockOut(email);
  for (const visitor of [copyOf(stranger.device), forged, renamed, former]) {
    expect((await visitor.signIn(email, another)).status).toBe(429);
  }
  expect((await copyOf(device).signIn(email, another)).status).toBe(200);
  expect(await db().session.count({ where: { userId } })).toBeGreaterThan(0);
});
