import { type Queryable, sql } from "../db/index.ts";
import { refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";

/** The caller as authenticated at the start of its request. */
export interface RecognizedCaller {
  userId: string;
  /** Absent without a request. */
  account?: { securedAt: Date | null };
}

/**
 * Refuses to grant access to a request that began before its account was secured: a slow body or name server can
 * delay a request for long. Runs in the transaction that grants access.
 */
export async function requireNotSecuredSince(caller: RecognizedCaller, tx: Queryable): Promise<void> {
  const { userId, account } = caller;
  if (!account) return;
  const [now] = await tx.$queryRaw<{ securedAt: Date | null }[]>(sql`
    SELECT secured_at AS "securedAt" FROM subscription WHERE user_id = ${userId} FOR SHARE`);
  if (now?.securedAt?.getTime() === account.securedAt?.getTime()) return;
  throw refusal(because("secured_meanwhile"));
}
