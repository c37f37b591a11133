import { randomBytes, timingSafeEqual } from "node:crypto";
import { parseCookies } from "better-auth/cookies";
import { db, sql } from "../db/index.ts";
import { readBody } from "../platform/body.ts";
import { keyedHash, keyedHashes } from "../platform/secrets.ts";

/**
 * Device cookies after OWASP ("Slow Down Online Guessing Attacks with Device Cookies"): a browser that signed in once
 * keeps a signed cookie of the account, and its attempts are counted separately. Attackers can use up the account's
 * attempts without locking out the owner's devices. A cookie is valid for one account and password.
 */
export const deviceCookieSeconds = 180 * 24 * 60 * 60;
const namePrefix = "device-";
const nonceBytes = 16;
/** Maximum sign-in body: an address and a password. */
const maxSignInBytes = 16 * 1024;

/** Without the common prefix of this service's cookies. */
export function deviceCookieName(userId: string): string {
  return `${namePrefix}${keyedHash("device cookie", userId).slice(0, 12)}`;
}

/** Value of the device cookie after a sign-in; null if the account has no password to guess. */
export async function makeDeviceCookie(userId: string): Promise<string | null> {
  const account = await findAccount(sql`u.id = ${userId}`);
  if (!account) return null;
  const nonce = randomBytes(nonceBytes).toString("base64url");
  return `${nonce}.${keyedHash("known device", signedText(account, nonce))}`;
}

/** The counter key of a known device of this account; null if the device is unknown. */
export async function findKnownDevice(
  headers: Headers | undefined,
  who: { email: string } | { userId: string },
): Promise<string | null> {
  const cookies = [...parseCookies(headers?.get("cookie") ?? "")].filter(([name]) =>
    name.includes(namePrefix),
  );
  if (cookies.length === 0) return null;
  const account = await findAccount(
    "email" in who ? sql`u.email = ${who.email.trim().toLowerCase()}` : sql`u.id = ${who.userId}`,
  );
  if (!account) return null;
  const own = deviceCookieName(account.userId);
  const value = cookies.find(([name]) => name.endsWith(`.${own}`))?.[1] ?? "";
  const [nonce = "", given = ""] = value.split(".");
  const isRight = keyedHashes("known device", signedText(account, nonce)).some((hash) =>
    isEqual(hash, given),
  );
  return isRight ? `${account.userId}|${nonce}` : null;
}

/** Whether a request signs in from a known device of the account in its body. */
export async function isKnownDeviceSignIn(request: Request): Promise<boolean> {
  if (!new URL(request.url).pathname.endsWith("/sign-in/email")) return false;
  if (!request.headers.get("cookie")?.includes(namePrefix)) return false;
  try {
    const body: unknown = JSON.parse(
      new TextDecoder().decode(await readBody(request.clone(), maxSignInBytes)),
    );
    const email = typeof body === "object" && body !== null && "email" in body ? body.email : null;
    return typeof email === "string" && (await findKnownDevice(request.headers, { email })) !== null;
  } catch {
    // The library refuses an unreadable body.
    return false;
  }
}

interface PasswordAccount {
  userId: string;
  password: string;
}

async function findAccount(where: ReturnType<typeof sql>): Promise<PasswordAccount | null> {
  const [row] = await db().$queryRaw<PasswordAccount[]>(sql`
    SELECT u.id AS "userId", a.password FROM "user" u JOIN account a ON a.user_id = u.id
    WHERE ${where} AND a.provider_id = 'credential' AND a.password IS NOT NULL`);
  return row ?? null;
}

/** Contains the password hash, so that a new password invalidates earlier cookies. */
const signedText = ({ userId, password }: PasswordAccount, nonce: string) => `${userId}|${nonce}|${password}`;

function isEqual(expected: string, given: string): boolean {
  return expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given));
}
