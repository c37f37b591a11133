import { type RecognizedCaller, requireNotSecuredSince } from "../accounts/state.ts";
import { defaultScopes, type Scope } from "../contract/keys/scopes.ts";
import { defaultOverlapHours } from "../contract/limits.ts";
import { db } from "../db/index.ts";
import { type Page, pageAfter, toPage } from "../db/pages.ts";
import { queueKeyMail } from "../mail/security.ts";
import { ApiError, invalidParam, refusal } from "../platform/errors.ts";
import { isTestAccount, liveAccountOf } from "../platform/ids.ts";
import { because } from "../platform/reasons.ts";
import {
  changeKey,
  createKey,
  type KeyFields,
  replaceSecret,
  requireRoomForKey,
  revokeKey,
} from "./index.ts";
import { type ApiKeyInfo, getKey, listUsableKeys, presentKey } from "./read.ts";
import { openTestAccount } from "./test-account.ts";

/** A program that manages its account's keys with a key of its own, and never grants more than that key has. */
interface By extends RecognizedCaller {
  apiKeyId: string | null;
}

const hourMs = 60 * 60 * 1000;

interface WireFields {
  name?: string | undefined;
  scopes?: readonly Scope[] | undefined;
  expiresAt?: string | null | undefined;
  maxCreditsPerMonth?: number | null | undefined;
}

/** Creates a key. Omitted fields default to those of the caller's key. */
export async function createKeyByKey(
  wanted: WireFields & { name: string; test?: boolean | undefined },
  by: By,
) {
  const isTest = requireMode(wanted.test, by);
  const owner = liveAccountOf(by.userId);
  return await db().$transaction(async (tx) => {
    await requireNotSecuredSince(by, tx);
    const grantor = await requireGrantor(by);
    const fields = {
      name: wanted.name,
      scopes: [...new Set(wanted.scopes ?? defaultScopes.filter((scope) => grantor.scopes.includes(scope)))],
      expiresAt: wanted.expiresAt === undefined ? grantor.expiresAt : readTime(wanted.expiresAt),
      maxCreditsPerMonth:
        wanted.maxCreditsPerMonth === undefined ? grantor.maxCreditsPerMonth : wanted.maxCreditsPerMonth,
    };
    requireGrantable(grantor, fields);
    await requireRoomForKey(owner, tx);
    const userId = isTest ? await openTestAccount(owner, tx) : by.userId;
    // Credits of the other mode are separate, so the caller's limits do not apply.
    const limitedBy = isTest === grantor.isTest ? limitsOf(grantor) : [];
    const { key, info } = await createKey({ ...fields, userId, creator: grantor.id, limitedBy }, tx);
    await queueKeyMail(by.userId, info, tx);
    return { ...presentKey(info), key };
  });
}

/** A page of the keys that are not revoked, newest first. */
export async function listKeysByKey(page: Page, { userId }: Pick<By, "userId">) {
  const rows = await listUsableKeys(userId, pageAfter(page, "key"), page.limit + 1);
  const { data, nextCursor } = toPage(rows, page);
  return { data: data.map(presentKey), nextCursor };
}

export async function getKeyByKey({ id }: { id: string }, { userId }: By) {
  return presentKey(await requireKey(userId, id));
}

/** Changes the given fields. */
export async function updateKeyByKey({ id, ...wanted }: WireFields & { id: string }, by: By) {
  return await db().$transaction(async (tx) => {
    await requireNotSecuredSince(by, tx);
    const grantor = await requireGrantor(by);
    const before = await requireKey(by.userId, id);
    requireInReach(grantor, before);
    const { name, scopes, maxCreditsPerMonth } = wanted;
    const expiresAt = wanted.expiresAt === undefined ? undefined : readTime(wanted.expiresAt);
    const fields: Partial<KeyFields> = {
      ...(name !== undefined && { name }),
      ...(scopes && { scopes: [...new Set(scopes)] }),
      ...(expiresAt !== undefined && { expiresAt }),
      ...(maxCreditsPerMonth !== undefined && { maxCreditsPerMonth }),
    };
    requireGrantable(grantor, { ...before, ...fields });
    return presentKey(await changeKey(id, fields, tx));
  });
}

/** Replaces a key's secret; the previous one works for another `overlapHours`. */
export async function rotateKeyByKey(
  { id, overlapHours = defaultOverlapHours }: { id: string; overlapHours?: number | undefined },
  by: By,
) {
  return await db().$transaction(async (tx) => {
    await requireNotSecuredSince(by, tx);
    requireInReach(await requireGrantor(by), await requireKey(by.userId, id));
    const { key, info } = await replaceSecret(id, overlapHours * hourMs, tx);
    return { ...presentKey(info), key };
  });
}

/** Deletes a key that has no right which the caller's key lacks: a weaker key must not stop a stronger one. */
export async function deleteKeyByKey({ id }: { id: string }, by: By) {
  requireInReach(await requireGrantor(by), await requireKey(by.userId, id));
  if (!(await revokeKey(by.userId, id))) throw noKey();
  return { id, deleted: true as const };
}

async function requireKey(userId: string, id: string): Promise<ApiKeyInfo> {
  const key = await getKey(userId, id);
  if (!key) throw noKey();
  return key;
}

const noKey = () => refusal(because("no_such_key"));

/** The key of the request. Sessions have none: users create keys on a page that asks for their password. */
async function requireGrantor({ userId, apiKeyId }: By): Promise<ApiKeyInfo> {
  const key = apiKeyId === null ? null : await getKey(userId, apiKeyId);
  if (!key) throw new ApiError("invalid_api_key", "The API key is invalid, expired or revoked.");
  return key;
}

function requireMode(wanted: boolean | undefined, { userId }: By): boolean {
  if (!isTestAccount(userId)) return wanted ?? false;
  if (wanted === false) throw invalidParam("test", because("test_key_makes_test_keys"));
  return true;
}

function readTime(text: string | null): Date | null {
  if (text === null) return null;
  const time = new Date(text);
  if (time.getTime() <= Date.now()) throw invalidParam("expires_at", because("time_is_past"));
  return time;
}

type Granted = Pick<Required<KeyFields>, "scopes" | "expiresAt" | "maxCreditsPerMonth">;

/** Throws ApiError missing_scope or invalid_params if the new key would have more rights than the granting key. */
function requireGrantable(
  grantor: ApiKeyInfo,
  { scopes = [], expiresAt, maxCreditsPerMonth }: Granted,
): void {
  requireScopes(grantor, scopes);
  if (grantor.expiresAt && !(expiresAt && expiresAt <= grantor.expiresAt)) {
    throw invalidParam("expires_at", because("key_outlives_grantor"));
  }
  const most = grantor.maxCreditsPerMonth;
  if (most !== null && (maxCreditsPerMonth ?? Number.POSITIVE_INFINITY) > most) {
    throw invalidParam("max_credits_per_month", because("key_outspends_grantor", { most }));
  }
}

/** Throws if the new secret or fields of a key would give the caller more rights than its own key has. */
function requireInReach(grantor: ApiKeyInfo, key: ApiKeyInfo): void {
  requireScopes(grantor, key.scopes);
  const outlives = grantor.expiresAt !== null && !(key.expiresAt && key.expiresAt <= grantor.expiresAt);
  const paysFrom = [...key.limitedBy, key.id];
  const isLimited = key.isTest !== grantor.isTest || limitsOf(grantor).every((id) => paysFrom.includes(id));
  if (outlives || !isLimited) throw invalidParam("id", because("key_out_of_reach"));
}

function requireScopes(grantor: ApiKeyInfo, scopes: readonly Scope[]): void {
  const requiredScope = scopes.find((scope) => !grantor.scopes.includes(scope));
  if (requiredScope === undefined) return;
  throw refusal(because("scope_not_granted", { scope: requiredScope }), { requiredScope });
}

/** The keys whose limits a key spends from. */
function limitsOf({ id, maxCreditsPerMonth, limitedBy }: ApiKeyInfo): string[] {
  return maxCreditsPerMonth === null ? limitedBy : [...limitedBy, id];
}
