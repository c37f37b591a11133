import { env } from "../env.ts";
import { log } from "../log.ts";
import { auth } from "./index.ts";

export type AuthAnswer =
  | { ok: true; body: Record<string, unknown>; setCookies: string[] }
  | { ok: false; code: string; message: string };

const forwarded = ["cookie", "user-agent", "x-forwarded-for"];

/**
 * Asks the auth handler as a browser would, so that its rate limits and checks apply to server actions too.
 * `from` are the headers of the visitor's request, whose origin the caller has already checked.
 */
export async function askAuth(
  path: string,
  body: Record<string, unknown>,
  from: Headers,
): Promise<AuthAnswer> {
  const { BASE_URL } = env();
  const headers = new Headers({ "content-type": "application/json", origin: new URL(BASE_URL).origin });
  for (const name of forwarded) {
    const value = from.get(name);
    if (value !== null) headers.set(name, value);
  }
  const url = `${BASE_URL}/api/auth${path}`;
  const response = await auth().handler(
    new Request(url, { method: "POST", headers, body: JSON.stringify(body) }),
  );
  const answer = ((await response.json().catch(() => null)) ?? {}) as Record<string, unknown>;
  if (response.ok) return { ok: true, body: answer, setCookies: response.headers.getSetCookie() };
  if (response.status === 429) {
    return {
      ok: false,
      code: "RATE_LIMITED",
      message: "Too many attempts. Wait a few minutes, then try again.",
    };
  }
  if (response.status >= 500) log.error({ path, status: response.status, answer }, "the auth handler failed");
  const code = typeof answer.code === "string" ? answer.code : "UNKNOWN";
  return { ok: false, code, message: messages[code] ?? fallbackMessage };
}

const fallbackMessage = "That did not work. Try again in a moment.";

/** What people read for the codes of the auth library that they can meet. */
const messages: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: "This email and password do not go together.",
  INVALID_PASSWORD: "This is not your current password.",
  USER_ALREADY_EXISTS: "There is an account with this email already. Sign in instead.",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "There is an account with this email already. Sign in instead.",
  INVALID_EMAIL: "This does not look like an email address.",
  INVALID_TOKEN: "This link is no longer good. Ask for a new one.",
  SESSION_EXPIRED: "Sign in again first, then repeat this within the day.",
  SESSION_NOT_FRESH: "Sign in again first, then repeat this within the day.",
};
