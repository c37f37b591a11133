import { readBackupStatus } from "../backup/runs.ts";
import { db, sql } from "../db/index.ts";
import { openList } from "../db/work-status.ts";
import { type CostRow, lowestCreditValue, readCosts, totalOf } from "../generations/inspect/costs.ts";
import { getCapacity } from "../generations/run/capacity.ts";
import { cachedFor } from "../platform/concurrency.ts";
import { lazy } from "../platform/lazy.ts";
import { mailRetries } from "../queue/queues.ts";

/** Time windows of the failures and the costs shown. */
const failureHours = 24;
export const costDays = 7;
const dayMs = 24 * 60 * 60 * 1000;
const costsCachedMs = 60_000;
/** Sums up all photos of a week: asked for once in a minute, however often the page is looked at. */
const recentCosts = lazy(() => cachedFor(costsCachedMs, readRecentCosts));

interface Failure {
  /** The reason key or the error code. */
  reason: string;
  fault: string | null;
  count: number;
  accounts: number;
}

/** Overview of the service's work; `http/ready.ts` reports the health of its parts. */
export async function readOverview() {
  const [queue, failures, costs, audit, backup, { workers, slots }] = await Promise.all([
    readQueue(),
    readFailures(),
    recentCosts()(),
    db().creditAudit.findFirst(),
    readBackupStatus(),
    getCapacity(),
  ]);
  return {
    queue: { ...queue, workers, slots },
    failures,
    costs: totalOf(costs),
    audit: audit && { at: audit.finishedAt, problems: audit.problems },
    backup,
  };
}

function readRecentCosts(): Promise<CostRow[]> {
  const since = new Date(Date.now() - costDays * dayMs);
  return readCosts({ since, creditValueMicros: lowestCreditValue() });
}

export type Overview = Awaited<ReturnType<typeof readOverview>>;

async function readQueue() {
  const [row] = await db().$queryRaw<
    Record<"queued" | "running" | "oldestSeconds" | "mails" | "deliveries", number>[]
  >(sql`
    SELECT count(*) FILTER (WHERE status = 'queued')::int AS queued,
           count(*) FILTER (WHERE status = 'running')::int AS running,
           COALESCE(GREATEST(extract(epoch FROM now() - min(created_at)), 0), 0)::int AS "oldestSeconds",
           (SELECT count(*)::int FROM outgoing_mail
            WHERE sent_at IS NULL AND attempts <= ${mailRetries}::int) AS mails,
           (SELECT count(*)::int FROM webhook_delivery WHERE status = 'pending') AS deliveries
    FROM generation WHERE status IN (${openList})`);
  return row ?? { queued: 0, running: 0, oldestSeconds: 0, mails: 0, deliveries: 0 };
}

async function readFailures(): Promise<Failure[]> {
  return await db().$queryRaw<Failure[]>(sql`
    SELECT COALESCE(error_reason, error_code, 'unknown') AS reason, fault, count(*)::int AS count,
           count(DISTINCT user_id)::int AS accounts
    FROM generation
    WHERE status = 'failed' AND issues IS NULL AND finished_at > now() - ${failureHours}::int * interval '1 hour'
    GROUP BY 1, 2 ORDER BY count DESC, reason LIMIT 20`);
}
