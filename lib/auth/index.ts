import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { closeAccount } from "../accounts/close.ts";
import { openAccount, startTrial } from "../accounts/index.ts";
import { db } from "../db/index.ts";
import { env } from "../env.ts";
import { newId } from "../ids.ts";
import { log } from "../log.ts";
import { secret } from "../secrets.ts";
import { sendResetMail } from "./reset-mail.ts";

export const cookiePrefix = "pgs";
export const minPasswordLength = 10;
export const maxPasswordLength = 128;

const minuteSeconds = 60;
const daySeconds = 24 * 60 * minuteSeconds;
const slot = Symbol.for("photo-generation-service.auth");
const shared = globalThis as { [slot]?: ReturnType<typeof createAuth> };

/** Sign-in of people: email and password, and the OAuth providers that are configured. */
export function auth() {
  shared[slot] ??= createAuth();
  return shared[slot];
}

export type SocialProvider = "google" | "github";

/** The OAuth providers that this deployment has credentials for. */
export function socialProviders(): SocialProvider[] {
  const config = env();
  return [
    ...(config.GOOGLE_CLIENT_ID ? (["google"] as const) : []),
    ...(config.GITHUB_CLIENT_ID ? (["github"] as const) : []),
  ];
}

function createAuth() {
  const config = env();
  return betterAuth({
    appName: "Photo Generation Service",
    baseURL: config.BASE_URL,
    basePath: "/api/auth",
    secret: config.AUTH_SECRET ?? secret("auth"),
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, message, ...rest) => log.error({ rest }, `auth: ${message}`) },
    // What is no refusal of its own is for the route to answer and to log.
    onAPIError: { throw: true },
    database: prismaAdapter(db(), { provider: "postgresql", transaction: true }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength,
      maxPasswordLength,
      resetPasswordTokenExpiresIn: 60 * minuteSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => sendResetMail(user.email, token),
    },
    session: { expiresIn: 30 * daySeconds, updateAge: daySeconds },
    user: { deleteUser: { enabled: true, beforeDelete: (user) => closeAccount(user.id) } },
    rateLimit: {
      enabled: config.NODE_ENV === "production",
      storage: "database",
      modelName: "signInAttempt",
      window: minuteSeconds,
      max: 120,
      customRules: {
        "/sign-in/*": { window: 5 * minuteSeconds, max: 15 },
        "/sign-up/*": { window: 10 * minuteSeconds, max: 10 },
        "/request-password-reset": { window: 10 * minuteSeconds, max: 5 },
        "/reset-password": { window: 10 * minuteSeconds, max: 10 },
        "/delete-user": { window: 10 * minuteSeconds, max: 10 },
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
      database: { generateId: ({ model }) => (model === "user" ? newId("usr") : newId("row")) },
    },
    databaseHooks: {
      user: {
        create: {
          after: async (user) => {
            await openAccount(user.id);
            await startTrial(user.id);
          },
        },
      },
    },
  });
}
