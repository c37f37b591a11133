import { afterEach, expect, test, vi } from "vitest";
import { db } from "../db/index.ts";
import { laterCodeOf } from "../testing/auth/later-code.ts";
import { useDatabase } from "../testing/database.ts";
import { totpOf } from "../testing/totp.ts";
import { goodPassword, newPerson, Visitor } from "../testing/visitor.ts";
import { makeQrCode } from "./qr.ts";
import { claimCode, hasSecondStep, removeSecondStep } from "./second-step.ts";

await useDatabase();
afterEach(() => vi.useRealTimers());

/** A user whose sign-in requires a code. */
async function enrolled() {
  const { email, visitor, userId } = await newPerson();
  const started = await visitor.post("/two-factor/enable", { password: goodPassword });
  const secret = new URL(started.body.totpURI).searchParams.get("secret") ?? "";
  const codes: string[] = started.body.backupCodes;
  expect(await hasSecondStep(userId)).toBe(false);
  expect((await visitor.post("/two-factor/verify-totp", { code: totpOf(secret) })).status).toBe(200);
  expect(await hasSecondStep(userId)).toBe(true);
  return { email, visitor, userId, secret, codes };
}

test("the password alone opens no session; the password and an authenticator code do", async () => {
  const { email, secret } = await enrolled();
  const elsewhere = new Visitor();
  const answer = await elsewhere.signIn(email);
  expect(answer.body).toMatchObject({ twoFactorRedirect: true });
  expect(await elsewhere.isSignedIn()).toBe(false);
  expect((await elsewhere.post("/two-factor/verify-totp", { code: "000000" })).status).toBe(401);
  expect(await elsewhere.isSignedIn()).toBe(false);
  const code = await laterCodeOf(secret);
  const proven = await elsewhere.post("/two-factor/verify-totp", { code, trustDevice: true });
  expect(proven.status).toBe(200);
  expect(await elsewhere.isSignedIn()).toBe(true);
  expect([...elsewhere.cookies.keys()].filter((name) => name.includes("trust"))).toEqual([]);
  expect((await elsewhere.signIn(email)).body).toMatchObject({ twoFactorRedirect: true });
});

test("an authenticator code works once, also at the same time, and again after a clock that was ahead", async () => {
  // All within one period of 30 seconds.
  vi.useFakeTimers({ toFake: ["Date"] });
  const { email, userId, secret } = await enrolled();
  const use = async (code: string) => {
    const elsewhere = new Visitor();
    await elsewhere.signIn(email);
    const { status, body } = await elsewhere.post("/two-factor/verify-totp", { code });
    return [status, body.code ?? null, await elsewhere.isSignedIn()];
  };
  const used = [400, "CODE_USED", false];
  // The set-up used the present code.
  expect(await use(totpOf(secret))).toEqual(used);
  const next = totpOf(secret, Date.now() + 30_000);
  expect((await Promise.all([claimCode(userId, next), claimCode(userId, next)])).sort()).toEqual([
    false,
    true,
  ]);
  expect(await use(next)).toEqual(used);
  expect(await use(totpOf(secret))).toEqual(used);
  const days = 40 * 24 * 60 * 2;
  await db().twoFactor.update({ where: { userId }, data: { lastStep: { increment: days } } });
  expect(await use(totpOf(secret))).toEqual([200, null, true]);
});

test("a code without a preceding password opens no session", async () => {
  const { secret } = await enrolled();
  const stranger = new Visitor();
  expect((await stranger.post("/two-factor/verify-totp", { code: totpOf(secret) })).status).toBe(401);
  expect(await stranger.isSignedIn()).toBe(false);
});

test("each recovery code works once, and new codes invalidate the old ones", async () => {
  const { email, visitor, codes } = await enrolled();
  expect(new Set(codes).size).toBe(10);
  const use = async (code: string | undefined) => {
    const elsewhere = new Visitor();
    await elsewhere.signIn(email);
    return (await elsewhere.post("/two-factor/verify-backup-code", { code })).status;
  };
  expect(await use(codes[0])).toBe(200);
  expect(await use(codes[0])).toBe(401);
  const wrong = { password: "not my password" };
  expect((await visitor.post("/two-factor/generate-backup-codes", wrong)).status).toBe(400);
  const renewed = await visitor.post("/two-factor/generate-backup-codes", { password: goodPassword });
  expect(await use(codes[1])).toBe(401);
  expect(await use(renewed.body.backupCodes[0])).toBe(200);
});

test("ten wrong codes over any number of sign-ins block further attempts, even with the right code", async () => {
  const { email, secret } = await enrolled();
  const statuses: number[] = [];
  for (let signIn = 0; signIn < 3; signIn += 1) {
    const attacker = new Visitor();
    await attacker.signIn(email);
    for (let guess = 0; guess < 4; guess += 1) {
      statuses.push((await attacker.post("/two-factor/verify-totp", { code: `00000${guess}` })).status);
    }
  }
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
  expect(statuses.at(-1)).toBe(429);
  const owner = new Visitor();
  await owner.signIn(email);
  expect((await owner.post("/two-factor/verify-totp", { code: await laterCodeOf(secret) })).status).toBe(429);
});

test("disabling the second step requires the password and is mailed; then the password is enough", async () => {
  const { email, visitor, userId } = await enrolled();
  expect((await visitor.post("/two-factor/disable", { password: "not my password" })).status).toBe(400);
  expect((await visitor.post("/two-factor/disable", {})).status).toBe(400);
  expect(await hasSecondStep(userId)).toBe(true);
  expect((await visitor.post("/two-factor/disable", { password: goodPassword })).status).toBe(200);
  const elsewhere = new Visitor();
  await elsewhere.signIn(email);
  expect(await elsewhere.isSignedIn()).toBe(true);
  const mails = await db().outgoingMail.findMany({ where: { recipient: email }, orderBy: { id: "asc" } });
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Signing in asks for a code now",
    "Signing in no longer asks for a code",
    "New sign-in to your account",
  ]);
});

test("an operator can remove the second step of a user who lost phone and codes", async () => {
  const { email, userId } = await enrolled();
  expect([await removeSecondStep(userId), await removeSecondStep(userId)]).toEqual([true, false]);
  const elsewhere = new Visitor();
  await elsewhere.signIn(email);
  expect(await elsewhere.isSignedIn()).toBe(true);
  expect(await db().twoFactor.count({ where: { userId } })).toBe(0);
});

test("the table contains neither the secret nor the recovery codes in clear text", async () => {
  const { userId, secret, codes } = await enrolled();
  const row = JSON.stringify(await db().twoFactor.findUniqueOrThrow({ where: { userId } }));
  for (const text of [secret, ...codes]) expect(row).not.toContain(text);
});

test("a QR code is a path of dark modules inside a quiet zone", () => {
  const { path, size } = makeQrCode("otpauth://totp/Photo%20Generation%20Service:a@example.com?secret=ABC");
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)].map((run) => run.slice(1).map(Number));
  expect(runs.map((run) => `M${run[0]} ${run[1]}h${run[2]}v1h-${run[3]}z`).join("")).toBe(path);
  for (const [x = 0, y = 0, width = 0] of runs) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(4);
    expect(Math.max(x + width, y + 1)).toBeLessThanOrEqual(size - 4);
  }
  // The first row of a finder pattern, at the top left.
  expect(path.startsWith("M4 4h7v1h-7z")).toBe(true);
});
