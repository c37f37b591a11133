// Guards that several address changes, links of other kinds and reserved addresses fit together.

import { beforeEach, expect, test, vi } from "vitest";
import { moved, newAddress, newPerson, over } from "#lib/testing/auth/moved-address.ts";
import { db } from "../db/index.ts";
import { useDatabase } from "../testing/database.ts";
import { mailTo, readOutbox, tokenIn } from "../testing/outbox.ts";
import { goodPassword, Visitor } from "../testing/visitor.ts";
import { confirmEmailChange, requestEmailChange, undoEmailChange } from "./email-change.ts";

await useDatabase();
beforeEach(() => void vi.useRealTimers());

test("undoing the first of several address changes undoes the later ones and removes a newer second step", async () => {
  const { email, userId, undo, visitor } = await moved();
  const third = newAddress();
  await requestEmailChange(userId, third);
  await confirmEmailChange(tokenIn(await mailTo(third)));
  await visitor.post("/two-factor/enable", { password: goodPassword });
  await undoEmailChange(undo);
  expect(await db().user.findUnique({ where: { id: userId } })).toMatchObject({
    email,
    twoFactorEnabled: false,
  });
  expect(await db().twoFactor.count({ where: { userId } })).toBe(0);
});

test("the old address stays reserved for a week; then it is free and the change cannot be undone", async () => {
  const { email, undo } = await moved();
  expect((await new Visitor().signUp(email)).status).toBe(422);
  const other = await newPerson();
  await requestEmailChange(other.userId, email);
  expect((await readOutbox(email)).filter((mail) => mail.includes("/confirm-address"))).toEqual([]);
  await db().$executeRaw`UPDATE email_change SET confirmed_at = confirmed_at - interval '8 days'`;
  await expect(undoEmailChange(undo)).rejects.toMatchObject(over);
  expect((await new Visitor().signUp(email)).status).toBe(200);
});

test("an address change invalidates a password reset link mailed to the old address", async () => {
  const { email, userId } = await newPerson();
  await new Visitor().post("/request-password-reset", { email });
  const reset = tokenIn(await mailTo(email));
  const next = newAddress();
  await requestEmailChange(userId, next);
  await confirmEmailChange(tokenIn(await mailTo(next)));
  const answer = await new Visitor().post("/reset-password", {
    token: reset,
    newPassword: "noch-ein-Vogel-3!",
  });
  expect(answer.body.code).toBe("INVALID_TOKEN");
});
