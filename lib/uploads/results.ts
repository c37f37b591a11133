import { type Prisma, sql } from "../db/index.ts";

/** Where a user's results go on the image host. */
export function outputsFolder(userId: string): string {
  return `outputs/${userId}`;
}

/** Each attempt has a file of its own: a worker that was taken for dead must not touch what another one made. */
export function resultName({ id, attempts }: { id: string; attempts: number }): string {
  return `${id}-${attempts}`;
}

/** Marks pictures as let go of, inside a statement that selects their `public_id`s. */
export function releaseStatement(publicIds: Prisma.Sql): Prisma.Sql {
  return sql`
    INSERT INTO hosted_picture (public_id, size_bytes, released_at)
    SELECT DISTINCT public_id, 0, now() FROM (${publicIds}) AS let_go
    ON CONFLICT (public_id) DO UPDATE SET released_at = COALESCE(hosted_picture.released_at, now()), looked_at = NULL`;
}

/**
 * Lets go of what attempts may have stored before they were cut off, save the result that is kept. `work` names a
 * table expression of the same statement with id, user_id and attempts.
 */
export function releaseAttempts(work: Prisma.Sql, keptPublicId: string | null): Prisma.Sql {
  return releaseStatement(sql`
    SELECT public_id
    FROM ${work} w, generate_series(1, w.attempts) n, concat('outputs/', w.user_id, '/', w.id, '-', n) public_id
    WHERE public_id IS DISTINCT FROM ${keptPublicId}::text`);
}
