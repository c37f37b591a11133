import { freeRemakes } from "../contract/limits.ts";
import { readLong } from "../db/heavy-reads.ts";
import { db, type Prisma, sql } from "../db/index.ts";
import { refundedList } from "../db/work-status.ts";
import { log } from "../platform/log.ts";
import type { Task } from "../queue/tasks.ts";

/** Possible inconsistencies of an account, with descriptions for the operator. */
export const auditProblems = {
  balance_differs: "balances that differ from the sum of their ledger",
  credits_of_deleted_account: "deleted accounts whose ledger still has credits",
  charge_missing: "pieces of work without a matching charge",
  skipped_charged: "skipped items of batches that were charged",
  reuse_charged: "reused results that were charged",
  waived_charged: "free remakes that were charged",
  remakes_exceeded: "photos that were remade for free too often",
  corrections_exceeded: "photos that were corrected for free more than once beyond the month's share",
  waived_exceeded: "accounts that remade more for free than their month's share",
  refund_missing: "failed, canceled or refunded pieces of work without a matching refund",
  refund_unexpected: "pieces of work that were refunded though they neither failed nor say so",
} as const;

export type AuditProblem = keyof typeof auditProblems;

export interface AuditFinding {
  kind: AuditProblem;
  userId: string;
  problem: string;
}

/** All findings of one kind: their number, and the first of them. */
export interface AuditSummary extends AuditFinding {
  count: number;
}

interface AuditTotals {
  accounts: number;
  entries: number;
}

type Read = <T>(statement: Prisma.Sql) => Promise<T[]>;
const ask: Read = (statement) => db().$queryRaw(statement);

const pageSize = 1_000;
/** Timeout of an audit whose findings are all read, at the pace of the reader. */
const readTimeoutMs = 60 * 60 * 1000;

/**
 * Checks all accounts, deleted ones included, for inconsistencies between ledger, balance and charged work. Returns
 * the findings grouped by kind; empty if all is consistent.
 */
export async function auditCredits(
  read: Read = ask,
): Promise<AuditTotals & { problems: number; findings: AuditSummary[] }> {
  const totals = await countAudited(read);
  const findings = await read<AuditSummary>(sql`
    WITH kinds AS (
      SELECT kind, count(*)::int AS count, min("userId" || ' ' || problem) AS first
      FROM (${findingsOf()}) AS finding GROUP BY kind
    )
    SELECT kind, count, split_part(first, ' ', 1) AS "userId", substr(first, strpos(first, ' ') + 1) AS problem
    FROM kinds ORDER BY kind`);
  return { ...totals, problems: findings.reduce((sum, { count }) => sum + count, 0), findings };
}

/** Stores the result of the last audit for monitoring; skipped on a read-only database, as during a recovery. */
export async function noteAudit({
  entries,
  problems,
  durationMs,
}: Pick<AuditTotals, "entries"> & { problems: number; durationMs: number }): Promise<void> {
  const [database] = await ask<{ isReadOnly: boolean }>(
    sql`SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`,
  );
  if (database?.isReadOnly) return;
  await db().$executeRaw(sql`
    INSERT INTO credit_audit (is_only, finished_at, duration_ms, entries, problems)
    VALUES (true, now(), ${Math.round(durationMs)}::int, ${entries}::int, ${problems}::int)
    ON CONFLICT (is_only) DO UPDATE SET finished_at = excluded.finished_at, duration_ms = excluded.duration_ms,
                                        entries = excluded.entries, problems = excluded.problems`);
}

/** Audits the ledgers every night; findings raise an alert, and no request waits for it. */
export const auditTask: Task = { queue: "credit-audit", cron: "41 2 * * *", run: auditNightly };

async function auditNightly(): Promise<void> {
  const startedAtMs = performance.now();
  const { entries, problems, findings } = await auditCredits(readLong);
  await noteAudit({ entries, problems, durationMs: performance.now() - startedAtMs });
  if (problems === 0) return;
  const kinds = Object.fromEntries(findings.map(({ kind, count }) => [kind, count]));
  log.error({ problems, kinds }, "the audit of the ledgers found problems: npm run admin -- credits audit");
}

/** Passes every finding to `visit`, unordered and page by page, so that only one page is in memory. */
export async function visitFindings(visit: (page: AuditFinding[]) => void | Promise<void>): Promise<void> {
  await db().$transaction(
    async (tx) => {
      await tx.$executeRaw(sql`DECLARE audit_finding NO SCROLL CURSOR FOR ${findingsOf()}`);
      for (;;) {
        const page = await tx.$queryRawUnsafe<AuditFinding[]>(`FETCH ${pageSize} FROM audit_finding`);
        if (page.length === 0) return;
        await visit(page);
      }
    },
    { timeout: readTimeoutMs },
  );
}

/** The number of rows that an audit reads. */
export async function countAudited(read: Read = ask): Promise<AuditTotals> {
  const [totals] = await read<AuditTotals>(sql`
    SELECT (SELECT count(*)::int FROM balance) AS accounts, (SELECT count(*)::int FROM ledger_entry) AS entries`);
  return totals ?? { accounts: 0, entries: 0 };
}

const findingsOf = () => sql`
  WITH sums AS (
    SELECT b.user_id, b.monthly, b.topup,
           COALESCE(sum(l.monthly_delta), 0)::int AS monthly_sum, COALESCE(sum(l.topup_delta), 0)::int AS topup_sum
    FROM balance b LEFT JOIN ledger_entry l ON l.user_id = b.user_id
    GROUP BY b.user_id, b.monthly, b.topup
  ), charges AS (
    SELECT g.id, g.user_id, g.status, g.refunded_at, g.reused_id, g.waived, g.issues IS NOT NULL AS is_skipped, g.from_monthly, g.from_topup, c.monthly_delta, c.topup_delta,
           c.id AS charge_id, r.id AS refund_id, r.topup_delta AS refunded_topup, r.monthly_delta AS refunded_monthly
    FROM generation g
    LEFT JOIN ledger_entry c ON c.reference = 'charge:' || g.id
    LEFT JOIN ledger_entry r ON r.reference = 'refund:' || g.id
  ), remake_months AS (
    SELECT user_id, date_trunc('month', created_at AT TIME ZONE 'UTC') AS month,
           COALESCE(sum(waived) FILTER (WHERE status NOT IN (${refundedList}) AND corrects IS NOT TRUE), 0) AS waived,
           COALESCE(sum(from_monthly + from_topup) FILTER (WHERE status = 'succeeded'), 0) AS kept
    FROM generation WHERE user_id IN (SELECT user_id FROM generation WHERE waived IS NOT NULL)
    GROUP BY 1, 2
  )
  SELECT 'balance_differs' AS kind, user_id AS "userId",
         format('balance %s monthly + %s top-up, ledger sums to %s + %s',
                monthly, topup, monthly_sum, topup_sum) AS problem
  FROM sums WHERE monthly <> monthly_sum OR topup <> topup_sum
  UNION ALL
  SELECT 'credits_of_deleted_account', user_id,
         format('the account is gone, and its ledger sums to %s + %s', sum(monthly_delta), sum(topup_delta))
  FROM ledger_entry l WHERE NOT EXISTS (SELECT FROM balance b WHERE b.user_id = l.user_id)
  GROUP BY user_id HAVING sum(monthly_delta) <> 0 OR sum(topup_delta) <> 0
  UNION ALL
  SELECT 'charge_missing', user_id, format('%s has no matching charge', id) FROM charges
  WHERE reused_id IS NULL AND NOT is_skipped
    AND (charge_id IS NULL OR monthly_delta <> -from_monthly OR topup_delta <> -from_topup)
  UNION ALL
  SELECT 'reuse_charged', user_id, format('%s takes an earlier result and was charged', id) FROM charges
  WHERE reused_id IS NOT NULL
    AND (charge_id IS NOT NULL OR refund_id IS NOT NULL OR from_monthly <> 0 OR from_topup <> 0)
  UNION ALL
  SELECT 'skipped_charged', user_id, format('%s was skipped and was charged', id) FROM charges
  WHERE is_skipped AND (charge_id IS NOT NULL OR refund_id IS NOT NULL OR from_monthly <> 0 OR from_topup <> 0)
  UNION ALL
  SELECT 'waived_charged', user_id, format('%s is a free remake and was charged', id) FROM charges
  WHERE waived IS NOT NULL AND (from_monthly <> 0 OR from_topup <> 0)
  UNION ALL
  SELECT 'remakes_exceeded', user_id, format('%s was remade for free %s times', remake_of, count(*))
  FROM generation WHERE waived IS NOT NULL AND status NOT IN (${refundedList})
  GROUP BY user_id, remake_of HAVING count(*) > ${freeRemakes.perPhoto}::int
  UNION ALL
  SELECT 'corrections_exceeded', user_id, format('%s was corrected for free %s times', remake_of, count(*))
  FROM generation WHERE waived IS NOT NULL AND corrects AND status NOT IN (${refundedList})
  GROUP BY user_id, remake_of HAVING count(*) > 1
  UNION ALL
  SELECT 'waived_exceeded', user_id, format('%s credits of %s remade for free, %s charged', waived, month::date, kept)
  FROM remake_months WHERE waived * ${freeRemakes.creditsPerFree}::int > kept
  UNION ALL
  SELECT 'refund_missing', user_id, format('%s is %s and was not refunded', id, status) FROM charges
  WHERE (status IN (${refundedList}) OR refunded_at IS NOT NULL) AND NOT is_skipped
    AND (refund_id IS NULL OR refunded_topup <> from_topup OR refunded_monthly > from_monthly)
  UNION ALL
  SELECT 'refund_unexpected', user_id, format('%s is %s and was refunded', id, status) FROM charges
  WHERE refund_id IS NOT NULL AND status NOT IN (${refundedList})
    AND (status <> 'succeeded' OR refunded_at IS NULL)`;
