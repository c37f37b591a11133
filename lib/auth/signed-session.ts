import { createHmac } from "node:crypto";
import { currentSecret } from "../platform/secrets.ts";

/** A cookie of the auth library: value and base64 signature. */
const signedCookie = /^(.+)\.([A-Za-z0-9+/]{43}=)$/s;

/** The session in a Cookie header if its signature is valid; the session may have ended. Null for a forged one. */
export function signedSession(cookies: string): string | null {
  for (const cookie of cookies.split(/; */)) {
    const at = cookie.indexOf("=");
    if (!cookie.slice(0, at).endsWith("session_token")) continue;
    const [, value, signature] = signedCookie.exec(decode(cookie.slice(at + 1))) ?? [];
    if (value === undefined) continue;
    if (signature === createHmac("sha256", currentSecret()).update(value).digest("base64")) return value;
  }
  return null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
