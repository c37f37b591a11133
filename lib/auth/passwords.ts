import { createUser } from "../account-lifecycle/open.ts";
import { startTrial } from "../account-lifecycle/trial.ts";
import { clearAttempts, countAttempt } from "../accounts/attempts.ts";
import { recordAudit } from "../audit/record.ts";
import { db } from "../db/index.ts";
import { because, textOf } from "../platform/reasons.ts";
import { auth } from "./index.ts";
import type { SignedInUser } from "./page.ts";
import { findPasswordProblem } from "./password-rules.ts";
import { type FieldProblem, tooMany } from "./request.ts";
import { freshSessionMinutes, hasPassword } from "./sessions.ts";

type Person = Pick<SignedInUser, "id" | "signedInAt">;

/** The proof required before an action that a stolen session must not suffice for. */
export type ProofNeeded = "nothing" | "password" | "newSignIn";

/** A recent sign-in suffices as proof. */
export async function findProofNeeded({ id, signedInAt }: Person): Promise<ProofNeeded> {
  if (Date.now() - signedInAt.getTime() < freshSessionMinutes * 60_000) return "nothing";
  return (await hasPassword(id)) ? "password" : "newSignIn";
}

/** The problem of the given proof, by field; null if the proof suffices. */
export async function findProofProblem(
  user: Person,
  password: string | undefined,
): Promise<FieldProblem<"password"> | null> {
  const needed = await findProofNeeded(user);
  if (needed === "nothing") return null;
  if (needed === "newSignIn") {
    return {
      field: null,
      problem: because("sign_in_again", { minutes: freshSessionMinutes }),
    };
  }
  return await findPasswordMistake(user.id, password);
}

/** The same for actions that require the password even after a recent sign-in; without one, a recent sign-in. */
export async function findOwnerProblem(
  user: Person,
  password: string | undefined,
): Promise<FieldProblem<"password"> | null> {
  return (await hasPassword(user.id))
    ? await findPasswordMistake(user.id, password)
    : await findProofProblem(user, undefined);
}

/** The problem of a repeated password; null if it is correct. Attempts are counted. */
export async function findPasswordMistake(
  userId: string,
  password: string | undefined,
): Promise<FieldProblem<"password"> | null> {
  if (!password) return { field: "password", problem: because("password_needed_again") };
  const waitSeconds = await countAttempt("reauthentication", userId);
  if (waitSeconds > 0) return { field: "password", problem: tooMany(waitSeconds) };
  const { password: hasher, internalAdapter } = await auth().$context;
  const account = await internalAdapter.findCredentialAccount(userId);
  const isRight = account?.password && (await hasher.verify({ hash: account.password, password }));
  if (!isRight) return { field: "password", problem: because("current_password_wrong") };
  await clearAttempts([{ kind: "reauthentication", who: userId }]);
  return null;
}

/** Creates a user with a password for the operator's command: the address counts as verified and the trial starts. */
export async function createUserWithPassword(email: string, name: string, password: string): Promise<string> {
  const problem = findPasswordProblem(password, { email, name });
  if (problem) throw new Error(`The password is refused. ${textOf(problem)}`);
  const { password: hasher, internalAdapter } = await auth().$context;
  const hash = await hasher.hash(password);
  const userId = await createUser(email, name);
  await internalAdapter.linkAccount({ userId, providerId: "credential", accountId: userId, password: hash });
  await db().$transaction((tx) => startTrial(userId, tx));
  return userId;
}

/** Counts an account's address as confirmed, for the operator's command; the trial starts if it waited for that. */
export async function confirmAddress(userId: string): Promise<void> {
  const { internalAdapter } = await auth().$context;
  await internalAdapter.updateUser(userId, { emailVerified: true });
  await recordAudit({ accountId: userId, action: "account.changed", after: { emailVerified: true } });
}

/** The user of a password reset link; null if it has expired or is unknown. */
export async function findOwnerOfResetLink(token: string): Promise<string | null> {
  const { internalAdapter } = await auth().$context;
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  return link?.value ?? null;
}

/** Sets a user's password, which ends all sessions and links of the user. */
export async function setPassword(userId: string, password: string): Promise<void> {
  const { password: hasher, internalAdapter } = await auth().$context;
  await internalAdapter.updatePassword(userId, await hasher.hash(password));
}
