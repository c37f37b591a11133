import { freeRemakes } from "../contract/limits.ts";
import { db, type Prisma, type Queryable, sql } from "../db/index.ts";
import type { Charge, Order } from "./order.ts";

const { perPhoto, days, creditsPerFree } = freeRemakes;

export function hasFreeRemake({ work }: Charge): boolean {
  return work.some(({ waived }) => typeof waived === "number");
}

/** Whether a remake with this mask and stance corrects its photo `p`. */
const isCorrection = (mask: Prisma.Sql, stance: Prisma.Sql) =>
  sql`(${mask} IS DISTINCT FROM p.mask_public_id OR ${stance} <> p.stance) IS TRUE`;

/**
 * Part of the charging statement, after the lock on the balance: whether the waived credits fit the limits. The first
 * remake of a photo that corrects its mask or stance is outside of the month's limit: the mistake was ours.
 */
export const freeRemakesFit = sql`
  SELECT wanted.credits <= remake_credits(held.user_id, ${creditsPerFree}::int, wanted.credits)
         AND NOT EXISTS (
           SELECT FROM (
             SELECT remake_of, count(*) AS count, count(*) FILTER (WHERE corrects) AS corrections
             FROM item WHERE waived IS NOT NULL GROUP BY remake_of) AS asked_for,
             LATERAL remakes_made(held.user_id, asked_for.remake_of) AS made
           WHERE asked_for.count + made > ${perPhoto}::int
              OR asked_for.corrections > 0 AND made + asked_for.corrections > 1)
         AND NOT EXISTS (
           SELECT FROM item i JOIN generation p ON p.id = i.remake_of
           WHERE i.corrects AND NOT ${isCorrection(sql`i.mask_public_id`, sql`i.options->>'stance'`)}) AS fit
  FROM held, (
    SELECT COALESCE(sum(waived), 0)::bigint AS credits FROM item
    WHERE waived IS NOT NULL AND corrects IS NOT TRUE) AS wanted`;

/** What the price of a remake depends on. `mayCorrect`: assume that it corrects its photo. */
type Remake = Pick<
  Order,
  "remakeOf" | "cost" | "maskPublicId" | "usesStoredMask" | "sourcePublicId" | "options"
> & { mayCorrect?: boolean };

type Waiver = { waived: number; corrects: boolean };

/**
 * Which pieces of work would be free now, in order; the charge checks the counts again. A remake is free if it costs
 * no more than its photo, is ordered within `freeRemakes.days`, and the limits of photo and month allow it.
 */
async function findFreeRemakes(
  work: readonly Remake[],
  { userId }: { userId: string },
  on: Queryable = db(),
): Promise<(Waiver | null)[]> {
  const photos = [...new Set(work.flatMap(({ remakeOf }) => remakeOf ?? []))];
  if (photos.length === 0) return work.map(() => null);
  const wanted = work.reduce((sum, { remakeOf, cost }) => sum + (remakeOf ? cost : 0), 0);
  const rows = await on.$queryRaw<{ id: string; price: number; made: number; credits: number }[]>(sql`
    SELECT g.id, g.from_monthly + g.from_topup AS price, remakes_made(g.user_id, g.id)::int AS made, m.credits
    FROM generation g,
         (SELECT remake_credits(${userId}, ${creditsPerFree}::int, ${wanted}::bigint)::int AS credits) AS m
    WHERE g.id = ANY(${photos}) AND g.user_id = ${userId} AND g.created_at > now() - ${days}::int * interval '1 day'`);
  const left = new Map(rows.map(({ id, price, made }) => [id, { price, tries: perPhoto - made }]));
  const corrections = await findCorrections(work, userId, on);
  let credits = rows[0]?.credits ?? 0;
  return work.map(({ remakeOf, cost }, place) => {
    const photo = left.get(remakeOf ?? "");
    if (!photo || photo.tries <= 0 || cost > photo.price) return null;
    const corrects = photo.tries === perPhoto && corrections.has(place);
    if (!corrects && cost > credits) return null;
    photo.tries -= 1;
    if (!corrects) credits -= cost;
    return { waived: cost, corrects };
  });
}

/** The places of the work that corrects its photo. */
async function findCorrections(
  work: readonly Remake[],
  userId: string,
  on: Queryable,
): Promise<ReadonlySet<number>> {
  const items = work.map((one, place) => ({
    place,
    remake_of: one.remakeOf ?? null,
    mask: one.maskPublicId ?? null,
    source: one.usesStoredMask ? one.sourcePublicId : null,
    stance: (one.options as { stance?: string } | null | undefined)?.stance ?? null,
  }));
  const rows = await on.$queryRaw<{ place: number }[]>(sql`
    SELECT x.place
    FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
           AS x (place int, remake_of text, mask text, source text, stance text)
    JOIN generation p ON p.id = x.remake_of AND p.user_id = ${userId}
    LEFT JOIN picture_mask m ON m.user_id = ${userId} AND m.public_id = x.source
    WHERE ${isCorrection(sql`COALESCE(x.mask, m.mask_public_id)`, sql`x.stance`)}`);
  const assumed = work.flatMap(({ mayCorrect }, place) => (mayCorrect ? [place] : []));
  return new Set([...rows.map(({ place }) => place), ...assumed]);
}

/** The work at its current price: a free remake costs 0, and its row stores the usual price. */
export async function waiveFreeRemakes<Work extends Remake & Pick<Order, "reusedId">>(
  work: readonly Work[],
  by: { userId: string },
  on?: Queryable,
): Promise<(Work | (Work & Waiver))[]> {
  // A reused result is free in any case.
  const charged = work.map((one) => (one.reusedId === undefined ? one : { cost: 0 }));
  const waivers = await findFreeRemakes(charged, by, on);
  return work.map((one, place) => ({ ...one, ...(waivers[place] && { ...waivers[place], cost: 0 }) }));
}
