import type { ReviewFilter } from "../../contract/photos/values.ts";
import type { Generation } from "../../db/generated/client.ts";
import { readHeavily } from "../../db/heavy-reads.ts";
import { db, type Prisma, sql } from "../../db/index.ts";

/** Limit of the compared rows with the same fingerprint, newest first. */
const newest = 20;

interface Wanted {
  /** `corrected`: a photo remade after a correction of its cut-out supersedes the first one. */
  photos?: "ordered" | "corrected" | undefined;
  /** Only photos with this review. With `approved`, the newest approved remake of a photo supersedes it. */
  review?: ReviewFilter | undefined;
}

/** The photos wanted of these; a photo that supersedes another one gets its place and its names. */
export async function chooseVersions(
  rows: readonly Generation[],
  { photos, review }: Wanted,
  { userId }: { userId: string },
): Promise<Generation[]> {
  const versions = await findVersions(rows, { photos, review }, userId);
  return rows.flatMap((row) => {
    const version = versions.get(row.id);
    const { customId, title, metadata } = row;
    if (version) return [{ ...version, customId, title, metadata }];
    return review === undefined || row.review === (review === "none" ? null : review) ? [row] : [];
  });
}

/**
 * The newest version of each of these photos that has one, by its id: made again with a corrected cut-out, or remade
 * (`remake_of`).
 */
export async function findReplacements(rows: readonly Generation[]): Promise<ReadonlyMap<string, string>> {
  const photos = rows.filter(({ operation, status }) => operation === "generate" && status === "succeeded");
  const [first] = photos;
  if (!first) return new Map();
  const ids = photos.map(({ id }) => id);
  const pairs = await db().$queryRaw<{ first: string; last: string }[]>(sql`
    SELECT DISTINCT ON (pair.first) pair.first, pair.last
    FROM ((${corrections(ids, first.userId)}) UNION ALL (${remakes(ids, first.userId)})) AS pair
    JOIN generation g ON g.id = pair.last
    ORDER BY pair.first, g.created_at DESC, g.id DESC`);
  return new Map(pairs.map((pair) => [pair.first, pair.last]));
}

/** The photos that supersede these, by the id of the superseded one. */
async function findVersions(
  rows: readonly Generation[],
  { photos, review }: Wanted,
  userId: string,
): Promise<ReadonlyMap<string, Generation>> {
  const ids = rows.map(({ id }) => id);
  const wanted =
    review === "approved"
      ? approvedRemakes(ids, userId)
      : review === undefined && photos === "corrected"
        ? corrections(ids, userId)
        : null;
  if (wanted === null) return new Map();
  const pairs = await readHeavily(userId, () => db().$queryRaw<{ first: string; last: string }[]>(wanted));
  if (pairs.length === 0) return new Map();
  const made = await db().generation.findMany({ where: { id: { in: pairs.map(({ last }) => last) } } });
  const versionOf = new Map(made.map((row) => [row.id, row]));
  return new Map(
    pairs.flatMap(({ first, last }) => {
      const version = versionOf.get(last);
      return version ? [[first, version] as const] : [];
    }),
  );
}

function corrections(ids: readonly string[], userId: string): Prisma.Sql {
  return sql`
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
      ORDER BY i.id, g.created_at DESC, g.id`;
}

/** Of a photo that was remade several times, each remake replaces the earlier ones. */
function remakes(ids: readonly string[], userId: string): Prisma.Sql {
  return sql`
      SELECT DISTINCT ON (f.id) f.id AS first, g.id AS last
      FROM generation f JOIN generation g
        ON g.user_id = ${userId} AND g.remake_of = ANY(ARRAY[f.id, f.remake_of]) AND g.created_at > f.created_at
      WHERE f.id = ANY(${ids}::text[]) AND f.user_id = ${userId} AND g.remake_of IS NOT NULL
        AND g.status = 'succeeded' AND g.deleted_at IS NULL
      ORDER BY f.id, g.created_at DESC, g.id DESC`;
}

/** A remake of a reused result counts for the photos that reuse it, too. */
function approvedRemakes(ids: readonly string[], userId: string): Prisma.Sql {
  return sql`
      SELECT DISTINCT ON (f.id) f.id AS first, g.id AS last
      FROM generation f JOIN generation g ON g.user_id = ${userId} AND g.remake_of = ANY(ARRAY[f.id, f.reused_id])
      WHERE f.id = ANY(${ids}::text[]) AND f.user_id = ${userId} AND g.remake_of IS NOT NULL
        AND g.review = 'approved' AND g.status = 'succeeded' AND g.deleted_at IS NULL
      ORDER BY f.id, g.remake_of = f.id DESC, g.created_at DESC, g.id DESC`;
}
