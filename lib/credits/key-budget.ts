import { type Prisma, sql } from "../db/index.ts";

/** The first day of the current calendar month (UTC), the period of key limits. */
export const thisMonth = sql`date_trunc('month', now() AT TIME ZONE 'UTC')::date`;

/** Credits that a key, a row of `api_key`, spent this month. */
export function spentOf(key: Prisma.Sql): Prisma.Sql {
  return sql`CASE WHEN ${key}.credits_month = ${thisMonth} THEN COALESCE(${key}.credits_this_month, 0) ELSE 0 END`;
}

/**
 * Part of a statement: returns credits of `part` (id, api_key_id, created_at, credits) to the limits of their keys,
 * if they were charged this month.
 */
export function returnToKeys(part: Prisma.Sql): Prisma.Sql {
  return sql`
    UPDATE api_key k SET credits_this_month = GREATEST(k.credits_this_month - back.credits, 0)
    FROM (
      SELECT paying.id, sum(p.credits)::int AS credits
      FROM ${part} p JOIN api_key own ON own.id = p.api_key_id
        CROSS JOIN LATERAL unnest(own.limited_by || own.id) AS paying (id)
      WHERE p.created_at >= ${thisMonth}::timestamp AT TIME ZONE 'UTC'
      GROUP BY paying.id
    ) back
    WHERE k.id = back.id AND k.credits_month = ${thisMonth}`;
}
