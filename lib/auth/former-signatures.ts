import { createHmac } from "node:crypto";
import { constantTimeEqual, makeSignature, signJWT, verifyJWT } from "better-auth/crypto";
import { currentSecret, formerSecrets } from "../platform/secrets.ts";

/** A cookie of the auth library: its value, and the signature in base64. */
const signedCookie = /^(.+)\.([A-Za-z0-9+/]{43}=)$/s;
const linkPath = /\/verify-email$/;

type Handler = (request: Request) => Promise<Response>;

/**
 * The auth library checks signatures by one secret alone: cookies and mailed links that a former secret signed reach
 * it signed by the current one.
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

/** The headers with every cookie that a former secret signed signed by the current one. */
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

/**
 * The session that a Cookie header names, where this service signed it; it may be over by now. Null for one that a
 * stranger made up.
 */
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

/** A mailed link's token, good for as long as it was; null unless a former secret signed it. */
async function signLinkAgain(token: string, former: readonly string[]): Promise<string | null> {
  for (const secret of former) {
    const payload = await verifyJWT<{ exp?: number }>(token, secret);
    if (!payload?.exp) continue;
    const secondsLeft = payload.exp - Math.floor(Date.now() / 1000);
    return await signJWT(payload, currentSecret(), secondsLeft);
  }
  return null;
}
