import { freeRemakes } from "../contract/limits.ts";
import { db, type Queryable, sql } from "../db/index.ts";
import type { Charge, Order } from "./order.ts";

const { perPhoto, days, creditsPerFree } = freeRemakes;

export function hasFreeRemake({ work }: Charge): boolean {
  return work.some(({ waived }) => typeof waived === "number");
}

/** Part of the charging statement, after the lock on the balance: whether the waived credits fit the limits. */
export const freeRemakesFit = sql`
  SELECT wanted.credits <= remake_credits(held.user_id, ${creditsPerFree}::int, wanted.credits)
         AND NOT EXISTS (
           SELECT FROM (
             SELECT remake_of, count(*) AS count FROM item WHERE waived IS NOT NULL GROUP BY remake_of) AS asked_for
           WHERE asked_for.count + remakes_made(held.user_id, asked_for.remake_of) > ${perPhoto}::int) AS fit
  FROM held, (SELECT sum(waived) AS credits FROM item WHERE waived IS NOT NULL) AS wanted`;

/**
 * Which pieces of work would be free now, in order; the charge checks the counts again. A remake is free if it costs
 * no more than its photo, is ordered within `freeRemakes.days`, and the limits of photo and month allow it.
 */
async function findFreeRemakes(
  work: readonly Pick<Order, "remakeOf" | "cost">[],
  { userId }: { userId: string },
  on: Queryable = db(),
): Promise<boolean[]> {
  const photos = [...new Set(work.flatMap(({ remakeOf }) => remakeOf ?? []))];
  if (photos.length === 0) return work.map(() => false);
  const wanted = work.reduce((sum, { remakeOf, cost }) => sum + (remakeOf ? cost : 0), 0);
  const rows = await on.$queryRaw<{ id: string; price: number; made: number; credits: number }[]>(sql`
    SELECT g.id, g.from_monthly + g.from_topup AS price, remakes_made(g.user_id, g.id)::int AS made, m.credits
    FROM generation g,
         (SELECT remake_credits(${userId}, ${creditsPerFree}::int, ${wanted}::bigint)::int AS credits) AS m
    WHERE g.id = ANY(${photos}) AND g.user_id = ${userId} AND g.created_at > now() - ${days}::int * interval '1 day'`);
  const left = new Map(rows.map(({ id, price, made }) => [id, { price, tries: perPhoto - made }]));
  let credits = rows[0]?.credits ?? 0;
  return work.map(({ remakeOf, cost }) => {
    const photo = left.get(remakeOf ?? "");
    if (!photo || photo.tries <= 0 || cost > photo.price || cost > credits) return false;
    photo.tries -= 1;
    credits -= cost;
    return true;
  });
}

/** The work at its current price: a free remake costs 0, and its row stores the usual price. */
export async function waiveFreeRemakes<Work extends Pick<Order, "remakeOf" | "cost" | "reusedId">>(
  work: readonly Work[],
  by: { userId: string },
  on?: Queryable,
): Promise<(Work | (Work & { waived: number }))[]> {
  // A reused result is free in any case.
  const charged = work.map((one) => (one.reusedId === undefined ? one : { cost: 0 }));
  const isFree = await findFreeRemakes(charged, by, on);
  return work.map((one, place) => (isFree[place] ? { ...one, cost: 0, waived: one.cost } : one));
}
