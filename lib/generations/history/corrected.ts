import type { Generation } from "../../db/generated/client.ts";
import { readHeavily } from "../../db/heavy-reads.ts";
import { db, sql } from "../../db/index.ts";
import { imageHost } from "../../images/index.ts";
import { toStored } from "../../images/reference.ts";
import { present } from "./present.ts";

/** Limit of the compared rows with the same fingerprint, newest first. */
const newest = 20;

/**
 * Replaces each photo by its newest version: a photo remade after a correction of its cut-out replaces the first one
 * and keeps its names.
 */
export async function takeCorrected(
  rows: readonly Generation[],
  { userId }: { userId: string },
): Promise<Generation[]> {
  const ids = rows.map(({ id }) => id);
  const found = await readHeavily(userId, async () => {
    return db().$queryRaw<{ first: string; last: string }[]>(sql`
      WITH first AS (
        SELECT id, fingerprint, mode, mask_public_id, created_at
        FROM generation WHERE id = ANY(${ids}::text[]) AND user_id = ${userId}
      ), same AS (
        SELECT f.fingerprint, g.*
        FROM (SELECT DISTINCT fingerprint FROM first) AS f, LATERAL (
          SELECT id, mode, wanted_mode, mask_public_id, created_at FROM generation
          WHERE user_id = ${userId} AND fingerprint = f.fingerprint AND status = 'succeeded' AND deleted_at IS NULL
            AND result_ref IS NOT NULL
          ORDER BY created_at DESC LIMIT ${newest}) AS g
      )
      SELECT DISTINCT ON (i.id) i.id AS first, g.id AS last
      FROM first i JOIN same g
        ON g.fingerprint = i.fingerprint AND g.created_at > i.created_at
           AND g.mask_public_id IS DISTINCT FROM i.mask_public_id
           AND (i.mode IS NULL OR g.wanted_mode = i.mode OR COALESCE(g.mode, 'studio') = i.mode)
      ORDER BY i.id, g.created_at DESC, g.id`);
  });
  if (found.length === 0) return [...rows];
  const made = await db().generation.findMany({ where: { id: { in: found.map(({ last }) => last) } } });
  const lastOf = new Map(
    found.map(({ first, last }) => [first, made.find(({ id }) => id === last)] as const),
  );
  return rows.map((row) => {
    const { customId, title, metadata } = row;
    return { ...(lastOf.get(row.id) ?? row), customId, title, metadata };
  });
}

/** Limit of one picture's photos that are remade together. */
const mostPhotos = 100;

/** The account's finished photos of a picture on the image host, newest first. */
export async function listPhotosOf({ imageUrl }: { imageUrl: string }, { userId }: { userId: string }) {
  const publicId = imageHost().parse(imageUrl)?.publicId;
  if (publicId === undefined) return [];
  const rows = await db().generation.findMany({
    where: {
      userId,
      deletedAt: null,
      operation: "generate",
      status: "succeeded",
      sourcePublicId: publicId,
      sourceRef: toStored(imageUrl),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: mostPhotos,
  });
  return present(rows);
}
