import type { Owner } from "../accounts/caller.ts";
import { recordAudit } from "../audit/record.ts";
import { maxLooks } from "../contract/limits.ts";
import type { Look } from "../db/generated/client.ts";
import { db, type Prisma, sql } from "../db/index.ts";
import { type Page, pageAfter, toPage } from "../db/pages.ts";
import { toUrl, withStoredPictures } from "../images/reference.ts";
import { invalidParam, refusal } from "../platform/errors.ts";
import { isTestAccount, newId } from "../platform/ids.ts";
import { because } from "../platform/reasons.ts";
import { checkAgain } from "../uploads/release.ts";
import { requireBackground, uploadedBackground } from "./background.ts";
import { applyLook, type LookSettings, readSettings, requireScene } from "./settings.ts";

interface LookFields {
  name: string;
  settings: LookSettings;
}

/** Saves a look. Throws ApiError invalid_params for an unusable scene or picture, and beyond `maxLooks`. */
export async function createLook({ name, settings }: LookFields, { userId }: Owner) {
  requireScene(settings);
  await requireBackground(settings);
  const row = await db().$transaction(async (tx) => {
    // Serializes the creation of looks per account, so that the limit holds.
    await tx.$executeRaw(sql`SELECT id FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`);
    if ((await tx.look.count({ where: { userId } })) >= maxLooks) {
      throw invalidParam("", because("too_many_looks", { count: maxLooks }));
    }
    const backgroundPublicId = uploadedBackground(settings, userId);
    return await tx.look.create({
      data: { id: newId("look"), userId, name, settings: plain(settings), backgroundPublicId },
    });
  });
  return present(row);
}

/** A page of an account's looks, newest first. */
export async function listLooks(page: Page, { userId }: Owner) {
  const rows = await db().look.findMany({
    where: { userId, ...pageAfter(page, "look") },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: page.limit + 1,
  });
  const { data, nextCursor } = toPage(rows, page);
  return { data: data.map(present), nextCursor };
}

/** A look of an account. For another account's id the error is the same as for an unknown one. */
export async function requireLook({ id }: { id: string }, { userId }: Owner) {
  const row = await db().look.findFirst({ where: { id, userId } });
  if (!row) throw noLook();
  return present(row);
}

interface LookChange {
  id: string;
  name?: string | undefined;
  settings?: LookSettings | undefined;
}

/** Changes the given fields; `settings` as a whole. Existing orders with the look do not change. */
export async function updateLook({ id, name, settings }: LookChange, by: Owner) {
  await requireLook({ id }, by);
  if (settings) requireScene(settings);
  if (settings) await requireBackground(settings);
  const { userId } = by;
  const data = {
    ...(name !== undefined && { name }),
    ...(settings && { settings: plain(settings), backgroundPublicId: uploadedBackground(settings, userId) }),
    updatedAt: new Date(),
  };
  await db().$transaction(async (tx) => {
    if (settings) await checkBackgroundAgain({ id, userId }, tx);
    await tx.look.updateMany({ where: { id, userId }, data });
  });
  return await requireLook({ id }, by);
}

export async function deleteLook({ id }: { id: string }, { userId }: Owner) {
  const count = await db().$transaction(async (tx) => {
    await checkBackgroundAgain({ id, userId }, tx);
    const row = await tx.look.findFirst({ where: { id, userId }, select: { name: true } });
    const deleted = await tx.look.deleteMany({ where: { id, userId } });
    const object = { type: "look", id } as const;
    if (row && deleted.count > 0)
      await recordAudit({ accountId: userId, action: "look.deleted", object, before: row }, tx);
    return deleted.count;
  });
  if (count === 0) throw noLook();
  return { id, deleted: true as const };
}

/** Has the next sweep check the background of a look that is about to end or change. */
async function checkBackgroundAgain(which: { id: string; userId: string }, tx: Prisma.TransactionClient) {
  const row = await tx.look.findFirst({ where: which, select: { backgroundPublicId: true } });
  if (row?.backgroundPublicId) await checkAgain(row.backgroundPublicId, tx);
}

/** An account's existing looks by id, as functions that apply them to a request. */
export async function findLooks(
  ids: readonly string[],
  { userId }: Owner,
): Promise<Map<string, <Request extends LookSettings>(request: Request) => Request>> {
  const rows = await db().look.findMany({
    where: { userId, id: { in: [...ids] } },
    select: { id: true, settings: true },
  });
  return new Map(
    rows.map(({ id, settings }) => {
      const look = readSettings(settings);
      return [id, (request) => applyLook(request, look)];
    }),
  );
}

/** A look as shown to its owner. */
export function present({ id, userId, name, settings, createdAt, updatedAt }: Look) {
  const livemode = !isTestAccount(userId);
  return { id, name, settings: readSettings(settings), livemode, createdAt, updatedAt };
}

/** The stored form: without undefined values, with references to pictures. */
function plain(settings: LookSettings) {
  return JSON.parse(JSON.stringify(withStoredPictures(settings)));
}

export const noLook = () => refusal(because("look_not_found"));

/** How many of an account's newest pieces of work are scanned. */
const lookedThrough = 400;

/** The newest photo made with each look, by the look's id; absent if it is too long ago. */
export async function findLastPhotos({ userId }: { userId: string }): Promise<Record<string, string>> {
  const rows = await db().$queryRaw<{ look: string; resultUrl: string }[]>(sql`
    SELECT DISTINCT ON (look) look, result AS "resultUrl"
    FROM (
      SELECT options ->> 'look' AS look, result_ref AS result, created_at FROM generation
      WHERE user_id = ${userId} AND deleted_at IS NULL
      ORDER BY created_at DESC, id DESC LIMIT ${lookedThrough}
    ) newest
    WHERE look IS NOT NULL AND result IS NOT NULL
    ORDER BY look, created_at DESC`);
  return Object.fromEntries(rows.map(({ look, resultUrl }) => [look, toUrl(resultUrl)]));
}
