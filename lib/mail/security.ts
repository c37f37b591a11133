import type { Queryable } from "../db/index.ts";
import { env } from "../platform/env.ts";
import { newId } from "../platform/ids.ts";
import { queueMail } from "./queue.ts";

const service = "Photo Generation Service";
const page = (path: string) => `${env().BASE_URL}${path}`;

const notYou =
  () => `If it was not you, somebody else may be in your account. Choose a new password now, which ends every
session, then revoke the keys that you do not know:
${page("/forgot-password")}
${page("/keys")}
`;

/** Tells of a new password, in the transaction that sets it. */
export async function queuePasswordMail(userId: string, tx: Queryable): Promise<void> {
  const text = `The password of your account at ${service} was changed. You are signed out everywhere else.

${notYou()}`;
  const reference = `password-changed:${newId("row")}`;
  await queueMail({ reference, userId, subject: "Your password was changed", text }, tx);
}

/** Tells of a new API key, in the transaction that makes it. */
export async function queueKeyMail(
  userId: string,
  key: { id: string; name: string; first8: string },
  tx: Queryable,
): Promise<void> {
  const text = `A new API key was made in your account at ${service}: “${key.name}”, ${key.first8}…

${notYou()}`;
  await queueMail({ reference: `key-made:${key.id}`, userId, subject: "A new API key was made", text }, tx);
}
