import { env } from "../platform/env.ts";
import { auth } from "./index.ts";

export type AuthAnswer =
  | { ok: true; body: Record<string, unknown>; setCookies: string[] }
  | { ok: false; code: string; message: string };

const forwarded = ["accept-language", "cookie", "user-agent", "x-forwarded-for"];

/**
 * Asks the auth handler as a browser would, so that its rate limits and checks apply to server actions too.
 * `from` are the headers of the visitor's request, whose origin the caller has already checked.
 */
export async function callAuth(
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
    const waitSeconds = Number(response.headers.get("retry-after") ?? response.headers.get("x-retry-after"));
    const say = path.startsWith("/two-factor/") ? waitFor : tooMany;
    return { ok: false, code: "RATE_LIMITED", message: say(waitSeconds || minuteSeconds) };
  }
  const code = typeof answer.code === "string" ? answer.code : "UNKNOWN";
  const own = ownMessages.has(code) && typeof answer.message === "string" ? answer.message : null;
  return { ok: false, code, message: own ?? messages[code] ?? fallbackMessage };
}

/** What a form shows of a refusal: at the field that its code is about, else above the form. */
export function refusalOf(
  { code, message }: { code: string; message: string },
  fields: Record<string, string>,
): { error?: string; fieldErrors?: Record<string, string> } {
  const field = fields[code];
  return field ? { fieldErrors: { [field]: message } } : { error: message };
}

const minuteSeconds = 60;

/** How long to wait, and the way in that nobody else can block. */
export function tooMany(waitSeconds: number): string {
  return `Too many attempts. Wait ${inMinutes(waitSeconds)}, then try again; a link by “Forgotten?” always lets you in.`;
}

/** How long to wait, where no link helps. */
export function waitFor(waitSeconds: number): string {
  return `Too many attempts. Wait ${inMinutes(waitSeconds)}, then try again.`;
}

function inMinutes(waitSeconds: number): string {
  const minutes = Math.ceil(waitSeconds / minuteSeconds);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** Codes of this service, whose messages are written for people. */
const ownMessages = new Set(["PASSWORD_REFUSED", "ACCOUNT_SHUT", "INVALID_NAME"]);

const fallbackMessage = "That did not work. Try again in a moment.";

/** What people read for the codes of the auth library that they can meet. */
const messages: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: "This email and password do not go together.",
  INVALID_PASSWORD: "This is not your current password.",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "There is an account with this email already. Sign in instead.",
  INVALID_EMAIL: "This does not look like an email address.",
  INVALID_TOKEN: "This link is no longer good. Ask for a new one.",
  SESSION_EXPIRED: "Sign in again first, then repeat this within ten minutes.",
  EMAIL_ALREADY_VERIFIED: "This address is confirmed already.",
  INVALID_CODE: "This code is not right, or it is over. Enter the newest one.",
  INVALID_BACKUP_CODE: "This is none of your unused recovery codes.",
  INVALID_TWO_FACTOR_COOKIE: "That took too long. Sign in with your password again.",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "Too many wrong codes. Sign in with your password again.",
  TOTP_ALREADY_ENABLED: "Two-step sign-in is on already.",
  OVERLOADED: "Very many people are signing in just now. Try again in a few seconds.",
};
