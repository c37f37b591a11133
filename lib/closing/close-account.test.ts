import { expect, test, vi } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { getAccount, resumeAccount, suspendAccount } from "../accounts/state.ts";
import { authStore } from "../auth/store.ts";
import { startSubscriptionCheckout, startTopUpCheckout } from "../billing/checkout.ts";
import { stripe } from "../billing/stripe.ts";
import { auditCredits } from "../credits/audit.ts";
import { db, sql } from "../db/index.ts";
import { handleImageHostRequest } from "../images/embedded/serve.ts";
import { imageHost } from "../images/index.ts";
import { createKey } from "../keys/index.ts";
import { newId } from "../platform/ids.ts";
import { deliverPending } from "../stripe-sandbox/delivery.ts";
import { api } from "../testing/api.ts";
import { customerOf, deliver, eventsOf, press } from "../testing/billing/life.ts";
import { finishOne } from "../testing/credits/charge-one.ts";
import { useDatabase } from "../testing/database.ts";
import { mailTo, readOutbox } from "../testing/outbox.ts";
import { exists, productPicture } from "../testing/pictures.ts";
import { findRowsWith } from "../testing/rows.ts";
import { deepTest } from "../testing/trials.ts";
import { goodPassword, newPerson, Visitor } from "../testing/visitor.ts";
import { closeAccount, finishClosings } from "./close-account.ts";

everyTestTries("deletion");

await useDatabase();

/** Creates a user with data in every part of the service: sessions, payments, photos, mails. */
async function makeResident() {
  const { email, visitor, userId } = await newPerson();
  const { key } = await createKey({ userId, name: "shop" });
  await press(await startTopUpCheckout(userId, "small"), "pay");
  for (const event of await eventsOf(await customerOf(userId))) await deliver(event);
  const folder = `results/${userId}`;
  const picture = await imageHost().upload(await productPicture(), { folder });
  await finishOne(userId, 30, { prompt: `for ${email}`, result: picture });
  await new Visitor().signIn(email, "not the password");
  await visitor.post("/request-password-reset", { email });
  await mailTo(email);
  return { email, visitor, userId, key, picture };
}

const creditsWith = (key: string) => api("credits", { key });

test("deletion removes all data of an account except its ledger, which still balances", async () => {
  const { email, visitor, userId, key, picture } = await makeResident();
  const neighbour = await makeResident();
  const entriesBefore = await db().ledgerEntry.count({ where: { userId } });
  const customer = await customerOf(userId);
  expect((await visitor.post("/delete-user", { password: goodPassword })).status).toBe(200);

  const left = await findRowsWith([email, userId, customer]);
  expect(left.filter((row) => !/^(ledger_entry|closed_account|audit_event): /.test(row))).toEqual([]);
  const events = await db().auditEvent.findMany({ where: { accountId: userId } });
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["key.created", "account.deleted"]),
  );
  expect(events.filter(({ details }) => details !== null)).toEqual([]);
  expect(left.join("\n")).not.toContain(email);
  expect(await db().ledgerEntry.count({ where: { userId } })).toBe(entriesBefore + 1);
  expect((await auditCredits()).findings).toEqual([]);
  expect(await exists(picture)).toBe(false);
  expect(await readOutbox(email)).toEqual([]);
  expect((await creditsWith(key)).status).toBe(401);
  expect((await visitor.signIn(email)).status).toBe(401);

  // Another account has lost nothing.
  expect(await getAccount(neighbour.email)).toMatchObject({ monthly: 70, topup: 100 });
  expect(await readOutbox(neighbour.email)).toHaveLength(1);
  expect(await exists(neighbour.picture)).toBe(true);
  await closeAccount(userId);
});

test("the mailbox of a deleted account gets no second trial, also with a different spelling", async () => {
  const visitor = new Visitor();
  await visitor.signUp("leaver@example.com");
  // Simulates an account from before trial claims were recorded.
  await db().trialClaim.deleteMany();
  await visitor.post("/delete-user", { password: goodPassword });
  for (const email of ["leaver@example.com", "Leaver+again@example.com"]) {
    expect((await new Visitor().signUp(email)).status).toBe(200);
    expect(await getAccount(email)).toMatchObject({
      status: "canceled",
      monthly: 0,
      trialRefusal: "mailbox",
    });
  }
});

test("an interrupted deletion leaves the account disabled, and a later run completes it", async () => {
  const { email, visitor, userId, key } = await makeResident();
  await db().$executeRaw(sql`ALTER TABLE outgoing_mail RENAME TO outgoing_mail_away`);
  await expect(closeAccount(userId)).rejects.toThrow();
  await db().$executeRaw(sql`ALTER TABLE outgoing_mail_away RENAME TO outgoing_mail`);

  const refused = await creditsWith(key);
  expect([refused.status, refused.body.error.message]).toEqual([
    401,
    "The account of this API key is deleted.",
  ]);
  expect((await new Visitor().signIn(email)).body.code).toBe("ACCOUNT_SHUT");
  expect(await visitor.isSignedIn()).toBe(true);
  expect(await finishClosings()).toBe(0);
  await db().$executeRaw(
    sql`UPDATE subscription SET closing_at = closing_at - interval '3 minutes' WHERE user_id = ${userId}`,
  );
  expect(await finishClosings()).toBe(1);
  expect(await visitor.isSignedIn()).toBe(false);
  expect((await findRowsWith([email])).join("\n")).toBe("");
  expect((await auditCredits()).findings).toEqual([]);
});

test("a user without the rows of an account is deleted by the auth library", async () => {
  const id = newId("usr");
  await db().user.create({ data: { id, email: "incomplete@example.com", name: "" } });
  await authStore().user.delete({ where: { id } });
  expect(await db().user.count({ where: { id } })).toBe(0);
});

test("deletion removes all uploads, except a source of another account's result until that account is deleted", async () => {
  const { userId } = await makeResident();
  const neighbour = await makeResident();
  const unused = await imageHost().upload(await productPicture(), { folder: `inputs/${userId}` });
  const source = await imageHost().upload(await productPicture(), { folder: `inputs/${userId}` });
  const cutOut = { operation: "remove_bg", imageUrl: source.url, sourcePublicId: source.publicId } as const;
  await finishOne(neighbour.userId, 10, { ...cutOut, result: { url: source.url, publicId: null } });
  await closeAccount(userId);
  expect([await exists(unused), await exists(source)]).toEqual([false, true]);
  await closeAccount(neighbour.userId);
  expect(await exists(source)).toBe(false);
});

test("an upload signature stores nothing for an account that is suspended or deleted later", async () => {
  const { userId } = await makeResident();
  const signed = imageHost().signUpload(`inputs/${userId}`);
  const upload = async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(signed.fields)) form.set(name, value);
    form.set("file", new Blob([new Uint8Array(await productPicture())]), "mug.jpg");
    const request = new Request(signed.url, { method: "POST", body: form });
    return (await handleImageHostRequest(request)).status;
  };
  const stored = () => db().hostedPicture.count({ where: { publicId: { startsWith: `inputs/${userId}` } } });
  expect([await upload(), await stored()]).toEqual([200, 1]);
  await suspendAccount(userId);
  expect([await upload(), await stored()]).toEqual([400, 1]);
  await resumeAccount(userId);
  expect([await upload(), await stored()]).toEqual([200, 2]);
  await closeAccount(userId);
  expect([await upload(), await stored()]).toEqual([400, 0]);
});

test("a deletion fails and leaves the account unchanged when billing is unavailable", async () => {
  const { visitor, userId, key, email } = await makeResident();
  const before = await getAccount(email);
  await db().$executeRaw(sql`ALTER TABLE sandbox_object RENAME TO sandbox_object_away`);
  const answer = await visitor.post("/delete-user", { password: goodPassword });
  await db().$executeRaw(sql`ALTER TABLE sandbox_object_away RENAME TO sandbox_object`);
  expect(answer.status).toBe(500);
  expect(await getAccount(email)).toEqual(before);
  expect((await creditsWith(key)).status).toBe(200);
  expect(await visitor.isSignedIn()).toBe(true);
  expect(await db().closedAccount.count({ where: { userId } })).toBe(0);
});

test("deleting an account ends its open checkouts and running subscriptions", async () => {
  const { userId, visitor } = await makeResident();
  await press(await startSubscriptionCheckout(userId, "pro"), "pay");
  for (const event of await eventsOf(await customerOf(userId))) await deliver(event);
  const open = await startTopUpCheckout(userId, "small");
  const customer = await customerOf(userId);
  await visitor.post("/delete-user", { password: goodPassword });
  const late = await press(open, "pay");
  expect(late.status).toBeGreaterThanOrEqual(400);
  expect((await stripe().subscriptions.list({ customer, status: "all" })).data).toEqual([]);
  await deliverPending();
});

deepTest(
  "a deletion that outlasts its caller continues in the background, with the account disabled",
  async () => {
    const { email, visitor, userId, key } = await makeResident();
    const release = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holder = db().$transaction(async (tx) => {
      await tx.$executeRaw(sql`SELECT FROM balance WHERE user_id = ${userId} FOR UPDATE`);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    await closeAccount(userId, { waitMs: 50 });
    expect((await creditsWith(key)).status).toBe(401);
    // The library's own deletion of the user, right after, leaves the rows to the deletion that is under way.
    await authStore().user.delete({ where: { id: userId } });
    expect(await db().user.count({ where: { id: userId } })).toBe(1);
    release.resolve();
    await holder;
    await vi.waitFor(async () => expect(await db().user.count({ where: { id: userId } })).toBe(0), 10_000);
    expect(await visitor.isSignedIn()).toBe(false);
    await vi.waitFor(async () => expect((await findRowsWith([email])).join("\n")).toBe(""), 10_000);
    expect((await auditCredits()).findings).toEqual([]);
  },
);

deepTest("concurrent deletions of one account succeed, and the credits audit finds no problem", async () => {
  const { email, userId } = await makeResident();
  await Promise.all([closeAccount(userId), closeAccount(userId), closeAccount(userId)]);
  expect(await findRowsWith([email])).toEqual([]);
  expect((await auditCredits()).findings).toEqual([]);
});

deepTest("a large account is deleted completely, in statements of limited size", async () => {
  const { userId } = await makeResident();
  await db().$executeRaw(sql`
    WITH work AS (
      INSERT INTO generation (id, user_id, operation, status, source_ref, from_monthly, from_topup, period, expires_at,
                              finished_at, deleted_at)
      SELECT 'gen_' || left(md5(n::text), 22), ${userId}, 'generate', 'failed', '', 0, 0, 0, now(), now(), now()
      FROM generate_series(1, 5000) n RETURNING id
    )
    INSERT INTO webhook_event (id, user_id, type, data, reference)
    SELECT 'evt_' || id, ${userId}, 'generation.failed', '{}', id FROM work`);
  const sent = vi.spyOn(db(), "$executeRaw");
  await closeAccount(userId);
  const changed = await Promise.all(sent.mock.results.map(({ value }) => value));
  expect(Math.max(...changed)).toBe(2_000);
  expect(await db().generation.count({ where: { userId } })).toBe(0);
  expect(await db().webhookEvent.count({ where: { userId } })).toBe(0);
  expect(await db().user.count({ where: { id: userId } })).toBe(0);
});
