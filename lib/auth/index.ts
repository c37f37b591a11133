import { betterAuth } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { openAccount, startTrial } from "../accounts/index.ts";
import { db } from "../db/index.ts";
import { env } from "../env.ts";
import { newId } from "../ids.ts";
import { secret } from "../secrets.ts";

export const cookiePrefix = "pgs";
export const minPasswordLength = 10;

const slot = Symbol.for("photo-generation-service.auth");
const shared = globalThis as { [slot]?: ReturnType<typeof createAuth> };

/** Sign-in of people: email and password, and the OAuth providers that are configured. */
export function auth() {
  shared[slot] ??= createAuth();
  return shared[slot];
}

function createAuth() {
  const config = env();
  return betterAuth({
    appName: "Photo Generation Service",
    baseURL: config.BASE_URL,
    basePath: "/api/auth",
    secret: config.AUTH_SECRET ?? secret("auth"),
    telemetry: { enabled: false },
    database: prismaAdapter(db(), { provider: "postgresql", transaction: true }),
    emailAndPassword: { enabled: true, minPasswordLength, maxPasswordLength: 128 },
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
