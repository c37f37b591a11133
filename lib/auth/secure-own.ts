import type { SignedInUser } from "./page.ts";
import { findPasswordProblem } from "./password-rules.ts";
import { findPasswordMistake, findProofProblem } from "./passwords.ts";
import type { FieldProblem } from "./request.ts";
import { hashPassword, secureAccount } from "./secure.ts";
import { hasPassword } from "./sessions.ts";

interface GivenPasswords {
  currentPassword?: string | undefined;
  newPassword?: string | undefined;
}

/**
 * Secures the account of somebody who is signed in. Who has a password gives it and a new one; who has none signed in
 * a moment ago. Answers what is wrong with the proof; null when it is done.
 */
export async function secureOwnAccount(
  user: Pick<SignedInUser, "id" | "email" | "name" | "signedInAt">,
  { currentPassword, newPassword }: GivenPasswords,
): Promise<FieldProblem<"currentPassword" | "password"> | null> {
  // An intruder must not end the way back of the address that the account was moved away from.
  const securing = { suspectedAt: new Date(), endsUndoLinks: false };
  if (!(await hasPassword(user.id))) {
    const problem = await findProofProblem(user, undefined);
    if (problem) return problem;
    await secureAccount(user.id, { ...securing, passwordHash: null });
    return null;
  }
  const mistake = await findPasswordMistake(user.id, currentPassword);
  if (mistake) return { ...mistake, field: "currentPassword" };
  const problem = findPasswordProblem(newPassword ?? "", user);
  if (problem) return { field: "password", problem };
  await secureAccount(user.id, { ...securing, passwordHash: await hashPassword(newPassword ?? "") });
  return null;
}
