import { auth } from "./index.ts";

/** Makes a user who can sign in with a password, as the sign-up page does: the trial starts. */
export async function createUserWithPassword(email: string, name: string, password: string): Promise<string> {
  const { user } = await auth().api.signUpEmail({ body: { email, name, password } });
  return user.id;
}

/** Gives a user a new password and ends all of that user's sessions. */
export async function setPassword(userId: string, password: string): Promise<void> {
  const { password: hasher, internalAdapter } = await auth().$context;
  await internalAdapter.updatePassword(userId, await hasher.hash(password));
  await internalAdapter.deleteUserSessions(userId);
}
