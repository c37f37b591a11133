import type { Size } from "#lib/contract/photos/sizes.ts";
import type { Owner } from "../accounts/caller.ts";
import { db, sql } from "../db/index.ts";
import type { HostedAsset } from "../images/host.ts";
import { measureHosted, requireHosted } from "../images/hosted.ts";
import { toStored, toUrl } from "../images/reference.ts";
import { invalidParam } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { releaseMasks, removeReleased, reserveUpload } from "../uploads/release.ts";
import { releaseStatement } from "../uploads/results.ts";
import { requireMask } from "./check.ts";

/** The mask stored by an account for a picture on the image host, with the picture's size. */
export async function getMask({ imageUrl }: { imageUrl: string }, { userId }: Owner) {
  const source = await requireHosted("image_url", imageUrl);
  const size = await measureHosted("image_url", source, { caller: userId });
  return stateOf({ imageUrl, source, size, userId });
}

/**
 * Stores an upload of the account as the mask of a picture and deletes the previous mask. Throws ApiError
 * invalid_params if it is no mask of this picture.
 */
export async function storeMask(
  { imageUrl, maskUrl }: { imageUrl: string; maskUrl: string },
  { userId }: Owner,
) {
  const source = await requireHosted("image_url", imageUrl);
  const size = await measureHosted("image_url", source, { caller: userId });
  const mask = await requireMask(maskUrl, { source, size, userId });
  if (!(await reserveUpload(mask.publicId))) throw invalidParam("mask_url", because("mask_being_deleted"));
  await removeReleased(await enterMask({ userId, source, mask }));
  try {
    // The picture may have been deleted meanwhile, along with the masks stored until then.
    await requireHosted("image_url", imageUrl);
  } catch (error) {
    await dropMask(source.publicId, { userId });
    throw error;
  }
  return stateOf({ imageUrl, source, size, userId });
}

/** Removes and deletes the mask of a picture; work already ordered with it still uses it. */
export async function forgetMask({ imageUrl }: { imageUrl: string }, { userId }: Owner) {
  const source = await requireHosted("image_url", imageUrl);
  const size = await measureHosted("image_url", source, { caller: userId });
  await dropMask(source.publicId, { userId });
  return stateOf({ imageUrl, source, size, userId });
}

async function dropMask(publicId: string, { userId }: Owner): Promise<void> {
  await removeReleased(await releaseMasks(sql`user_id = ${userId} AND public_id = ${publicId}`));
}

interface NewMask extends Owner {
  source: HostedAsset;
  mask: HostedAsset;
}

/** Returns the public ids of replaced masks. */
async function enterMask({ userId, source, mask }: NewMask): Promise<string[]> {
  const lock = `mask:${userId}:${source.publicId}`;
  // Serializes concurrent calls: the second one replaces and releases the first one's mask.
  const [, rows] = await db().$transaction([
    db().$executeRaw(sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`),
    db().$queryRaw<{ publicId: string }[]>(sql`
    WITH before AS (
      SELECT mask_public_id FROM picture_mask
      WHERE user_id = ${userId} AND public_id = ${source.publicId} AND mask_public_id <> ${mask.publicId}
      FOR UPDATE
    ), stored AS (
      INSERT INTO picture_mask (user_id, public_id, mask_public_id, mask_ref, updated_at)
      VALUES (${userId}, ${source.publicId}, ${mask.publicId}, ${toStored(mask.url)}, now())
      ON CONFLICT (user_id, public_id) DO UPDATE
      SET mask_public_id = EXCLUDED.mask_public_id, mask_ref = EXCLUDED.mask_ref,
          updated_at = now()
    ), released AS (
      ${releaseStatement(sql`SELECT mask_public_id AS public_id FROM before`)}
    )
    SELECT mask_public_id AS "publicId" FROM before`),
  ]);
  return rows.map(({ publicId }) => publicId);
}

async function stateOf({
  imageUrl,
  source,
  size,
  userId,
}: Owner & { imageUrl: string; source: HostedAsset; size: Size }) {
  const stored = await findMask(source.publicId, { userId });
  const { updatedAt = null } = stored ?? {};
  const maskUrl = stored && toUrl(stored.maskRef);
  return { imageUrl, corrected: stored !== null, maskUrl, ...size, updatedAt };
}

/** The mask stored by an account for a picture, by the picture's public id. */
export function findMask(publicId: string, { userId }: Owner) {
  return db().pictureMask.findUnique({ where: { userId_publicId: { userId, publicId } } });
}
