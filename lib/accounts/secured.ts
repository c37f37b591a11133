import { type Queryable, sql } from "../db/index.ts";
import { refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";

/** A caller as it was recognized at the beginning of its request. */
export interface RecognizedCaller {
  userId: string;
  /** Absent where no request is behind it. */
  account?: { securedAt: Date | null };
}

/**
 * Refuses a request that began before its account was secured, and would give away access after: its body or a name
 * server may have kept it waiting for long. To be called in the transaction that gives access.
 */
export async function requireNotSecuredSince(caller: RecognizedCaller, tx: Queryable): Promise<void> {
  const { userId, account } = caller;
  if (!account) return;
  const [now] = await tx.$queryRaw<{ securedAt: Date | null }[]>(sql`
    SELECT secured_at AS "securedAt" FROM subscription WHERE user_id = ${userId} FOR SHARE`);
  if (now?.securedAt?.getTime() === account.securedAt?.getTime()) return;
  throw refusal(because("secured_meanwhile"));
}
