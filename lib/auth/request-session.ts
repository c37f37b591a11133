import { revealUnavailable } from "../db/unavailable.ts";

/** A valid session and its user, or null. */
export async function getSession(headers: Headers): Promise<{ userId: string; sessionId: string } | null> {
  // Loaded at the first session: calls with a key need none of sign-in, mails and the deletion of accounts.
  const { auth } = await import("./index.ts");
  const found = await revealUnavailable(() => auth().api.getSession({ headers }));
  return found && { userId: found.user.id, sessionId: found.session.id };
}
