import { expect, test } from "vitest";
import { tried } from "#lib/testing/evidence/index.ts";
import { createUser } from "../account-lifecycle/open.ts";
import { startTrial } from "../account-lifecycle/trial.ts";
import { getAccount } from "../accounts/state.ts";
import { auditCredits } from "../credits/audit.ts";
import { db } from "../db/index.ts";
import { env } from "../platform/env.ts";
import { useDatabase } from "../testing/database.ts";
import { runsOf } from "../testing/trials.ts";
import { Visitor } from "../testing/visitor.ts";

await useDatabase();

const people = runsOf(30, 6);
const trial = { status: "trialing", creditsLimit: 100, monthly: 100, topup: 0, trialRefusal: null };

test(`${people} concurrent sign-ups all succeed, and each gets a session and one trial`, async () => {
  tried("sign-up", people);
  const visitors = Array.from({ length: people }, (_, place) => ({
    email: `thirty-${place}@example.com`,
    visitor: new Visitor(`192.0.2.${place}`),
  }));
  const replies = await Promise.all(visitors.map(({ email, visitor }) => visitor.signUp(email)));
  expect(replies.map(({ status }) => status)).toEqual(visitors.map(() => 200));
  for (const { email, visitor } of visitors) {
    const account = await getAccount(email);
    expect(account).toMatchObject(trial);
    expect(await db().ledgerEntry.count({ where: { userId: account?.userId ?? "" } })).toBe(1);
    expect(await visitor.isSignedIn()).toBe(true);
  }
  expect((await auditCredits()).findings).toEqual([]);
});

test("a sign-up needs no name, and a password that contains the mailbox name is still rejected", async () => {
  const visitor = new Visitor();
  const body = { email: "nameless-seller@example.com", password: "nameless-seller@example" };
  expect((await visitor.post("/sign-up/email", body)).status).toBe(400);
  const reply = await visitor.post("/sign-up/email", { ...body, password: "tulip-harbor-91-kettle" });
  expect(reply.status).toBe(200);
  expect(await visitor.isSignedIn()).toBe(true);
  const user = await db().user.findUniqueOrThrow({ where: { email: body.email } });
  expect(user.name).toBe("");
});

test(`${people} concurrent sign-ups with one address create one account`, async () => {
  tried("sign-up", people);
  const replies = await Promise.all(
    Array.from({ length: people }, () => new Visitor().signUp("same@example.com")),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await getAccount("same@example.com")).toMatchObject(trial);
});

test("a sign-up that fails midway leaves no data behind and can be repeated", async () => {
  tried("sign-up");
  await db().$executeRawUnsafe(`ALTER TABLE trial_claim RENAME TO trial_claim_away`);
  const reply = await new Visitor().signUp("half@example.com");
  await db().$executeRawUnsafe(`ALTER TABLE trial_claim_away RENAME TO trial_claim`);
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(await db().user.count({ where: { email: "half@example.com" } })).toBe(0);
  expect(await db().subscription.count({ where: { user: { email: "half@example.com" } } })).toBe(0);
  expect((await new Visitor().signUp("half@example.com")).status).toBe(200);
  expect(await getAccount("half@example.com")).toMatchObject(trial);
});

test("a mailbox gets one trial for all spellings of its address", async () => {
  tried("address");
  await new Visitor().signUp("first.last@gmail.com");
  for (const email of ["firstlast@gmail.com", "f.irstlast+2@googlemail.com", "FirstLast+shop@gmail.com"]) {
    expect((await new Visitor().signUp(email)).status).toBe(200);
    expect(await getAccount(email)).toMatchObject({
      status: "canceled",
      monthly: 0,
      trialRefusal: "mailbox",
    });
  }
  await new Visitor().signUp("first.last@example.com");
  await new Visitor().signUp("firstlast@example.com");
  expect(await getAccount("firstlast@example.com")).toMatchObject(trial);
  const rows = await db().trialClaim.findMany();
  expect(JSON.stringify(rows)).not.toMatch(/last|@/);
});

test("the fourth account of one network within a day opens without a trial, one of another network with it", async () => {
  tried("address");
  const open = async (email: string, address: string) => {
    expect((await new Visitor(address).signUp(email)).status).toBe(200);
    return await getAccount(email);
  };
  for (let place = 1; place <= 3; place += 1) {
    expect(await open(`desk-${place}@example.com`, `2001:db8:7:1::${place}`)).toMatchObject(trial);
  }
  const refused = { status: "canceled", monthly: 0, trialRefusal: "address" };
  expect(await open("desk-4@example.com", "2001:db8:7:1::4")).toMatchObject(refused);
  expect(await open("neighbor@example.com", "2001:db8:7:2::1")).toMatchObject(trial);
  await db().trialClaim.updateMany({ data: { createdAt: new Date(Date.now() - 23 * 3_600_000) } });
  expect(await open("desk-5@example.com", "2001:db8:7:1::5")).toMatchObject(refused);
});

test("concurrent sign-ups from one network get three trials a day; further accounts open without one", async () => {
  tried("address");
  const machine = "2001:db8:1:2";
  const emails = Array.from({ length: runsOf(9, 4) }, (_, place) => `machine-${place}@example.com`);
  const replies = await Promise.all(
    emails.map((email, place) => new Visitor(`${machine}::${place + 1}`).signUp(email)),
  );
  expect(replies.map(({ status }) => status)).toEqual(emails.map(() => 200));
  const accounts = await Promise.all(emails.map(getAccount));
  expect(accounts.filter((account) => account?.status === "trialing")).toHaveLength(3);
  expect(accounts.filter((account) => account?.trialRefusal === "address")).toHaveLength(emails.length - 3);
  await db().trialClaim.updateMany({ data: { createdAt: new Date(Date.now() - 25 * 3_600_000) } });
  await new Visitor(`${machine}::99`).signUp("machine-tomorrow@example.com");
  expect(await getAccount("machine-tomorrow@example.com")).toMatchObject(trial);
});

test("a sign-up ignores extra fields, trims the name and rejects one that is too long", async () => {
  tried("sign-up");
  const email = "extra@example.com";
  const { body } = await new Visitor().post("/sign-up/email", {
    email,
    password: "korrekt-pferd-9!",
    name: "  Grace  ",
    image: "x".repeat(50_000),
    emailVerified: true,
    id: "usr_mine",
    createdAt: "2001-01-01",
  });
  const user = await db().user.findUniqueOrThrow({ where: { email } });
  expect(user).toMatchObject({ name: "Grace", image: null, emailVerified: false });
  expect(body.user.id).toBe(user.id);
  expect(user.id).not.toBe("usr_mine");
  const long = await new Visitor().signUp("long@example.com", "korrekt-pferd-9!", "x".repeat(101));
  expect([long.status, long.body.code]).toEqual([400, "INVALID_NAME"]);
});

test("with TRIAL_DAYS=0 an account opens without a trial", async () => {
  tried("sign-up");
  const userId = await createUser("none@example.com", "None");
  env().TRIAL_DAYS = 0;
  await db().$transaction((tx) => startTrial(userId, tx));
  env.forget();
  expect(await getAccount("none@example.com")).toMatchObject({ status: "canceled", trialRefusal: null });
});
