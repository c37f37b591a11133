import { createHmac } from "node:crypto";
import { constantTimeEqual, makeSignature, signJWT, verifyJWT } from "better-auth/crypto";
import { currentSecret, formerSecrets } from "../platform/secrets.ts";

/** A cookie of the auth library: value and base64 signature. */
const signedCookie = /^(.+)\.([A-Za-z0-9+/]{43}=)$/s;
const linkPath = /\/verify-email$/;

type Handler = (request: Request) => Promise<Response>;

/**
 * The auth library verifies signatures with one secret only: cookies and mailed links signed with a former secret are
 * signed again with the current one before they reach it.
 */
export function acceptFormerSignatures(handle: Handler): Handler {
  return async (request) => {
    const former = formerSecrets();
    if (former.length === 0) return await handle(request);
    const headers = await withCurrentSignatures(request.headers);
    const url = new URL(request.url);
    const token = linkPath.test(url.pathname) ? url.searchParams.get("token") : null;
    const renewed = token && (await signLinkAgain(token, former));
    if (!renewed)
      return await handle(headers === request.headers ? request : new Request(request, { headers }));
    url.searchParams.set("token", renewed);
    return await handle(new Request(url, { method: request.method, headers }));
  };
}

/** The headers with each cookie that a former secret signed, signed again with the current one. */
export async function withCurrentSignatures(headers: Headers): Promise<Headers> {
  const former = formerSecrets();
  const cookies = headers.get("cookie");
  if (former.length === 0 || !cookies) return headers;
  const signed = await Promise.all(cookies.split(/; */).map((cookie) => signCookieAgain(cookie, former)));
  const result = signed.join("; ");
  if (result === cookies) return headers;
  const changed = new Headers(headers);
  changed.set("cookie", result);
  return changed;
}

async function signCookieAgain(cookie: string, former: readonly string[]): Promise<string> {
  const at = cookie.indexOf("=");
  const [, value, signature] = signedCookie.exec(decode(cookie.slice(at + 1))) ?? [];
  if (value === undefined || signature === undefined) return cookie;
  const isSignedBy = async (secret: string) =>
    constantTimeEqual(await makeSignature(value, secret), signature);
  const current = currentSecret();
  if (await isSignedBy(current)) return cookie;
  for (const secret of former) {
    if (!(await isSignedBy(secret))) continue;
    const renewed = `${value}.${await makeSignature(value, current)}`;
    return `${cookie.slice(0, at)}=${encodeURIComponent(renewed)}`;
  }
  return cookie;
}

/** The session in a Cookie header if its signature is valid; the session may have ended. Null for a forged one. */
export function signedSession(cookies: string): string | null {
  for (const cookie of cookies.split(/; */)) {
    const at = cookie.indexOf("=");
    if (!cookie.slice(0, at).endsWith("session_token")) continue;
    const [, value, signature] = signedCookie.exec(decode(cookie.slice(at + 1))) ?? [];
    if (value === undefined) continue;
    const isSignedBy = (secret: string) =>
      signature === createHmac("sha256", secret).update(value).digest("base64");
    if ([currentSecret(), ...formerSecrets()].some(isSignedBy)) return value;
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

/** The token of a mailed link, signed again with the same expiry; null unless a former secret signed it. */
async function signLinkAgain(token: string, former: readonly string[]): Promise<string | null> {
  for (const secret of former) {
    const payload = await verifyJWT<{ exp?: number }>(token, secret);
    if (!payload?.exp) continue;
    const secondsLeft = payload.exp - Math.floor(Date.now() / 1000);
    return await signJWT(payload, currentSecret(), secondsLeft);
  }
  return null;
}
