import { isScope } from "../contract/keys/scopes.ts";
import { db, type Prisma } from "../db/index.ts";
import { accountsOf, isTestAccount } from "../platform/ids.ts";

/** The columns of a key that are read. */
export const shown = {
  id: true,
  userId: true,
  name: true,
  /** Its first characters and its last four. */
  first8: true,
  last4: true,
  scopes: true,
  /** `user`, `operator`, or the id of a key; null: unknown. */
  creator: true,
  /** Limit of credits per calendar month (UTC); null: no limit. */
  maxCreditsPerMonth: true,
  creditsThisMonth: true,
  creditsMonth: true,
  /** Keys whose limits also apply to it. */
  limitedBy: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
} as const;

type Row = Prisma.ApiKeyGetPayload<{ select: typeof shown }>;

/** A key as shown to its owner. */
export type ApiKeyInfo = ReturnType<typeof present>;

export function present({ userId, creditsMonth, creditsThisMonth, scopes, ...row }: Row) {
  const now = new Date();
  const isThisMonth = creditsMonth?.getTime() === Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  return {
    ...row,
    /** Works in test mode. */
    isTest: isTestAccount(userId),
    scopes: scopes.filter(isScope),
    creditsThisMonth: isThisMonth ? (creditsThisMonth ?? 0) : 0,
  };
}

/** A key in responses of the API. */
export function presentKey({ first8, isTest, limitedBy, creator, revokedAt, ...info }: ApiKeyInfo) {
  return { ...info, prefix: first8, test: isTest, livemode: !isTest };
}

type KeyReader = Pick<Prisma.TransactionClient, "apiKey">;

/** All keys of a user, newest first, including test and revoked ones. */
export async function listKeys(userId: string): Promise<ApiKeyInfo[]> {
  return await findKeys({ userId: { in: accountsOf(userId) } });
}

/** Keys of a user that are not revoked, newest first. */
export async function listUsableKeys(
  userId: string,
  page: Prisma.ApiKeyWhereInput,
  take: number,
): Promise<ApiKeyInfo[]> {
  return await findKeys({ userId: { in: accountsOf(userId) }, revokedAt: null, ...page }, take);
}

/** A key of the user that is not revoked, or null. */
export async function getKey(userId: string, id: string, on: KeyReader = db()): Promise<ApiKeyInfo | null> {
  const [key] = await findKeys({ id, userId: { in: accountsOf(userId) }, revokedAt: null }, 1, on);
  return key ?? null;
}

async function findKeys(where: Prisma.ApiKeyWhereInput, take?: number, on: KeyReader = db()) {
  const rows = await on.apiKey.findMany({
    where,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    ...(take !== undefined && { take }),
    select: shown,
  });
  return rows.map(present);
}
