import { createUser } from "../accounts/index.ts";
import { startTrial } from "../accounts/trial.ts";
import { db } from "../db/index.ts";
import { auth } from "./index.ts";
import { findPasswordProblem } from "./password-rules.ts";

/** Makes a user who can sign in with a password, by the operator's word: the address is proven, the trial starts. */
export async function createUserWithPassword(email: string, name: string, password: string): Promise<string> {
  const problem = findPasswordProblem(password, { email, name });
  if (problem) throw new Error(`The password is refused. ${problem}`);
  const { password: hasher, internalAdapter } = await auth().$context;
  const hash = await hasher.hash(password);
  const userId = await createUser(email, name);
  await internalAdapter.linkAccount({ userId, providerId: "credential", accountId: userId, password: hash });
  await db().$transaction((tx) => startTrial(userId, tx));
  return userId;
}

/** Gives a user a new password, which ends all of that user's sessions and links. */
export async function setPassword(userId: string, password: string): Promise<void> {
  const { password: hasher, internalAdapter } = await auth().$context;
  await internalAdapter.updatePassword(userId, await hasher.hash(password));
}
