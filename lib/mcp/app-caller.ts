import { appResource, tokenPrefix } from "../auth/apps/resource.ts";
import { sql } from "../db/index.ts";
import {
  type AuthenticatedCaller,
  type Finder,
  findCaller,
  findTogether,
  requireOpenAccount,
} from "../http/caller.ts";
import { hashKey } from "../keys/format.ts";
import { batchByKey } from "../platform/concurrency.ts";
import { ApiError } from "../platform/errors.ts";

/** The access token in the header; null for an API key. */
export function tokenOf({ headers }: Request): string | null {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  return token?.startsWith(tokenPrefix) ? token : null;
}

/** Authenticates an app by its access token (auth/apps), as the key behind it. Throws ApiError invalid_api_key. */
export async function requireAppCaller(token: string): Promise<AuthenticatedCaller> {
  const caller = await callerOfToken(hashKey(token.slice(tokenPrefix.length)));
  if (!caller) {
    throw new ApiError("invalid_api_key", "The access token is invalid, expired or revoked.", {
      fix: "Refresh the token, or connect the app again.",
    });
  }
  return requireOpenAccount(caller);
}

/** A token has no more scopes than its key still has. */
const findByToken: Finder = (hash, requests) =>
  findCaller(
    sql`SELECT k.id AS api_key_id, k.user_id,
               ARRAY(SELECT unnest(k.scopes) INTERSECT SELECT unnest(t.scopes)) AS scopes
        FROM oauth_access_token t JOIN api_key k ON k.id = t.api_key_id
        WHERE t.token = ${hash} AND t.revoked IS NULL AND t.expires_at > now() AND ${appResource()} = ANY(t.resources)
          AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`,
    requests,
  );

const callerOfToken = batchByKey((hash, requests) => findTogether(findByToken, hash, requests));
