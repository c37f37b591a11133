import { createHash } from "node:crypto";
import { type RecognizedCaller, requireNotSecuredSince } from "../accounts/state.ts";
import { db, type Prisma } from "../db/index.ts";
import { env } from "../platform/env.ts";
import { invalidParam } from "../platform/errors.ts";
import { accountsOf, randomBase62 } from "../platform/ids.ts";
import { because } from "../platform/reasons.ts";
import { copyBackground } from "./background.ts";
import { createLook, noLook, requireLook } from "./looks.ts";
import { readSettings } from "./settings.ts";

/** 143 bits, so it cannot be guessed. */
const tokenLength = 24;
const tokenPattern = /^[0-9A-Za-z]{24}$/;

type By = RecognizedCaller;

/** Creates the link with which others see and copy a look. Only its hash is stored: an earlier link ends. */
export async function shareLook({ id }: { id: string }, by: By) {
  const token = randomBase62(tokenLength);
  await db().$transaction(async (tx) => {
    await requireNotSecuredSince(by, tx);
    const where = { id, userId: by.userId };
    const { count } = await tx.look.updateMany({ where, data: { shareHash: hashOf(token) } });
    if (count === 0) throw noLook();
  });
  return { shareUrl: `${env().BASE_URL}/looks/shared/${token}` };
}

export async function unshareLook({ id }: { id: string }, by: By) {
  await db().look.updateMany({ where: { id, userId: by.userId }, data: { shareHash: null } });
  return await requireLook({ id }, by);
}

/** Ends the links of all looks of a user. Returns their number. */
export async function unshareAllLooks(userId: string, tx: Prisma.TransactionClient): Promise<number> {
  const { count } = await tx.look.updateMany({
    where: { userId: { in: accountsOf(userId) }, shareHash: { not: null } },
    data: { shareHash: null },
  });
  return count;
}

/** The public view of a shared look; null if it is no longer shared. */
export async function findSharedLook(token: string) {
  if (!tokenPattern.test(token)) return null;
  const row = await db().look.findUnique({
    where: { shareHash: hashOf(token) },
    select: { name: true, settings: true, userId: true },
  });
  return row && { name: row.name, settings: readSettings(row.settings), ownerId: row.userId };
}

/** Copies a shared look to the caller's account, independent of the original. */
export async function copyLook({ token }: { token: string }, by: By) {
  const shared = await findSharedLook(token);
  if (!shared) throw invalidParam("token", because("look_not_shared"));
  const { background, ...settings } = shared.settings;
  const imageUrl = background?.imageUrl;
  if (imageUrl === undefined) {
    const copy = { name: shared.name, settings: shared.settings };
    return { ...(await createLook(copy, by)), leftOut: [] };
  }
  const own = await copyBackground(imageUrl, by);
  const kept = own === null ? {} : { background: { ...background, imageUrl: own } };
  const look = await createLook({ name: shared.name, settings: { ...settings, ...kept } }, by);
  return { ...look, leftOut: own === null ? (["background"] as const).slice() : [] };
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
