import { confirmEmailChange, requestEmailChange } from "#lib/auth/email-change.ts";
import { randomBase62 } from "#lib/platform/ids.ts";
import { mailTo, tokenIn } from "#lib/testing/outbox.ts";
import { Visitor } from "#lib/testing/visitor.ts";

export const newAddress = () => `${randomBase62(10).toLowerCase()}@example.com`;
export const over = { code: "invalid_params" };

export async function newPerson() {
  const email = newAddress();
  const visitor = new Visitor();
  const { body } = await visitor.signUp(email);
  return { email, visitor, userId: body.user.id as string };
}

/** A user who moved to a new address, with the tokens of both mails. */
export async function moved() {
  const person = await newPerson();
  const next = newAddress();
  await requestEmailChange(person.userId, next);
  const token = tokenIn(await mailTo(next));
  await confirmEmailChange(token);
  return { ...person, next, token, undo: tokenIn(await mailTo(person.email)) };
}
