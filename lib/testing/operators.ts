import { db } from "#lib/db/index.ts";
import { setOperator } from "#lib/support/operators.ts";
import { enrol, newPerson } from "./visitor.ts";

/** An operator, with two-factor authentication set up or not. */
export async function makeOperator({ secondStep = true } = {}) {
  const person = await newPerson();
  await setOperator(person.userId, true);
  if (secondStep) await enrol(person.visitor);
  return person;
}

/** Id of the account's newest session. */
export async function sessionOf(userId: string): Promise<string> {
  const session = await db().session.findFirstOrThrow({ where: { userId }, orderBy: { createdAt: "desc" } });
  return session.id;
}
