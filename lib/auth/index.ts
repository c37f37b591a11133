import { prismaAdapter } from "better-auth/adapters/prisma";
// Excludes the database layer, which only other adapters need.
import { betterAuth } from "better-auth/minimal";
import { twoFactor } from "better-auth/plugins/two-factor";
import { needsProof } from "../accounts/state.ts";
import { closeAccount } from "../closing/close-account.ts";
import { retention } from "../contract/retention.ts";
import { getBrand } from "../platform/brand.ts";
import { env } from "../platform/env.ts";
import { newId } from "../platform/ids.ts";
import { lazy } from "../platform/lazy.ts";
import { log } from "../platform/log.ts";
import { currentSecret } from "../platform/secrets.ts";
import { allowedRoutes } from "./allowed-routes.ts";
import { appAuthorization } from "./apps/plugin.ts";
import { boundHandler } from "./bound-handler.ts";
import { checkCompanyUser, companySignIn } from "./company.ts";
import { cookiePrefix } from "./cookies.ts";
import { afterAuth, beforeAuth } from "./hooks.ts";
import { isKnownDeviceSignIn } from "./known-devices.ts";
import { sendKnownAddressMail, sendProofMail, sendResetMail } from "./mails.ts";
import { maxPasswordLength, minPasswordLength } from "./password-rules.ts";
import { freshSessionMinutes } from "./sessions.ts";
import { authStore } from "./store.ts";

export const basePath = "/api/auth";
const minuteSeconds = 60;
const daySeconds = 24 * 60 * minuteSeconds;
/** How long the deletion of one's account is waited for; that of a large one continues in the background. */
const closingWaitMs = 10_000;

/** Sign-in of users: email and password, and the configured providers. */
export const auth = lazy(createAuth);

function createAuth() {
  const config = env();
  const built = betterAuth({
    appName: getBrand().name,
    baseURL: config.BASE_URL,
    basePath,
    secret: currentSecret(),
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, message, ...rest) => log.error({ rest }, `auth: ${message}`) },
    database: prismaAdapter(authStore(), { provider: "postgresql", transaction: true }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength,
      maxPasswordLength,
      resetPasswordTokenExpiresIn: 60 * minuteSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => sendResetMail(user.email, token),
      // Where mails are delivered, the response does not reveal whether an address has an account.
      autoSignIn: !needsProof(),
      onExistingUserSignUp: ({ user }) => sendKnownAddressMail(user.email),
    },
    emailVerification: {
      sendOnSignUp: needsProof(),
      expiresIn: daySeconds,
      sendVerificationEmail: ({ user, token }) => sendProofMail(user.email, token),
    },
    session: {
      expiresIn: retention.sessions.days * daySeconds,
      updateAge: daySeconds,
      freshAge: freshSessionMinutes * minuteSeconds,
    },
    verification: { storeIdentifier: "hashed" },
    // Refusals are returned as responses; other errors are thrown, then handled and logged by `boundHandler`.
    onAPIError: { throw: true, errorURL: `${config.BASE_URL}/sign-in` },
    hooks: { before: beforeAuth, after: afterAuth },
    plugins: [
      allowedRoutes(basePath),
      twoFactor({
        issuer: getBrand().name,
        twoFactorCookieMaxAge: 10 * minuteSeconds,
        // hooks.ts counts codes, separately for known devices.
        accountLockout: { enabled: false },
      }),
      appAuthorization(),
      ...companySignIn(),
    ],
    user: {
      validateUserInfo: checkCompanyUser,
      deleteUser: { enabled: true, beforeDelete: (user) => closeAccount(user.id, { waitMs: closingWaitMs }) },
    },
    rateLimit: {
      enabled: config.NODE_ENV === "production",
      storage: "database",
      modelName: "signInAttempt",
      window: minuteSeconds,
      max: 120,
      customRules: {
        // Colleagues behind one address begin their day together; there is nothing to guess.
        "/sign-in/social": { window: minuteSeconds, max: 120 },
        // A known device is not blocked by guesses from the same address.
        "/sign-in/*": async (request) =>
          (await isKnownDeviceSignIn(request)) ? false : { window: 5 * minuteSeconds, max: 15 },
        "/sign-up/*": { window: 10 * minuteSeconds, max: 10 },
        "/request-password-reset": { window: 10 * minuteSeconds, max: 5 },
        "/send-verification-email": { window: 10 * minuteSeconds, max: 5 },
        "/change-password": { window: 10 * minuteSeconds, max: 10 },
        "/reset-password": { window: 10 * minuteSeconds, max: 10 },
        "/two-factor/*": { window: 5 * minuteSeconds, max: 30 },
        "/delete-user": { window: 10 * minuteSeconds, max: 10 },
        "/oauth2/register": { window: 10 * minuteSeconds, max: 20 },
        "/oauth2/consent": { window: 10 * minuteSeconds, max: 30 },
      },
    },
    socialProviders: {
      ...(config.GOOGLE_CLIENT_ID &&
        config.GOOGLE_CLIENT_SECRET && {
          google: { clientId: config.GOOGLE_CLIENT_ID, clientSecret: config.GOOGLE_CLIENT_SECRET },
        }),
      ...(config.GITHUB_CLIENT_ID &&
        config.GITHUB_CLIENT_SECRET && {
          github: { clientId: config.GITHUB_CLIENT_ID, clientSecret: config.GITHUB_CLIENT_SECRET },
        }),
    },
    advanced: {
      cookiePrefix,
      // In the background, so that response times hide the mail server; a lost mail can be requested again.
      backgroundTasks: { handler: (task) => void task.catch(reportLostMail) },
      database: {
        generateId: ({ model }) => (model === "user" ? newId("usr") : newId("row")),
        // apps/store.ts keeps only the columns of apps that are used here.
        validateSchema: false,
      },
    },
  });
  return { ...built, handler: boundHandler(built.handler) };
}

function reportLostMail(error: unknown): void {
  log.error({ err: error }, "a mail of the sign-in pages was not sent");
}
