import { getSessionCookie } from "better-auth/cookies";
import { revealUnavailable } from "../db/unavailable.ts";
import { auth, cookiePrefix } from "./index.ts";

/** Whether a request carries a session cookie at all; says nothing about its being valid. */
export function hasSessionCookie(headers: Headers): boolean {
  return getSessionCookie(headers, { cookiePrefix }) !== null;
}

/** The user of a valid session, or null. */
export async function getSessionUserId(headers: Headers): Promise<string | null> {
  const session = await revealUnavailable(() => auth().api.getSession({ headers }));
  return session?.user.id ?? null;
}
