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
 * Secures the account of a signed-in user. A user with a password enters it and a new one; without one, a recent
 * sign-in is required. Returns the problem of the proof; null on success.
 */
export async function secureOwnAccount(
  user: Pick<SignedInUser, "id" | "email" | "name" | "signedInAt">,
  { currentPassword, newPassword }: GivenPasswords,
): Promise<FieldProblem<"currentPassword" | "password"> | null> {
  // An intruder must not invalidate the undo links of the address that the account was moved away from.
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
