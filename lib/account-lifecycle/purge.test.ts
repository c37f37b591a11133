import { expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { purge } from "../background.ts";
import { deleteExpired } from "../db/expired.ts";
import { db, sql } from "../db/index.ts";
import { useDatabase } from "../testing/database.ts";
import { createUser } from "./open.ts";
import { forgetTrialAddresses } from "./trial.ts";

everyTestTries("purges");

await useDatabase();

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);

test("sent mails are deleted after 30 days, unsent mails after 90", async () => {
  const mail = (reference: string, createdAt: Date, sentAt: Date | null) => ({
    reference,
    createdAt,
    sentAt,
    recipient: "a@example.com",
    subject: "x",
    text: "x",
  });
  await db().outgoingMail.createMany({
    data: [
      mail("sent long ago", daysAgo(31), daysAgo(31)),
      mail("sent lately", daysAgo(31), daysAgo(29)),
      mail("never taken", daysAgo(91), null),
      mail("still tried", daysAgo(89), null),
    ],
  });
  await deleteExpired();
  const left = await db().outgoingMail.findMany({ select: { reference: true }, orderBy: { id: "asc" } });
  expect(left.map(({ reference }) => reference)).toEqual(["sent lately", "still tried"]);
});

test("events are retained for longer than Stripe redelivers them", async () => {
  const event = (id: string, days: number, receivedDays = days) => ({
    id,
    type: "invoice.paid",
    receipt: "done",
    createdAt: daysAgo(days),
    receivedAt: daysAgo(receivedDays),
  });
  const data = [event("evt_old", 91), event("evt_new", 31), event("evt_healed_lately", 91, 5)];
  await db().stripeEvent.createMany({ data });
  await deleteExpired();
  const left = await db().stripeEvent.findMany({ orderBy: { id: "asc" }, select: { id: true } });
  expect(left.map(({ id }) => id)).toEqual(["evt_healed_lately", "evt_new"]);
});

test("attempt counts and the addresses of trials are purged, but trial claims are not", async () => {
  const data = (key: string, days: number) => ({ key, count: 3, lastAt: daysAgo(days) });
  await db().accountAttempt.createMany({ data: [data("old", 2), data("new", 0)] });
  await db().trialClaim.createMany({
    data: [
      { mailboxHash: "old", addressHash: "a", createdAt: daysAgo(3) },
      { mailboxHash: "new", addressHash: "a", createdAt: daysAgo(1) },
    ],
  });
  await deleteExpired();
  await forgetTrialAddresses();
  expect((await db().accountAttempt.findMany()).map(({ key }) => key)).toEqual(["new"]);
  const claims = await db().$queryRaw(sql`
    SELECT mailbox_hash AS mailbox, address_hash AS address FROM trial_claim ORDER BY mailbox_hash`);
  expect(claims).toEqual([
    { mailbox: "new", address: "a" },
    { mailbox: "old", address: null },
  ]);
});

test("the purge deletes expired sessions and old Stripe events", async () => {
  await db().stripeEvent.create({
    data: { id: "evt_older", type: "x", receipt: "", createdAt: daysAgo(100), receivedAt: daysAgo(100) },
  });
  const userId = await createUser("sessions@example.com", "Sessions");
  const session = (id: string, expiresAt: Date) => ({ id, token: id, userId, expiresAt });
  await db().session.createMany({ data: [session("over", daysAgo(1)), session("running", daysAgo(-1))] });
  await purge();
  expect((await db().session.findMany()).map(({ id }) => id)).toEqual(["running"]);
  expect(await db().stripeEvent.count({ where: { id: "evt_older" } })).toBe(0);
});
