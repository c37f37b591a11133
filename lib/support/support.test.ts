import { expect, test } from "vitest";
import { refundCharge } from "../credits/resolve.ts";
import { db } from "../db/index.ts";
import { openTestAccount } from "../keys/test-account.ts";
import { queueMail } from "../mail/queue.ts";
import { newId } from "../platform/ids.ts";
import { makeAccount } from "../testing/accounts.ts";
import { chargeOne, onePhoto, queueOne } from "../testing/credits/charge-one.ts";
import { useDatabase } from "../testing/database.ts";
import { plainMail } from "../testing/mail.ts";
import { readDesk } from "./account.ts";
import { resendDelivery, resendMailById, retryWork } from "./actions.ts";
import { findAccounts, mostFound } from "./find.ts";
import { readOverview } from "./overview.ts";

await useDatabase();

test("an account is found by email, key, id, Stripe id, or the id of its work or request", async () => {
  const { userId, key, keyId } = await makeAccount();
  await makeAccount();
  const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } });
  const work = onePhoto(userId);
  await queueOne(work, 1);
  const batchId = newId("bat");
  await db().batch.create({ data: { id: batchId, userId, total: 1 } });
  await db().generation.update({ where: { id: work.id }, data: { requestId: "my-request-7" } });
  await db().subscription.update({
    where: { userId },
    data: { stripeCustomerId: "cus_1", stripeSubscriptionId: "sub_1" },
  });
  await db().paymentReceipt.create({ data: { reference: "in_1", userId } });
  const test = await db().$transaction((tx) => openTestAccount(userId, tx));
  const tried = onePhoto(test);
  await queueOne(tried, 0);
  const byOwner = [email, email.slice(2, -4).toUpperCase(), key, key.slice(0, 8), keyId, userId, batchId];
  for (const query of [...byOwner, ` ${email} `, test, "cus_1", "sub_1", "in_1"]) {
    expect(
      (await findAccounts(query)).map(({ accountId }) => accountId),
      query,
    ).toEqual([userId]);
  }
  for (const [query, workId] of [
    [work.id, work.id],
    ["my-request-7", work.id],
    [tried.id, tried.id],
  ] as const) {
    expect(await findAccounts(query), query).toMatchObject([{ accountId: userId, workId }]);
  }
  for (const query of ["", "  ", "gen_none", "%", "_", "in_none", "\0", "' OR true --", "x".repeat(9_000)]) {
    expect(await findAccounts(query), query).toEqual([]);
  }
  const withKeys = await db().apiKey.findMany({ distinct: ["userId"] });
  expect((await findAccounts("pgs_")).length).toBe(Math.min(mostFound, withKeys.length));
});

test("search results list the exact email first, then the newest accounts, up to the limit", async () => {
  const { userId: oldest } = await makeAccount();
  await db().user.update({
    where: { id: oldest },
    data: { email: "a@many.example", createdAt: new Date(0) },
  });
  const ids: string[] = [];
  for (let index = 0; index <= mostFound; index += 1) {
    const { userId } = await makeAccount();
    const email = `${99 - index}a@many.example`;
    await db().user.update({ where: { id: userId }, data: { email, createdAt: new Date(index + 1) } });
    ids.unshift(userId);
  }
  const found = async (query: string) => (await findAccounts(query)).map(({ accountId }) => accountId);
  expect(await found("many.example")).toEqual(ids.slice(0, mostFound));
  expect(await found("a@many.example")).toEqual([oldest, ...ids.slice(0, mostFound - 1)]);
});

test("the support desk shows an account without secrets, and can resend messages and retry work", async () => {
  const before = await readOverview();
  const { userId, key } = await makeAccount({ monthly: 10 });
  const work = onePhoto(userId);
  await chargeOne(work, 1);
  const attempt = { startedAt: null, error: "the model was away" };
  await refundCharge(work.id, "generation_failed", { attempt });
  await db().generation.update({ where: { id: work.id }, data: { createdAt: new Date(0) } });
  for (let times = 0; times < 30; times += 1) await queueOne(onePhoto(userId), 0);
  await queueMail({ reference: newId("row"), userId, write: plainMail("Hello", "there") });
  const row = {
    userId,
    events: ["*"],
    secret: "whsec_topsecret",
    url: "https://shop.example/hook?token=hidden",
  };
  const endpoint = await db().webhookEndpoint.create({ data: { id: newId("whe"), ...row } });
  const event = await db().webhookEvent.create({
    data: { id: newId("evt"), userId, type: "test.ping", data: {}, reference: newId("row") },
  });
  const links = { userId, endpointId: endpoint.id, eventId: event.id };
  const delivery = await db().webhookDelivery.create({
    data: { id: newId("whd"), ...links, status: "failed" },
  });
  const desk = await readDesk(userId, { workId: work.id });
  expect(desk?.work).toHaveLength(26);
  expect((await readDesk(userId, { shown: 100 }))?.work).toHaveLength(31);
  expect(desk?.work[0]).toMatchObject({ id: work.id, status: "failed", canRetry: true, canRefund: false });
  expect(desk?.work[1]?.waitsFor).toContain("no worker is alive");
  expect(desk?.deliveries).toMatchObject([
    { id: delivery.id, url: "https://shop.example/hook", canResend: true },
  ]);
  const all = JSON.stringify(desk);
  for (const secret of [key, "topsecret", "hidden"]) expect(all).not.toContain(secret);
  expect(await readDesk("usr_none")).toBeNull();

  await resendDelivery(delivery.id);
  expect((await readDesk(userId))?.deliveries).toMatchObject([{ status: "pending" }]);
  const [mail] = desk?.mails ?? [];
  await db().outgoingMail.updateMany({ data: { sentAt: new Date(), attempts: 3 } });
  await resendMailById(mail?.id ?? "");
  expect((await readDesk(userId))?.mails).toMatchObject([{ sentAt: null, attempts: 0 }]);
  const again = await retryWork(work.id);
  await expect(retryWork(work.id)).rejects.toMatchObject({ reason: "work_not_retryable" });
  for (const id of ["", "0", "x", "99999999999999999999"]) {
    await expect(resendMailById(id)).rejects.toMatchObject({ reason: "mail_not_found" });
  }
  await expect(resendDelivery("whd_none")).rejects.toMatchObject({ reason: "webhook_delivery_not_found" });
  const activity = (await readDesk(userId))?.activity ?? [];
  expect(activity.slice(0, 3).map(({ action, object }) => [action, object.id])).toEqual([
    ["work.retried", work.id],
    ["mail.resent", mail?.id],
    ["webhook_delivery.resent", delivery.id],
  ]);
  expect(again).toMatch(/^gen_/);
  const overview = await readOverview();
  expect(overview.failures).toMatchObject([{ reason: "generation_failed", count: 1, accounts: 1 }]);
  expect(overview.queue).toMatchObject({ queued: before.queue.queued + 31, running: 0, workers: 0 });
});
