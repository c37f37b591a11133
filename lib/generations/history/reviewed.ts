import type { Review, ReviewFilter } from "../../contract/photos/values.ts";
import type { Generation } from "../../db/generated/client.ts";
import { readHeavily } from "../../db/heavy-reads.ts";
import { db, type Prisma, sql } from "../../db/index.ts";

/** The condition on the review of work; empty without a filter. */
export function reviewedSo(review: ReviewFilter | undefined): Prisma.GenerationWhereInput {
  if (review === undefined) return {};
  return { review: review === "none" ? null : review };
}

/**
 * The finished photos with this review. With `approved`, the newest approved remake of a photo replaces it, under the
 * photo's own names.
 */
export async function takeReviewed(
  rows: readonly Generation[],
  { review, userId }: { review: ReviewFilter; userId: string },
): Promise<Generation[]> {
  const wanted: Review | null = review === "none" ? null : review;
  const none = new Map<string | null, Generation>();
  const remakes = review === "approved" ? await findApprovedRemakes(rows, userId) : none;
  return rows.flatMap((row) => {
    const { customId, title, metadata } = row;
    const remake = remakes.get(row.id) ?? remakes.get(row.reusedId);
    if (remake) return [{ ...remake, customId, title, metadata }];
    return row.review === wanted ? [row] : [];
  });
}

async function findApprovedRemakes(
  rows: readonly Generation[],
  userId: string,
): Promise<Map<string | null, Generation>> {
  const photos = rows.flatMap(({ id, reusedId }) => (reusedId === null ? [id] : [id, reusedId]));
  const remakes = await readHeavily(userId, async () => {
    const found = await db().$queryRaw<{ id: string }[]>(sql`
      SELECT DISTINCT ON (remake_of) id FROM generation
      WHERE user_id = ${userId} AND remake_of = ANY(${photos}) AND review = 'approved' AND status = 'succeeded'
        AND deleted_at IS NULL
      ORDER BY remake_of, created_at DESC, id DESC`);
    return db().generation.findMany({ where: { id: { in: found.map(({ id }) => id) } } });
  });
  return new Map(remakes.map((remake) => [remake.remakeOf, remake]));
}

/** Sets the review of the caller's results in one statement; ignores unknown ids and work that has not succeeded. */
export async function reviewChosen(
  { ids, review }: { ids: readonly string[]; review: Review | null },
  { userId }: { userId: string },
) {
  const rows = await db().generation.updateManyAndReturn({
    where: { id: { in: [...ids] }, userId, deletedAt: null, status: "succeeded" },
    data: { review },
    select: { id: true },
  });
  return { reviewed: rows.map(({ id }) => id) };
}
