import { expect } from "vitest";
import { db } from "#lib/db/index.ts";
import { randomBase62 } from "#lib/platform/ids.ts";
import { setOperator } from "#lib/support/operators.ts";
import { totpOf } from "./totp.ts";
import { goodPassword, Visitor } from "./visitor.ts";

/** A signed-in user, with browser and account. */
export async function makePerson() {
  const email = `${randomBase62(10).toLowerCase()}@example.com`;
  const visitor = new Visitor();
  const { body } = await visitor.signUp(email);
  const userId: string = body.user.id;
  return { email, visitor, userId };
}

/** An operator, with two-factor authentication set up or not. */
export async function makeOperator({ secondStep = true } = {}) {
  const person = await makePerson();
  await setOperator(person.userId, true);
  if (secondStep) await turnOnSecondStep(person.visitor);
  return person;
}

async function turnOnSecondStep(visitor: Visitor): Promise<void> {
  const started = await visitor.post("/two-factor/enable", { password: goodPassword });
  const secret = new URL(started.body.totpURI).searchParams.get("secret") ?? "";
  const proven = await visitor.post("/two-factor/verify-totp", { code: totpOf(secret) });
  expect(proven.status).toBe(200);
}

/** Id of the account's newest session. */
export async function sessionOf(userId: string): Promise<string> {
  const session = await db().session.findFirstOrThrow({ where: { userId }, orderBy: { createdAt: "desc" } });
  return session.id;
}
