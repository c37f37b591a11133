import { db, sql } from "../db/index.ts";
import { refundedList } from "../db/work-status.ts";

export interface AuditFinding {
  userId: string;
  problem: string;
}

/** Every account, deleted ones too, where ledger, balance and charged work disagree: none when all is right. */
export async function auditCredits(): Promise<{
  accounts: number;
  entries: number;
  findings: AuditFinding[];
}> {
  const [totals] = await db().$queryRaw<{ accounts: number; entries: number }[]>(sql`
    SELECT (SELECT count(*)::int FROM balance) AS accounts, (SELECT count(*)::int FROM ledger_entry) AS entries`);
  const findings = await db().$queryRaw<AuditFinding[]>(sql`
    WITH sums AS (
      SELECT b.user_id, b.monthly, b.topup,
             COALESCE(sum(l.monthly_delta), 0)::int AS monthly_sum, COALESCE(sum(l.topup_delta), 0)::int AS topup_sum
      FROM balance b LEFT JOIN ledger_entry l ON l.user_id = b.user_id
      GROUP BY b.user_id, b.monthly, b.topup
    ), charges AS (
      SELECT g.id, g.user_id, g.status, g.reused_id, g.from_monthly, g.from_topup, c.monthly_delta, c.topup_delta,
             c.id AS charge_id, r.id AS refund_id, r.topup_delta AS refunded_topup, r.monthly_delta AS refunded_monthly
      FROM generation g
      LEFT JOIN ledger_entry c ON c.reference = 'charge:' || g.id
      LEFT JOIN ledger_entry r ON r.reference = 'refund:' || g.id
    )
    SELECT user_id AS "userId", format('balance %s monthly + %s top-up, ledger sums to %s + %s',
           monthly, topup, monthly_sum, topup_sum) AS problem
    FROM sums WHERE monthly <> monthly_sum OR topup <> topup_sum
    UNION ALL
    SELECT user_id, format('the account is gone, and its ledger sums to %s + %s',
           sum(monthly_delta), sum(topup_delta))
    FROM ledger_entry l WHERE NOT EXISTS (SELECT FROM balance b WHERE b.user_id = l.user_id)
    GROUP BY user_id HAVING sum(monthly_delta) <> 0 OR sum(topup_delta) <> 0
    UNION ALL
    SELECT user_id, format('%s has no matching charge', id) FROM charges
    WHERE reused_id IS NULL
      AND (charge_id IS NULL OR monthly_delta <> -from_monthly OR topup_delta <> -from_topup)
    UNION ALL
    SELECT user_id, format('%s takes an earlier result and was charged', id) FROM charges
    WHERE reused_id IS NOT NULL
      AND (charge_id IS NOT NULL OR refund_id IS NOT NULL OR from_monthly <> 0 OR from_topup <> 0)
    UNION ALL
    SELECT user_id, format('%s is %s and was not refunded', id, status) FROM charges
    WHERE status IN (${refundedList})
      AND (refund_id IS NULL OR refunded_topup <> from_topup OR refunded_monthly > from_monthly)
    UNION ALL
    SELECT user_id, format('%s is %s and was refunded', id, status) FROM charges
    WHERE status NOT IN (${refundedList}) AND refund_id IS NOT NULL
    ORDER BY 1, 2`);
  return { accounts: totals?.accounts ?? 0, entries: totals?.entries ?? 0, findings };
}
