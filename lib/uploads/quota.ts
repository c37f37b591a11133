import { findAccount } from "../accounts/state.ts";
import { trialUploads, type UploadQuota } from "../contract/billing/plans.ts";
import { maxTitleLength, unusedUploadDays } from "../contract/limits.ts";
import { db, sql } from "../db/index.ts";
import { openList } from "../db/work-status.ts";
import { offer } from "../plans/offer.ts";
import { invalidParam } from "../platform/errors.ts";
import { because, type Reason } from "../platform/reasons.ts";

const bytesPerMb = 1_000_000;

/**
 * The account's quota on the image host. Null if the account does not exist, is closed, or was secured after the
 * upload was signed.
 */
async function getQuota(userId: string, allowedAt = new Date()): Promise<UploadQuota | null> {
  const account = await findAccount(userId);
  if (!account || account.shut) return null;
  if (account.securedAt && account.securedAt > allowedAt) return null;
  const isOnTrial = account.status === "trialing" && !account.isPaid;
  return isOnTrial ? trialUploads : offer().plans[account.tier].uploads;
}

/**
 * Counts an upload against its account's quota before it is stored, also for concurrent uploads; public ids outside
 * user folders are not counted. Throws ApiError invalid_params, with the fix, if the quota is used up.
 */
export async function admitUpload(publicId: string, sizeBytes: number, signedAt?: Date): Promise<void> {
  const userId = uploaderOf(publicId);
  if (!userId) return;
  const quota = await getQuota(userId, signedAt);
  if (!quota) throw invalidParam("file", because("uploads_closed"));
  const quotaBytes = quota.storageMb * bytesPerMb;
  // The lock is a separate statement, so that the next one sees the row of the previous upload.
  const [, entered] = await db().$transaction([
    db().$executeRaw(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`uploads:${userId}`}, 0))`),
    db().$executeRaw(sql`
      INSERT INTO hosted_picture (public_id, user_id, size_bytes)
      SELECT ${publicId}, ${userId}, ${sizeBytes}::int
      FROM (
        SELECT count(*) AS files, COALESCE(sum(size_bytes), 0) AS bytes FROM hosted_picture
        WHERE user_id = ${userId} AND released_at IS NULL AND public_id <> ${publicId}
      ) used
      WHERE used.files < ${quota.files} AND used.bytes + ${rowBytes(userId)} + ${sizeBytes} <= ${quotaBytes}
      ON CONFLICT (public_id) DO UPDATE
      SET size_bytes = EXCLUDED.size_bytes, unused_since = now(), released_at = NULL
      WHERE hosted_picture.removing_at IS NULL`),
  ]);
  if (entered === 1) return;
  throw invalidParam("file", usedUp(quota));
}

/** Bytes that the rows of an account's work count for. */
const rowBytes = (userId: string) =>
  sql`COALESCE((SELECT stored_bytes FROM balance WHERE user_id = ${userId}), 0)`;

/** Removes an upload that could not be stored from the quota. */
export async function forgetUpload(publicId: string): Promise<void> {
  await db().hostedPicture.deleteMany({ where: { publicId, removingAt: null } });
}

/** Stores the file name of an upload; `blob` is the default name of programs and ignored. */
export async function nameUpload(publicId: string, given = ""): Promise<void> {
  const last = given.toWellFormed().split(/[\\/]/).at(-1) ?? "";
  const fileName = last
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, maxTitleLength);
  if (fileName === "" || fileName === "blob") return;
  await db().hostedPicture.updateMany({ where: { publicId }, data: { fileName: fileName.toWellFormed() } });
}

/** Throws ApiError invalid_params if an account's quota is used up, for hosts that do not check it themselves. */
export async function requireUploadRoom(userId: string): Promise<void> {
  const quota = await getQuota(userId);
  if (!quota) throw invalidParam("file", because("uploads_closed"));
  const [used, balance] = await Promise.all([
    db().hostedPicture.aggregate({
      where: { userId, releasedAt: null },
      _count: true,
      _sum: { sizeBytes: true },
    }),
    db().balance.findUnique({ where: { userId }, select: { storedBytes: true } }),
  ]);
  const bytes = (used._sum.sizeBytes ?? 0) + Number(balance?.storedBytes ?? 0);
  if (used._count >= quota.files || bytes >= quota.storageMb * bytesPerMb)
    throw invalidParam("file", usedUp(quota));
}

function usedUp({ storageMb, files }: UploadQuota): Reason {
  return because("uploads_used_up", { storage: storageMb, files, days: unusedUploadDays });
}

/** The folder of a user's pictures on the image host. */
export function inputsFolder(userId: string): string {
  return `inputs/${userId}`;
}

/** The user who owns the upload with this public id, or null. */
export function uploaderOf(publicId: string): string | null {
  return /^inputs\/(usr_[0-9A-Za-z_]+)\//.exec(publicId)?.[1] ?? null;
}

/**
 * Work and rows that need picture `p`: the source of a cut-out that is a view of it or not yet made, of any account;
 * a result in a history; a mask that is kept or used by queued work; the background of a look, a photo or a cut-out.
 */
export const dependentWork = sql`
  SELECT FROM generation g
  WHERE g.source_public_id = p.public_id AND g.operation = 'remove_bg' AND g.result_public_id IS NULL
    AND g.deleted_at IS NULL AND g.status NOT IN ('failed', 'canceled')
  UNION ALL
  SELECT FROM generation g WHERE g.result_public_id = p.public_id AND g.deleted_at IS NULL
  UNION ALL
  SELECT FROM generation g WHERE g.mask_public_id = p.public_id AND g.status IN (${openList})
  UNION ALL
  SELECT FROM picture_mask m WHERE m.mask_public_id = p.public_id
  UNION ALL
  SELECT FROM generation g WHERE g.background_public_id = p.public_id AND g.deleted_at IS NULL
  UNION ALL
  SELECT FROM look l WHERE l.background_public_id = p.public_id`;

/** Whether any account's work depends on this picture (see `dependentWork`). */
export async function hasDependentWork(publicId: string): Promise<boolean> {
  const rows = await db().$queryRaw<{ stood: boolean }[]>(sql`
    SELECT EXISTS (${dependentWork}) AS stood FROM (SELECT ${publicId}::text AS public_id) p`);
  return rows[0]?.stood === true;
}
