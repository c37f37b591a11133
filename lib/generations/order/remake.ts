import { db, sql } from "../../db/index.ts";
import { toUrl } from "../../images/reference.ts";
import { type ErrorIssue, issueOf } from "../../platform/errors.ts";
import { because } from "../../platform/reasons.ts";
import type { PhotoRequest } from "../kinds/kind.ts";
import { isSamePicture } from "./reuse.ts";

interface Remade {
  /** The first photo of the chain: remakes of remakes count against it. */
  photoId: string;
  imageUrl: string;
}

/**
 * Finds the original photo of each remake; undefined for requests without `remakeOf`, and an issue when the photo is
 * not a finished one of the caller, or shows another picture.
 */
export async function findRemade(
  requests: readonly Pick<PhotoRequest, "remakeOf" | "imageUrl">[],
  { userId }: { userId: string },
): Promise<(string | ErrorIssue | undefined)[]> {
  const ids = new Set(requests.flatMap(({ remakeOf }) => remakeOf ?? []));
  if (ids.size === 0) return requests.map(() => undefined);
  const photos = await findPhotos([...ids], userId);
  return requests.map(({ remakeOf, imageUrl }) => {
    if (remakeOf === undefined) return undefined;
    const photo = photos.get(remakeOf);
    if (photo && isSamePicture(photo.imageUrl, imageUrl)) return photo.photoId;
    return issueOf("remake_of", because(photo ? "remake_of_other_picture" : "remake_not_found"));
  });
}

/** Follows remakes to the original photo, and reused results to the work that made them. */
async function findPhotos(ids: readonly string[], userId: string): Promise<ReadonlyMap<string, Remade>> {
  const rows = await db().$queryRaw<(Remade & { id: string })[]>(sql`
    WITH RECURSIVE line AS (
      SELECT id AS named, source_ref AS picture, id, COALESCE(remake_of, reused_id) AS before
      FROM generation
      WHERE id = ANY(${[...ids]}) AND user_id = ${userId} AND operation = 'generate' AND status = 'succeeded'
        AND deleted_at IS NULL
      UNION
      SELECT line.named, line.picture, g.id, COALESCE(g.remake_of, g.reused_id)
      FROM line JOIN generation g ON g.id = line.before AND g.user_id = ${userId}
    )
    SELECT named AS id, id AS "photoId", picture AS "imageUrl" FROM line WHERE before IS NULL`);
  return new Map(
    rows.map(({ id, photoId, imageUrl }) => [id, { photoId, imageUrl: toUrl(imageUrl) }] as const),
  );
}
