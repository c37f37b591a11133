import { db } from "../db/index.ts";
import { queueSecondStepMail } from "../mail/security.ts";

/** Whether signing in by password asks this user for a code too. */
export async function hasSecondStep(userId: string): Promise<boolean> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { twoFactorEnabled: true } });
  return user?.twoFactorEnabled ?? false;
}

/**
 * Turns the second step off by the operator's word, for somebody who lost phone and recovery codes. False when it was
 * off already.
 */
export async function removeSecondStep(userId: string): Promise<boolean> {
  return await db().$transaction(async (tx) => {
    await tx.twoFactor.deleteMany({ where: { userId } });
    const { count } = await tx.user.updateMany({
      where: { id: userId, twoFactorEnabled: true },
      data: { twoFactorEnabled: false },
    });
    if (count === 1) await queueSecondStepMail(userId, false, tx);
    return count === 1;
  });
}
