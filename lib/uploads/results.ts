import { type Prisma, sql } from "../db/index.ts";

/** Folder of a user's results on the image host. */
export function outputsFolder(userId: string): string {
  return `outputs/${userId}`;
}

/** Each attempt has its own file: a worker that was wrongly declared dead must not overwrite another's result. */
export function resultName({ id, attempts }: { id: string; attempts: number }): string {
  return `${id}-${attempts}`;
}

/** Statement that marks pictures as released. `publicIds` is a query that selects their `public_id`. */
export function releaseStatement(publicIds: Prisma.Sql): Prisma.Sql {
  return sql`
    INSERT INTO hosted_picture (public_id, size_bytes, released_at)
    SELECT DISTINCT public_id, 0, now() FROM (${publicIds}) AS let_go
    ON CONFLICT (public_id) DO UPDATE SET released_at = COALESCE(hosted_picture.released_at, now()), looked_at = NULL`;
}

/**
 * Statement that releases the files that interrupted attempts may have stored, except the kept result. `work` names a
 * table expression of the same statement with the columns id, user_id and attempts.
 */
export function releaseAttempts(work: Prisma.Sql, keptPublicId: string | null): Prisma.Sql {
  return releaseStatement(sql`
    SELECT public_id
    FROM ${work} w, generate_series(1, w.attempts) n, concat('outputs/', w.user_id, '/', w.id, '-', n) public_id
    WHERE public_id IS DISTINCT FROM ${keptPublicId}::text`);
}
