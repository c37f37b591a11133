import { beforeEach, expect, test, vi } from "vitest";
import { closeAccount } from "../closing/close-account.ts";
import { db } from "../db/index.ts";
import { useDatabase } from "../testing/database.ts";
import { mailTo, readOutbox, tokenIn } from "../testing/outbox.ts";
import { deepTest } from "../testing/trials.ts";
import { goodPassword, newEmail, newPerson, Visitor } from "../testing/visitor.ts";
import { confirmEmailChange, findPendingEmail, requestEmailChange, undoEmailChange } from "./email-change.ts";

await useDatabase();
beforeEach(() => void vi.useRealTimers());

const later = (days: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * 24 * 60 * 60 * 1000 });

const over = { code: "invalid_params" };

/** A user who moved to a new address, with the tokens of both mails. */
async function moved() {
  const person = await newPerson();
  const next = newEmail();
  await requestEmailChange(person.userId, next);
  const token = tokenIn(await mailTo(next));
  await confirmEmailChange(token);
  return { ...person, next, token, undo: tokenIn(await mailTo(person.email)) };
}

test("an address changes only when the link mailed to the new address is opened", async () => {
  const { email, visitor, userId } = await newPerson();
  const next = newEmail();
  await requestEmailChange(userId, next);
  expect(await findPendingEmail(userId)).toBe(next);
  expect((await new Visitor().signIn(next)).status).toBe(401);
  const token = tokenIn(await mailTo(next));
  expect([await confirmEmailChange(token), await confirmEmailChange(token)]).toEqual([next, next]);
  expect(await findPendingEmail(userId)).toBeNull();
  expect((await new Visitor().signIn(next)).status).toBe(200);
  expect((await new Visitor().signIn(email)).status).toBe(401);
  expect(await visitor.isSignedIn()).toBe(true);
  const mail = await mailTo(email);
  expect(mail).toContain(`now uses ${next}`);
  expect(await readOutbox(email)).toHaveLength(1);
});

test("a newer request invalidates the older link, and a link expires after a day", async () => {
  const { userId } = await newPerson();
  const [first, second] = [newEmail(), newEmail()];
  await requestEmailChange(userId, first);
  await requestEmailChange(userId, second);
  await expect(confirmEmailChange(tokenIn(await mailTo(first)))).rejects.toMatchObject(over);
  const token = tokenIn(await mailTo(second));
  later(1.01);
  await expect(confirmEmailChange(token)).rejects.toMatchObject(over);
  await expect(confirmEmailChange("")).rejects.toMatchObject(over);
});

test("an account cannot move to an address that has an account; only that address is notified", async () => {
  const { userId } = await newPerson();
  const other = await newPerson();
  await requestEmailChange(userId, other.email);
  const mail = await mailTo(other.email);
  expect(mail).toContain("nothing was changed");
  expect(mail).not.toContain("token=");
  expect(await findPendingEmail(userId)).toBe(other.email);
  const next = newEmail();
  await requestEmailChange(userId, next);
  const token = tokenIn(await mailTo(next));
  await new Visitor().signUp(next);
  await expect(confirmEmailChange(token)).rejects.toMatchObject(over);
});

test("undoing an address change ends every session and blocks sign-in until the password is reset", async () => {
  const { email, next, undo, visitor } = await moved();
  expect([await undoEmailChange(undo), await visitor.isSignedIn()]).toEqual([email, false]);
  await expect(undoEmailChange(undo)).rejects.toMatchObject(over);
  for (const address of [email, next]) expect((await new Visitor().signIn(address)).status).toBe(401);
  await new Visitor().post("/request-password-reset", { email });
  const reset = await vi.waitFor(async () => {
    const found = (await readOutbox(email)).find((mail) => mail.includes("/reset-password?"));
    if (!found) throw new Error("no mail yet");
    return found;
  }, 20_000);
  const newPassword = "eine-andere-Wolke-7";
  await new Visitor().post("/reset-password", { token: tokenIn(reset), newPassword });
  expect((await new Visitor().signIn(email, newPassword)).status).toBe(200);
});

test("no table stores the links, requests are limited, and account deletion deletes mails to both addresses", async () => {
  const { email, next, userId, token, undo } = await moved();
  const rows = JSON.stringify([
    await db().emailChange.findMany(),
    (await db().outgoingMail.findMany()).map(({ text, html }) => [text, html]),
  ]);
  for (const secret of [token, undo]) expect(rows).not.toContain(secret);
  const requests = await Promise.allSettled(
    Array.from({ length: 8 }, () => requestEmailChange(userId, newEmail())),
  );
  expect(requests.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(5);
  await closeAccount(userId);
  for (const address of [email, next]) expect(await readOutbox(address)).toEqual([]);
});

deepTest(
  "undoing the first of several address changes undoes the later ones and removes a newer second step",
  async () => {
    const { email, userId, undo, visitor } = await moved();
    const third = newEmail();
    await requestEmailChange(userId, third);
    await confirmEmailChange(tokenIn(await mailTo(third)));
    await visitor.post("/two-factor/enable", { password: goodPassword });
    await undoEmailChange(undo);
    expect(await db().user.findUnique({ where: { id: userId } })).toMatchObject({
      email,
      twoFactorEnabled: false,
    });
    expect(await db().twoFactor.count({ where: { userId } })).toBe(0);
  },
);

deepTest(
  "the old address stays reserved for a week; then it is free and the change cannot be undone",
  async () => {
    const { email, undo } = await moved();
    expect((await new Visitor().signUp(email)).status).toBe(422);
    const other = await newPerson();
    await requestEmailChange(other.userId, email);
    expect((await readOutbox(email)).filter((mail) => mail.includes("/confirm-address"))).toEqual([]);
    await db().$executeRaw`UPDATE email_change SET confirmed_at = confirmed_at - interval '8 days'`;
    await expect(undoEmailChange(undo)).rejects.toMatchObject(over);
    expect((await new Visitor().signUp(email)).status).toBe(200);
  },
);

deepTest("an address change invalidates a password reset link mailed to the old address", async () => {
  const { email, userId } = await newPerson();
  await new Visitor().post("/request-password-reset", { email });
  const reset = tokenIn(await mailTo(email));
  const next = newEmail();
  await requestEmailChange(userId, next);
  await confirmEmailChange(tokenIn(await mailTo(next)));
  const answer = await new Visitor().post("/reset-password", {
    token: reset,
    newPassword: "noch-ein-Vogel-3!",
  });
  expect(answer.body.code).toBe("INVALID_TOKEN");
});
