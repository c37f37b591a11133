import type { Review, ReviewFilter } from "../../contract/photos/values.ts";
import { db, type Prisma } from "../../db/index.ts";

/** The condition on the review of work; empty without a filter. */
export function reviewedSo(review: ReviewFilter | undefined): Prisma.GenerationWhereInput {
  if (review === undefined) return {};
  return { review: review === "none" ? null : review };
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
