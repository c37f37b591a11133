import { type Prisma, sql } from "../db/index.ts";

/** The first day of the calendar month (UTC), in which keys may spend up to their limits. */
export const thisMonth = sql`date_trunc('month', now() AT TIME ZONE 'UTC')::date`;

/** What a key, a row of `api_key`, spent in this month. */
export function spentOf(key: Prisma.Sql): Prisma.Sql {
  return sql`CASE WHEN ${key}.credits_month = ${thisMonth} THEN COALESCE(${key}.credits_this_month, 0) ELSE 0 END`;
}

/**
 * A part of a statement: gives credits of `part` (id, api_key_id, created_at, credits) back to the limits of their keys,
 * where they were charged in this month.
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
