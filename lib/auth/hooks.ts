import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import { type AttemptKind, clearAttempts, countAttempt } from "../accounts/attempts.ts";
import { storeLocale } from "../accounts/state.ts";
import { recordAudit } from "../audit/record.ts";
import { localeCookie, localeCookieSeconds, parseLocale } from "../contract/locales.ts";
import { db } from "../db/index.ts";
import { env } from "../platform/env.ts";
import { because, type Reason, textOf } from "../platform/reasons.ts";
import { boundRegistration } from "./apps/registration.ts";
import { getVisit } from "./bound-handler.ts";
import { deviceCookieName, deviceCookieSeconds, findKnownDevice, makeDeviceCookie } from "./known-devices.ts";
import { findPasswordProblem } from "./password-rules.ts";
import { takesPasswords } from "./providers.ts";
import { claimCode } from "./second-step.ts";
import { freshSessionMinutes, hasPassword } from "./sessions.ts";

const maxNameLength = 100;
const maxEmailLength = 254;

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Refused with PASSWORD_SIGN_IN=off. */
const passwordPaths = new Set([
  "/sign-up/email",
  "/sign-in/email",
  "/request-password-reset",
  "/reset-password",
  "/change-password",
]);

/** Checks before the auth library handles a request, from forms and scripts alike. */
export const beforeAuth = createAuthMiddleware(async (ctx) => {
  // The library checks the fields only after this.
  if (ctx.body === null) throw new APIError("BAD_REQUEST", { message: "Send the body as a JSON object." });
  const email = readText(ctx, "email");
  if (!takesPasswords() && passwordPaths.has(ctx.path)) {
    throw refuseForm("PASSWORD_SIGN_IN_OFF", because("password_sign_in_off"));
  }
  switch (ctx.path) {
    case "/sign-in/email": {
      const device = await findKnownDevice(ctx.headers, { email });
      await (device ? refuseTooMany("knownDeviceSignIn", device) : refuseTooMany("signIn", email));
      return;
    }
    case "/request-password-reset":
      await refuseTooMany("resetMail", email);
      return;
    case "/sign-up/email": {
      const name = readText(ctx, "name").trim();
      if (name.length > maxNameLength || email.length > maxEmailLength) {
        const limits = { name: maxNameLength, address: maxEmailLength };
        throw refuseForm("INVALID_NAME", because("account_fields_too_long", limits));
      }
      checkPassword(readText(ctx, "password"), { email, name });
      await refuseTooMany("signUp", email);
      // The name defaults to '' and can be set later. Pictures are dropped: they are never shown, and their URL may
      // have any length.
      ctx.body.image = undefined;
      return { context: { body: { name } } };
    }
    case "/reset-password":
      checkPassword(readText(ctx, "newPassword"), await ownerOfLink(ctx));
      return;
    case "/send-verification-email":
      await refuseTooMany("proofMail", (await requireSession(ctx)).user.id);
      return;
    case "/change-password": {
      const { user } = await requireSession(ctx);
      await refuseTooMany("reauthentication", user.id);
      checkPassword(readText(ctx, "newPassword"), user);
      return { context: { body: { revokeOtherSessions: true } } };
    }
    case "/two-factor/enable":
    case "/two-factor/disable":
    case "/two-factor/generate-backup-codes":
      await refuseTooMany("reauthentication", (await requireSession(ctx)).user.id);
      return;
    case "/two-factor/verify-totp":
    case "/two-factor/verify-backup-code": {
      const userId = await whoProves(ctx);
      const device = userId && (await findKnownDevice(ctx.headers, { userId }));
      if (device) await refuseTooMany("knownDeviceSecondStep", device);
      else if (userId) await refuseTooMany("secondStep", userId);
      // Every sign-in requires the code and creates a session: these options would change that.
      Object.assign(ctx.body, { trustDevice: undefined, disableSession: undefined });
      const isApp = ctx.path === "/two-factor/verify-totp";
      if (isApp && userId && !(await claimCode(userId, readText(ctx, "code")))) {
        throw refuseForm("CODE_USED", because("code_used"));
      }
      return;
    }
    case "/oauth2/register": {
      const bound = await boundRegistration(ctx.body);
      for (const name of Object.keys(ctx.body)) delete ctx.body[name];
      Object.assign(ctx.body, bound);
      return;
    }
    case "/oauth2/consent":
      if (ctx.body?.accept !== false) await requireProof(ctx);
      return;
    case "/delete-user": {
      const { user } = await requireSession(ctx);
      if (!(await hasPassword(user.id))) return;
      await refuseTooMany("reauthentication", user.id);
      if (readText(ctx, "password") === "") throw new APIError("BAD_REQUEST", invalidPassword);
    }
  }
});

/**
 * After a successful proof, resets the failed attempts and sets the language. What a new password resets is in
 * store.ts.
 */
export const afterAuth = createAuthMiddleware(async (ctx) => {
  if (isAPIError(ctx.context.returned)) {
    await noteFailure(ctx, ctx.context.returned.body?.code);
    return;
  }
  const { newSession } = ctx.context;
  if (newSession) await adoptLocale(ctx, newSession.user.id);
  const email = readText(ctx, "email");
  const isPasswordGiven = ctx.path === "/sign-in/email";
  // Not for known devices: it would give unknown clients as many guesses again.
  if (isPasswordGiven && !(await findKnownDevice(ctx.headers, { email }))) {
    await clearAttempts([{ kind: "signIn", who: email }]);
  }
  const isHalfway = isPasswordGiven && newSession?.user.twoFactorEnabled === true;
  if (newSession && !isHalfway) await rememberDevice(ctx, newSession.user.id);
  const userId = ctx.path?.startsWith("/two-factor/") ? readUserId(ctx.context) : null;
  if (!userId) return;
  if (ctx.path === "/two-factor/generate-backup-codes") {
    await recordAudit({ accountId: userId, byOwner: true, action: "two_factor.codes_renewed" });
  }
  const isCode = ctx.path?.startsWith("/two-factor/verify");
  if (isCode && (await findKnownDevice(ctx.headers, { userId }))) return;
  await clearAttempts([{ kind: isCode ? "secondStep" : "reauthentication", who: userId }]);
});

/** Sign-in failures by error code; other refusals do not identify the account. */
const failures: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: "password",
  INVALID_CODE: "code",
  INVALID_BACKUP_CODE: "recovery_code",
};

/** Blocked attempts never reach the library, so guessing does not fill the log. */
async function noteFailure(ctx: HookContext, code: unknown): Promise<void> {
  const wrong = typeof code === "string" ? failures[code] : undefined;
  if (wrong === undefined) return;
  const email = readText(ctx, "email").toLowerCase();
  const userId =
    wrong === "password"
      ? (await db().user.findUnique({ where: { email }, select: { id: true } }))?.id
      : await whoProves(ctx);
  if (!userId) return;
  const actor = { type: "user", id: null, name: "unknown" } as const;
  await recordAudit({
    accountId: userId,
    actor,
    action: "session.failed",
    object: { type: "session", id: null },
    after: { wrong },
  });
}

/** Marks a browser that signed in as a known device; see known-devices.ts. */
async function rememberDevice(ctx: HookContext, userId: string): Promise<void> {
  const value = await makeDeviceCookie(userId);
  if (value === null) return;
  const cookie = ctx.context.createAuthCookie(deviceCookieName(userId), { maxAge: deviceCookieSeconds });
  ctx.setCookie(cookie.name, value, cookie.attributes);
}

/** Sets the browser's language to the account's; an account without a language takes the browser's. */
async function adoptLocale(ctx: HookContext, userId: string): Promise<void> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { locale: true } });
  const known = parseLocale(user?.locale);
  const locale = known ?? getVisit().locale;
  if (!locale) return;
  if (!known) await storeLocale(userId, locale);
  ctx.setCookie(localeCookie, locale, {
    path: "/",
    maxAge: localeCookieSeconds,
    sameSite: "lax",
    httpOnly: true,
    secure: env().BASE_URL.startsWith("https:"),
  });
}

/** The user of a successful request. */
function readUserId({ newSession, session }: HookContext["context"]): string | null {
  return (newSession ?? session)?.user.id ?? null;
}

/** The user who enters a code: signed in, or with the cookie that follows a correct password. */
async function whoProves(ctx: HookContext): Promise<string | null> {
  const session = await getSessionFromCtx(ctx);
  if (session) return session.user.id;
  const { name } = ctx.context.createAuthCookie("two_factor");
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
  const value = challenge ? await ctx.context.internalAdapter.findVerificationValue(challenge) : null;
  return value?.value ?? null;
}

const invalidPassword = { code: "INVALID_PASSWORD", message: "Invalid password" };

function readText({ body }: HookContext, field: string): string {
  const value: unknown = typeof body === "object" && body !== null ? body[field] : undefined;
  return typeof value === "string" ? value : "";
}

async function refuseTooMany(kind: AttemptKind, who: string): Promise<void> {
  const waitSeconds = await countAttempt(kind, who);
  if (waitSeconds > 0) throw tooManyAttempts(waitSeconds);
}

function tooManyAttempts(waitSeconds: number): APIError {
  const body = { code: "TOO_MANY_ATTEMPTS", message: "Too many attempts. Please try again later." };
  return new APIError("TOO_MANY_REQUESTS", body, { "Retry-After": String(waitSeconds) });
}

function checkPassword(password: string, owner: { email: string; name: string }): void {
  const problem = findPasswordProblem(password, owner);
  if (problem) throw refuseForm("PASSWORD_REFUSED", problem);
}

function refuseForm(code: string, reason: Reason): APIError {
  return new APIError("BAD_REQUEST", { code, message: textOf(reason), ...reason });
}

async function requireSession(ctx: HookContext) {
  const session = await getSessionFromCtx(ctx);
  if (!session) throw new APIError("UNAUTHORIZED", { code: "UNAUTHORIZED", message: "Unauthorized" });
  return session;
}

/** An app that is allowed may do as much as a new key, for which a stolen session does not suffice either. */
async function requireProof(ctx: HookContext): Promise<void> {
  const { user, session } = await requireSession(ctx);
  if (Date.now() - session.createdAt.getTime() < freshSessionMinutes * 60_000) return;
  const account = (await hasPassword(user.id))
    ? await ctx.context.internalAdapter.findCredentialAccount(user.id)
    : null;
  if (!account?.password)
    throw new APIError("FORBIDDEN", { code: "SESSION_EXPIRED", message: "Sign in again." });
  await refuseTooMany("reauthentication", user.id);
  const isRight = await ctx.context.password.verify({
    hash: account.password,
    password: readText(ctx, "password"),
  });
  if (!isRight) throw new APIError("BAD_REQUEST", invalidPassword);
  await clearAttempts([{ kind: "reauthentication", who: user.id }]);
}

/** The owner of a reset link; the library itself refuses an unknown link. */
async function ownerOfLink(ctx: HookContext): Promise<{ email: string; name: string }> {
  const token = readText(ctx, "token") || String(ctx.query?.token ?? "");
  const link = await ctx.context.internalAdapter.findVerificationValue(`reset-password:${token}`);
  const user = link && (await db().user.findUnique({ where: { id: link.value } }));
  return user ?? { email: "", name: "" };
}
