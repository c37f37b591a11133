import type { Operation } from "../db/generated/enums.ts";
import { db, Prisma, sql } from "../db/index.ts";
import { bootId } from "../platform/process.ts";

export interface Balances {
  monthly: number;
  topup: number;
}

export interface Work {
  id: string;
  userId: string;
  apiKeyId: string | null;
  operation: Operation;
  imageUrl: string;
  /** The picture of this image host that the result will stand on. */
  sourcePublicId?: string | null;
  style?: string;
  prompt?: string;
  aspectRatio?: string;
  resolution?: string;
  /** The charge is refunded by the sweep when nobody resolved it for this long. */
  timeoutMs: number;
}

/**
 * Takes the cost (monthly credits first, then top-ups) and opens the work it pays for: one statement, so that
 * balance, ledger and generation never disagree. Null when the balance does not cover the cost.
 */
export async function chargeCredits(work: Work, cost: number): Promise<Balances | null> {
  const rows = await db().$queryRaw<Balances[]>(sql`
    WITH held AS (
      SELECT user_id, monthly, topup FROM balance WHERE user_id = ${work.userId} FOR UPDATE
    ), moved AS (
      UPDATE balance b
      SET monthly = b.monthly - LEAST(b.monthly, ${cost}::int),
          topup = b.topup - (${cost}::int - LEAST(b.monthly, ${cost}::int))
      FROM held
      WHERE b.user_id = held.user_id AND b.monthly + b.topup >= ${cost}::int
      RETURNING b.user_id, b.monthly, b.topup, b.period,
                held.monthly - b.monthly AS from_monthly, held.topup - b.topup AS from_topup
    ), entry AS (
      INSERT INTO ledger_entry (user_id, kind, monthly_delta, topup_delta, monthly_after, topup_after, reference, note)
      SELECT user_id, 'charge', -from_monthly, -from_topup, monthly, topup, ${`charge:${work.id}`},
             ${work.operation}
      FROM moved
    ), work AS (
      INSERT INTO generation (id, user_id, api_key_id, operation, image_url, source_public_id, style, prompt, aspect_ratio,
                              resolution, from_monthly, from_topup, period, boot_id, expires_at)
      SELECT ${work.id}, user_id, ${work.apiKeyId}, ${work.operation}::operation, ${work.imageUrl},
             ${work.sourcePublicId ?? null}, ${work.style ?? null}, ${work.prompt ?? null}, ${work.aspectRatio ?? null}, ${work.resolution ?? null},
             from_monthly, from_topup, period, ${bootId()},
             now() + ${work.timeoutMs}::int * interval '1 millisecond'
      FROM moved
    )
    SELECT monthly, topup FROM moved`);
  return rows[0] ?? null;
}

/**
 * Resolves a charge as kept and stores the result. With `retry`, what the idempotency key answers from then on (its
 * `answer` and `creditsRemaining`) is written by the same statement, so that no crash can separate the two. Asked
 * again with the same result (the first answer may have been lost) it says the same. Null when the charge was
 * refunded before.
 */
export async function settleCharge(
  id: string,
  result: { url: string; publicId: string | null },
  retry?: { key: string; answer: Record<string, unknown> },
): Promise<Balances | null> {
  const rows = await db().$queryRaw<Balances[]>(sql`
    WITH done AS (
      UPDATE generation
      SET status = 'succeeded', result_url = ${result.url}, result_public_id = ${result.publicId}, finished_at = now()
      WHERE id = ${id} AND status = 'pending'
      RETURNING user_id
    ), remaining AS (
      SELECT b.user_id, b.monthly, b.topup FROM balance b JOIN done ON done.user_id = b.user_id
    )${retry ? storeAnswer(retry) : Prisma.empty}
    SELECT monthly, topup FROM remaining`);
  return rows[0] ?? (await readSettled(id, result.url));
}

/** A statement of its own: it sees what an earlier attempt committed while the last one waited for the row. */
async function readSettled(id: string, url: string): Promise<Balances | null> {
  const rows = await db().$queryRaw<Balances[]>(sql`
    SELECT b.monthly, b.topup FROM generation g JOIN balance b ON b.user_id = g.user_id
    WHERE g.id = ${id} AND g.status = 'succeeded' AND g.result_url = ${url}`);
  return rows[0] ?? null;
}

function storeAnswer({ key, answer }: { key: string; answer: Record<string, unknown> }): Prisma.Sql {
  return sql`, stored AS (
      UPDATE idempotency_key k
      SET state = 'done', response_status = 200,
          response_body = ${JSON.stringify(answer)}::jsonb || jsonb_build_object('creditsRemaining',
            jsonb_build_object('monthly', r.monthly, 'topup', r.topup, 'total', r.monthly + r.topup))
      FROM remaining r
      WHERE k.user_id = r.user_id AND k.key = ${key} AND k.boot_id = ${bootId()} AND k.state = 'running'
    )`;
}

/**
 * Resolves a charge as refunded: each part returns to the bucket it came from, the monthly part only while the
 * period it was taken from still runs. False when the charge was resolved before.
 */
export async function refundCharge(id: string, errorCode: string): Promise<boolean> {
  const rows = await db().$queryRaw<{ id: string }[]>(sql`
    WITH undone AS (
      UPDATE generation SET status = 'failed', error_code = ${errorCode}, finished_at = now()
      WHERE id = ${id} AND status = 'pending'
      RETURNING id, user_id, operation, from_monthly, from_topup, period
    ), moved AS (
      UPDATE balance b
      SET monthly = b.monthly + CASE WHEN b.period = u.period THEN u.from_monthly ELSE 0 END,
          topup = b.topup + u.from_topup
      FROM undone u
      WHERE b.user_id = u.user_id
      RETURNING u.id, b.user_id, b.monthly, b.topup, u.operation, u.from_topup,
                CASE WHEN b.period = u.period THEN u.from_monthly ELSE 0 END AS to_monthly
    ), entry AS (
      INSERT INTO ledger_entry (user_id, kind, monthly_delta, topup_delta, monthly_after, topup_after, reference, note)
      SELECT user_id, 'refund', to_monthly, from_topup, monthly, topup, 'refund:' || id, operation::text FROM moved
    )
    SELECT id FROM moved`);
  return rows.length === 1;
}
