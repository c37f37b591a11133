import { APIError } from "better-auth/api";
import { isScope } from "../../contract/keys/scopes.ts";
import type { Prisma } from "../../db/index.ts";
import { changeKey, createKey, requireRoomForKey } from "../../keys/index.ts";
import { queueKeyMail } from "../../mail/security.ts";
import { ApiError } from "../../platform/errors.ts";
import { problemOf } from "../../platform/reasons.ts";
import { getVisit } from "../bound-handler.ts";
import { appResource } from "./resource.ts";

type Transaction = Prisma.TransactionClient;
type InTransaction = <T>(run: (tx: Transaction) => Promise<T>) => Promise<T>;
interface Args {
  where: object;
  data: Record<string, unknown>;
}

/**
 * Rules for the tables of apps, which the auth library writes. An app that a user allows gets an API key whose secret
 * nobody knows: its tokens act as that key, with its scopes, limits, last use, events and revocation.
 */
export function appRules(client: Transaction, inTransaction: InTransaction) {
  return {
    oauthClient: {
      create: ({ data }: Args) => client.oauthClient.create({ data: clientColumns(data) }),
    },
    oauthConsent: {
      async findFirst({ where }: Args) {
        // Every request is shown to its user: with a stolen session, an allowed app would hand out tokens silently.
        if (getVisit().path?.endsWith("/oauth2/authorize")) return null;
        return await client.oauthConsent.findFirst({
          where: { AND: [where, { apiKey: { revokedAt: null } }] },
        });
      },
      create: ({ data }: Args) => inTransaction((tx) => connect(data, tx)),
      update: ({ where, data }: Args) => inTransaction((tx) => reconnect(where, data, tx)),
    },
    oauthAccessToken: {
      create: ({ data }: Args) =>
        inTransaction(async (tx) => await tx.oauthAccessToken.create({ data: await tokenColumns(data, tx) })),
    },
    oauthRefreshToken: {
      create: ({ data }: Args) =>
        inTransaction(async (tx) => {
          const { refreshId: _, ...columns } = await tokenColumns(data, tx);
          return await tx.oauthRefreshToken.create({ data: { ...columns, authTime: dateOf(data.authTime) } });
        }),
    },
  };
}

/** In place of a table: there is one resource, which no caller can change. */
export const resourceTable = {
  findFirst: async ({ where }: Pick<Args, "where">) =>
    JSON.stringify(where).includes(JSON.stringify(appResource())) ? resource() : null,
  findMany: async () => [resource()],
};

const resource = () => ({ id: "mcp", identifier: appResource(), name: "MCP", disabled: false });

async function connect(data: Record<string, unknown>, tx: Transaction) {
  const [clientId, userId] = [textOf(data.clientId), textOf(data.userId)];
  await requireRoom(userId, tx);
  const { name } = await tx.oauthClient.findUniqueOrThrow({ where: { clientId } });
  const earlier = { where: { clientId, userId } };
  await tx.oauthAccessToken.deleteMany(earlier);
  await tx.oauthRefreshToken.deleteMany(earlier);
  await tx.oauthConsent.deleteMany(earlier);
  const scopes = textsOf(data.scopes);
  const { info } = await createKey(
    { userId, name: name ?? "App", scopes: scopes.filter(isScope), creator: "user" },
    tx,
  );
  await queueKeyMail(userId, info, tx);
  const { createdAt, updatedAt } = { createdAt: dateOf(data.createdAt), updatedAt: dateOf(data.updatedAt) };
  const row = { id: textOf(data.id), clientId, userId, apiKeyId: info.id, scopes, createdAt, updatedAt };
  return await tx.oauthConsent.create({ data: { ...row, resources: [appResource()] } });
}

/** The user allowed an app again, perhaps with other scopes. */
async function reconnect(where: object, data: Record<string, unknown>, tx: Transaction) {
  const { id, apiKeyId } = await tx.oauthConsent.findFirstOrThrow({ where });
  const scopes = textsOf(data.scopes);
  await changeKey(apiKeyId, { scopes: scopes.filter(isScope) }, tx);
  return await tx.oauthConsent.update({ where: { id }, data: { scopes, updatedAt: dateOf(data.updatedAt) } });
}

async function requireRoom(userId: string, tx: Transaction): Promise<void> {
  try {
    await requireRoomForKey(userId, tx);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problem = problemOf(error);
    const reason = typeof problem === "string" ? {} : problem;
    throw new APIError("BAD_REQUEST", { code: "TOO_MANY_KEYS", message: error.message, ...reason });
  }
}

/** Throws invalid_grant unless the app is still connected, whatever code or refresh token it has. */
async function tokenColumns(data: Record<string, unknown>, tx: Transaction) {
  const [clientId, userId] = [textOf(data.clientId), textOf(data.userId)];
  const consent = await tx.oauthConsent.findFirst({
    where: { clientId, userId, apiKey: { revokedAt: null } },
  });
  if (!consent) {
    const error_description = "the app is not connected any more";
    throw new APIError("BAD_REQUEST", { error: "invalid_grant", error_description });
  }
  return {
    id: textOf(data.id),
    token: textOf(data.token),
    clientId,
    userId,
    apiKeyId: consent.apiKeyId,
    // Apps stay connected when the session ends in which they were allowed.
    sessionId: null,
    authorizationCodeId: data.authorizationCodeId ? textOf(data.authorizationCodeId) : null,
    refreshId: data.refreshId ? textOf(data.refreshId) : null,
    resources: [appResource()],
    scopes: textsOf(data.scopes),
    expiresAt: dateOf(data.expiresAt),
    createdAt: dateOf(data.createdAt),
  };
}

function clientColumns(data: Record<string, unknown>) {
  return {
    id: textOf(data.id),
    clientId: textOf(data.clientId),
    name: textOf(data.name),
    redirectUris: textsOf(data.redirectUris),
    tokenEndpointAuthMethod: textOf(data.tokenEndpointAuthMethod),
    applicationType: textOf(data.applicationType),
    grantTypes: textsOf(data.grantTypes),
    responseTypes: textsOf(data.responseTypes),
    scopes: textsOf(data.scopes),
    requirePKCE: true,
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const textsOf = (value: unknown) => [value].flat().filter((entry) => typeof entry === "string");
const dateOf = (value: unknown) => (value instanceof Date ? value : new Date());
