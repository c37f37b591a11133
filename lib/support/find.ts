import { findPayer } from "../billing/payment-receipts.ts";
import { db, type Prisma, sql } from "../db/index.ts";
import { hashKey, isWellFormedKey, shownPrefix } from "../keys/format.ts";
import { liveAccountOf, testSuffix } from "../platform/ids.ts";

/** Limit of a result page: the newest accounts. */
export const mostFound = 20;
const maxQueryLength = 254;

export interface FoundAccount {
  accountId: string;
  email: string;
  name: string;
  tier: string;
  status: string;
  isSuspended: boolean;
  /** The work that was searched for. */
  workId: string | null;
}

/**
 * Finds accounts by text from a customer: a mail address or part of it, an API key or its prefix, the id of an
 * account, key, work, batch or request, or a Stripe id.
 */
export async function findAccounts(query: string): Promise<FoundAccount[]> {
  const asked = query.trim().slice(0, maxQueryLength).replaceAll("\0", "");
  if (asked === "") return [];
  const rows = await db().$queryRaw<(FoundAccount & { userId: string })[]>(sql`
    WITH found AS (${await ownersOf(asked)})
    SELECT u.id AS "accountId", u.email, u.name, s.tier::text AS tier,
           s.status::text AS status, s.suspended_at IS NOT NULL AS "isSuspended", f.work_id AS "workId"
    FROM (SELECT DISTINCT regexp_replace(user_id, ${`${testSuffix}$`}, '') AS user_id, work_id FROM found) f
      JOIN "user" u ON u.id = f.user_id
      JOIN subscription s ON s.user_id = u.id
    ORDER BY u.email = ${asked.toLowerCase()} DESC, u.created_at DESC, f.work_id LIMIT ${mostFound}`);
  return rows;
}

/** Query for the matching accounts: `user_id` and, if work was named, `work_id`. */
async function ownersOf(asked: string): Promise<Prisma.Sql> {
  const [prefix = ""] = /^[a-z]+(?=_)/.exec(asked) ?? [];
  switch (prefix) {
    case "pgs":
      return isWellFormedKey(asked)
        ? sql`SELECT user_id, NULL::text AS work_id FROM api_key
              WHERE hash = ${hashKey(asked)} OR previous_hash = ${hashKey(asked)}`
        : sql`SELECT user_id, NULL::text AS work_id FROM api_key
              WHERE starts_with(first8, ${shownPrefix(asked)}) LIMIT ${mostFound}`;
    case "usr":
      return sql`SELECT ${liveAccountOf(asked)} AS user_id, NULL::text AS work_id`;
    case "key":
      return sql`SELECT user_id, NULL::text AS work_id FROM api_key WHERE id = ${asked}`;
    case "gen":
      return sql`SELECT user_id, id AS work_id FROM generation WHERE id = ${asked}`;
    case "bat":
      return sql`SELECT user_id, NULL::text AS work_id FROM batch WHERE id = ${asked}`;
    case "cus":
    case "sub":
      return sql`SELECT user_id, NULL::text AS work_id FROM subscription
                 WHERE stripe_customer_id = ${asked} OR stripe_subscription_id = ${asked}`;
    case "ch":
    case "py":
    case "pi":
      return sql`SELECT user_id, NULL::text AS work_id FROM subscription
                 WHERE stripe_customer_id = ${await findPayer(asked)}`;
    case "in":
    case "cs":
    case "re":
    case "dp":
      return sql`
        SELECT user_id, NULL::text AS work_id FROM payment_receipt WHERE reference = ${asked}
        UNION ALL SELECT user_id, NULL FROM ledger_entry
        WHERE reference = ANY(${["invoice", "checkout", "reversal", "dispute"].map((kind) => `${kind}:${asked}`)})`;
    default:
      return byWords(asked);
  }
}

/** Request ids may be any text, because callers can choose them. */
const byWords = (asked: string) => sql`
  (SELECT id AS user_id, NULL::text AS work_id FROM "user"
   WHERE strpos(email, ${asked.toLowerCase()}) > 0 AND right(id, ${testSuffix.length}::int) <> ${testSuffix}
   ORDER BY email = ${asked.toLowerCase()} DESC, created_at DESC LIMIT ${mostFound})
  UNION ALL
  (SELECT user_id, min(id) FROM generation WHERE request_id = ${asked} GROUP BY user_id)`;
