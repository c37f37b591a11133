import type { ClientBase } from "pg";
import { embeddedAccount } from "../images/providers.ts";
import { dependentWork } from "../uploads/quota.ts";

/**
 * SQL condition: whether a picture `p` is at an image host other than the embedded one. True when work has pictures
 * at another host and no row references this one at the embedded host.
 */
const isElsewhere = `(
  EXISTS (SELECT FROM generation WHERE source_ref LIKE 'cloudinary:%' OR result_ref LIKE 'cloudinary:%')
  AND NOT EXISTS (
    SELECT FROM generation g WHERE g.result_public_id = p.public_id
      AND g.result_ref LIKE '${embeddedAccount}/%'
    UNION ALL
    SELECT FROM generation g WHERE g.source_public_id = p.public_id
      AND g.source_ref LIKE '${embeddedAccount}/%'
    UNION ALL
    SELECT FROM picture_mask m WHERE m.mask_public_id = p.public_id
      AND m.mask_ref LIKE '${embeddedAccount}/%'))`;

/**
 * SQL condition: whether an archive must contain a picture `p`, i.e. a row needs it and it is at the embedded host.
 */
export const isNeededHere = `EXISTS (${dependentWork.text}) AND NOT ${isElsewhere}`;

export interface MissingPicture {
  publicId: string;
  problem: string;
}

/**
 * Pictures that loaded rows need and the archive lacks, by the table `backup_picture`: results, sources of cut-outs
 * with their paid marker, masks, backgrounds. Pictures that their owner deleted during the backup are not missing.
 */
export async function findMissingPictures(
  client: ClientBase,
  limit: number,
): Promise<{ count: number; first: MissingPicture[] }> {
  const { rows } = await client.query<MissingPicture & { count: number }>(
    `WITH named AS (
       SELECT result_public_id AS public_id FROM generation WHERE result_public_id IS NOT NULL
       UNION SELECT source_public_id FROM generation WHERE source_public_id IS NOT NULL
       UNION SELECT mask_public_id FROM generation WHERE mask_public_id IS NOT NULL
       UNION SELECT background_public_id FROM generation WHERE background_public_id IS NOT NULL
       UNION SELECT mask_public_id FROM picture_mask
       UNION SELECT background_public_id FROM look WHERE background_public_id IS NOT NULL
     ), lost AS (
       SELECT p.public_id, 'is not in the archive' AS problem FROM named p
       LEFT JOIN backup_picture b ON b.public_id = p.public_id
       WHERE (b.public_id IS NULL OR b.state = 'missing') AND ${isNeededHere}
       UNION
       SELECT b.public_id, 'has no mark of its paid cut-out' FROM backup_picture b
       JOIN generation g ON g.source_public_id = b.public_id
       WHERE b.state = 'stored' AND NOT b.is_marked AND ${plainCutout}
     )
     SELECT public_id AS "publicId", problem, count(*) OVER ()::int AS count FROM lost ORDER BY 1 LIMIT $1`,
    [limit],
  );
  return { count: rows[0]?.count ?? 0, first: rows.map(({ publicId, problem }) => ({ publicId, problem })) };
}

/** Work whose owner deleted the result during the backup. */
export async function findRemovedWork(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT DISTINCT g.id FROM generation g JOIN backup_picture b ON b.state = 'removed'
       AND (b.public_id = g.result_public_id OR b.public_id = g.source_public_id AND ${plainCutout})
     WHERE g.deleted_at IS NULL`,
  );
  return rows.map(({ id }) => id);
}

/** SQL condition: a cut-out that is a transformation of its source. */
const plainCutout = `g.operation = 'remove_bg' AND g.result_public_id IS NULL AND g.status = 'succeeded'
  AND g.deleted_at IS NULL`;
