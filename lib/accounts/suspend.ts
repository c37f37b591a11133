import { db } from "../db/index.ts";

/**
 * Shuts an account until it is resumed: sessions end, nobody signs in, its keys and uploads are refused. Nothing of
 * it is changed or lost. False when it was suspended already.
 */
export async function suspendAccount(userId: string): Promise<boolean> {
  return await db().$transaction(async (tx) => {
    const { count } = await tx.subscription.updateMany({
      where: { userId, suspendedAt: null },
      data: { suspendedAt: new Date() },
    });
    await tx.session.deleteMany({ where: { userId } });
    return count === 1;
  });
}

/** Opens a suspended account again, exactly as it was. False when it was not suspended. */
export async function resumeAccount(userId: string): Promise<boolean> {
  const { count } = await db().subscription.updateMany({
    where: { userId, suspendedAt: { not: null } },
    data: { suspendedAt: null },
  });
  return count === 1;
}
