import { db, sql } from "../../db/index.ts";
import { offer } from "../../plans/offer.ts";

const microsPerCent = 10_000;

/** Revenue and cost of photos of one style. Money is in millionths of a US dollar. */
export interface CostRow {
  style: string;
  /** `provider/name`; null for photos made without a hosted model. */
  model: string | null;
  photos: number;
  calls: number;
  failedCalls: number;
  /** Calls with an unknown price, which `costMicros` does not include. */
  unpricedCalls: number;
  costMicros: number;
  /** Kept charges only. */
  credits: number;
  worthMicros: number;
  marginMicros: number;
}

/** The lowest price that a customer can have paid for a credit, in millionths of a US dollar. */
export function lowestCreditValue(): number {
  const { plans, tiers, topUps, sizes } = offer();
  const perCredit = [
    ...tiers.map((tier) => plans[tier].priceCents / plans[tier].monthlyCredits),
    ...sizes.map((size) => topUps[size].priceCents / topUps[size].credits),
  ];
  return Math.min(...perCredit) * microsPerCent;
}

/**
 * Cost and revenue of photos since then, by style and model, the most expensive first. A photo counts for the model
 * that made it, a call for the model called: a photo made by the studio after a failed call appears in two rows. Work
 * of deleted accounts counts with its calls only.
 */
export async function readCosts({
  since,
  creditValueMicros,
}: {
  since: Date;
  creditValueMicros: number;
}): Promise<CostRow[]> {
  const rows = await db().$queryRaw<Omit<CostRow, "worthMicros" | "marginMicros">[]>(sql`
    WITH photo AS (
      SELECT style, model, count(*)::int AS photos,
             sum(from_monthly + from_topup) FILTER (WHERE refunded_at IS NULL)::int AS credits
      FROM generation
      WHERE operation = 'generate' AND status = 'succeeded' AND finished_at >= ${since} AND style IS NOT NULL
      GROUP BY style, model
    ), call AS (
      SELECT style, provider || '/' || model AS model, count(*)::int AS calls,
             count(*) FILTER (WHERE outcome <> 'succeeded')::int AS failed,
             count(*) FILTER (WHERE cost_micros IS NULL)::int AS unpriced,
             COALESCE(sum(cost_micros), 0)::float8 AS cost
      FROM model_call WHERE created_at >= ${since} GROUP BY style, provider, model_call.model
    )
    SELECT COALESCE(photo.style, call.style) AS style, COALESCE(photo.model, call.model) AS model,
           COALESCE(photos, 0) AS photos, COALESCE(calls, 0) AS calls, COALESCE(failed, 0) AS "failedCalls",
           COALESCE(unpriced, 0) AS "unpricedCalls", COALESCE(cost, 0) AS "costMicros",
           COALESCE(credits, 0) AS credits
    FROM photo FULL JOIN call ON call.style = photo.style AND call.model = photo.model
    ORDER BY "costMicros" DESC, credits DESC, style, model`);
  return rows.map((row) => {
    const worthMicros = row.credits * creditValueMicros;
    return { ...row, worthMicros, marginMicros: worthMicros - row.costMicros };
  });
}

/** The sums of these rows. */
export function totalOf(rows: readonly CostRow[]): CostRow {
  const sum = (field: Exclude<keyof CostRow, "style" | "model">) =>
    rows.reduce((total, row) => total + row[field], 0);
  return {
    style: "all",
    model: null,
    photos: sum("photos"),
    calls: sum("calls"),
    credits: sum("credits"),
    failedCalls: sum("failedCalls"),
    unpricedCalls: sum("unpricedCalls"),
    costMicros: sum("costMicros"),
    worthMicros: sum("worthMicros"),
    marginMicros: sum("marginMicros"),
  };
}
