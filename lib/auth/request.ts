import { env } from "../platform/env.ts";
import { because, type Reason, type ReasonKey, reasonOf } from "../platform/reasons.ts";
import type { FormRefusal } from "./form.ts";
import { auth } from "./index.ts";

export type AuthAnswer =
  | { ok: true; body: Record<string, unknown>; setCookies: string[] }
  | { ok: false; code: string; problem: Reason };

const forwarded = ["accept-language", "cookie", "user-agent", "x-forwarded-for"];

/**
 * Calls the auth handler like a browser, so that its rate limits and checks also apply to server actions. `from` are
 * the headers of the visitor's request, whose origin the caller has already checked.
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
    return { ok: false, code: "RATE_LIMITED", problem: say(waitSeconds || minuteSeconds) };
  }
  const code = typeof answer.code === "string" ? answer.code : "UNKNOWN";
  return { ok: false, code, problem: reasonOfAnswer(code, answer) };
}

/** A problem, at its field or of the form as a whole. */
export interface FieldProblem<Field extends string = string> {
  field: Field | null;
  problem: Reason;
}

/** Turns a problem into the refusal of a form. */
export function refusalAt({ field, problem }: FieldProblem): FormRefusal {
  return field ? { fieldErrors: { [field]: problem } } : { error: problem };
}

/** The refusal for an error of the auth handler: at the field of its code, else of the form as a whole. */
export function refusalOf(
  { code, problem }: { code: string; problem: Reason },
  fields: Record<string, string>,
): FormRefusal {
  return refusalAt({ field: fields[code] ?? null, problem });
}

const minuteSeconds = 60;

/** The waiting time, and the sign-in path that cannot be blocked by others. */
export function tooMany(waitSeconds: number): Reason {
  const count = Math.ceil(waitSeconds / minuteSeconds);
  return count === 1 ? because("too_many_sign_ins_minute") : because("too_many_sign_ins", { count });
}

/** The waiting time only, where no other sign-in path helps. */
export function waitFor(waitSeconds: number): Reason {
  const count = Math.ceil(waitSeconds / minuteSeconds);
  return count === 1 ? because("too_many_attempts_minute") : because("too_many_attempts", { count });
}

/** Reasons for the auth library's error codes that users can see. */
const reasonsOfCodes: Readonly<Record<string, ReasonKey>> = {
  INVALID_EMAIL_OR_PASSWORD: "credentials_wrong",
  INVALID_PASSWORD: "current_password_wrong",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "email_taken",
  INVALID_EMAIL: "email_malformed",
  INVALID_TOKEN: "link_invalid",
  SESSION_EXPIRED: "session_not_fresh",
  EMAIL_ALREADY_VERIFIED: "email_confirmed",
  INVALID_CODE: "code_wrong",
  INVALID_BACKUP_CODE: "recovery_code_wrong",
  INVALID_TWO_FACTOR_COOKIE: "second_step_too_slow",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "too_many_wrong_codes",
  TOTP_ALREADY_ENABLED: "second_step_on",
  OVERLOADED: "sign_in_busy",
  PROVIDER_NOT_FOUND: "provider_silent",
};

/** This service's own refusals contain a reason; the library's contain only a code. */
function reasonOfAnswer(code: string, answer: unknown): Reason {
  return reasonOf(answer) ?? reasonOf({ reason: reasonsOfCodes[code] }) ?? because("form_refused");
}
