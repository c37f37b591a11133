import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { queuePasswordMail } from "#lib/mail/security.ts";
import { acceptLink, listLinks } from "#lib/support/links.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { chargeOne, onePhoto } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { print } from "./said.ts";

await useDatabase();
beforeEach(() => db().user.updateMany({ data: { isOperator: false } }));

async function person() {
  const { userId } = await makeAccount({ monthly: 10, topup: 5 });
  const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } });
  return { userId, email };
}

test("operators are added, listed and removed, and the changes are in their audit log", async () => {
  const { userId, email } = await person();
  expect(await print("operator", "add", "--email", email)).toContain("now an operator");
  expect(await print("operator", "add", "--email", email)).toContain("already");
  expect(await print("operator", "list")).toContain(`${email}  without two-step sign-in`);
  expect(JSON.parse(await print("operator", "list", "--json"))).toMatchObject([{ id: userId, email }]);
  expect(await print("operator", "remove", "--email", email)).toContain("no longer an operator");
  expect(await print("operator", "list")).toBe("");
  const actions = ["operator.added", "operator.removed"];
  const events = await db().auditEvent.findMany({ where: { accountId: userId, action: { in: actions } } });
  expect(events.map(({ action, actorType }) => [action, actorType]).sort()).toEqual(
    actions.map((action) => [action, "operator"]),
  );
});

test("commands find and show accounts, take credits, and refund, like the support desk", async () => {
  const { userId, email } = await person();
  const work = onePhoto(userId);
  await chargeOne(work, 4);
  await db().generation.update({ where: { id: work.id }, data: { status: "succeeded" } });
  expect(await print("account", "find", work.id)).toContain(`${userId}  ${email}`);
  expect(JSON.parse(await print("account", "find", email, "--json"))).toMatchObject([{ account_id: userId }]);
  const refund = ["job", "refund", "--id", work.id];
  await expect(print(...refund)).rejects.toThrow("--note is missing");
  expect(await print(...refund, "--note", "grey")).toContain("refunded: 4 monthly + 0 top-up");
  await expect(print(...refund, "--note", "grey")).rejects.toThrow("was not refunded before");
  const take = ["credits", "take", "--email", email, "--topup", "9"];
  await expect(print(...take)).rejects.toThrow("--note is missing");
  expect(await print(...take, "--note", "x")).toBe(
    "The balance is now 10 monthly + 0 top-up. 4 could not be taken.",
  );
  const shown = JSON.parse(await print("account", "show", "--email", email, "--all", "--json"));
  expect(shown.work).toMatchObject([{ id: work.id, credits: 0 }]);
  expect(await print("account", "show", "--email", email, "--all")).toContain(work.id);
  await expect(print("webhook", "resend", "--id", "whd_none")).rejects.toThrow("delivery");
});

test("a sent mail is queued again by its id, and an unknown id is rejected", async () => {
  const { userId, email } = await person();
  await queuePasswordMail(userId, db());
  const sent = { sentAt: new Date(), attempts: 3 };
  await db().outgoingMail.updateMany({ where: { recipient: email }, data: sent });
  const { id } = await db().outgoingMail.findFirstOrThrow({ where: { recipient: email } });
  expect(await print("mail", "resend", "--id", String(id))).toBe(`Mail ${id} is queued again.`);
  const again = await db().outgoingMail.findUniqueOrThrow({ where: { id } });
  expect(again).toMatchObject({ sentAt: null, attempts: 0 });
  await expect(print("mail", "resend", "--id", String(id + 1n))).rejects.toThrow("mail");
});

test("a view is requested in an operator's name, and ended", async () => {
  const [customer, operator] = [await person(), await person()];
  const ask = ["support", "ask", "--email", customer.email, "--operator", operator.email, "--reason", "why"];
  await expect(print(...ask)).rejects.toThrow("Only the account of a customer");
  await print("operator", "add", "--email", operator.email);
  const [id = ""] = /sup_\w+/.exec(await print(...ask)) ?? [];
  await acceptLink(id, customer.userId);
  expect(await print("support", "end", "--id", id)).toBe(`${id} is ended.`);
  expect(await print("support", "end", "--id", id)).toBe(`${id} had already ended.`);
  expect(await listLinks(customer.userId)).toEqual([]);
});
