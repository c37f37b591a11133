import { db, Prisma } from "../db/index.ts";
import { ApiError } from "../platform/errors.ts";
import { getGeneration } from "./history.ts";

interface Change {
  id: string;
  /** Null takes it away; what is absent stays. */
  title?: string | null | undefined;
  metadata?: Record<string, string> | null | undefined;
}

/** Changes the caller's own words for work. Another's id answers as an id that never was. */
export async function changeGeneration({ id, title, metadata }: Change, by: { userId: string }) {
  const { count } = await db().generation.updateMany({
    where: { id, userId: by.userId, deletedAt: null },
    data: {
      ...(title !== undefined && { title }),
      ...(metadata !== undefined && { metadata: metadata ?? Prisma.DbNull }),
    },
  });
  if (count === 0) throw new ApiError("not_found", "No such generation exists.");
  return getGeneration({ id }, by);
}
