import { getSessionCookie, parseCookies } from "better-auth/cookies";

export const cookiePrefix = "pgs";
/** Names the view that an operator has open; valid only with the session that opened it. */
export const viewCookie = `${cookiePrefix}.view`;

/** Whether a request carries a session cookie, valid or not. */
export function hasSessionCookie(headers: Headers): boolean {
  return getSessionCookie(headers, { cookiePrefix }) !== null;
}

export function readCookie(headers: Headers, name: string): string | null {
  return parseCookies(headers.get("cookie") ?? "").get(name) ?? null;
}
