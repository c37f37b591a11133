import { createOTP } from "@better-auth/utils/otp";
import { recordAudit } from "../audit/record.ts";
import { db, type Prisma } from "../db/index.ts";
import { queueSecondStepMail } from "../mail/security.ts";
import { libraryEncryption, openWith, sealStateOf } from "./sealed-columns.ts";

/** As in the auth library: 6 digits, and the codes of one step before and after the present one are accepted. */
const stepMs = 30_000;
const window = 1;

/** Whether this user's sign-in by password also requires a code. */
export async function hasSecondStep(userId: string): Promise<boolean> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { twoFactorEnabled: true } });
  return user?.twoFactorEnabled ?? false;
}

/**
 * Accepts each authenticator code once (RFC 6238, section 5.2): false for a right code whose time step, or a later one,
 * was accepted before. True for a wrong code, which the auth library refuses.
 */
export async function claimCode(userId: string, code: string): Promise<boolean> {
  const row = await db().twoFactor.findUnique({ where: { userId } });
  const secret = row && (await openWith(libraryEncryption, row.secret));
  if (!secret) return true;
  const present = Math.floor(Date.now() / stepMs);
  for (let step = present - window; step <= present + window; step += 1) {
    if ((await createOTP(secret).hotp(step)) !== code) continue;
    // A step beyond the window comes from a clock that was ahead.
    const isUnused = [{ lastStep: null }, { lastStep: { lt: step } }, { lastStep: { gt: present + window } }];
    const { count } = await db().twoFactor.updateMany({
      where: { id: row.id, OR: isUnused },
      data: { lastStep: step },
    });
    return count === 1;
  }
  return true;
}

/**
 * Removes the second step, by the operator, for a user who lost phone and recovery codes. False if there was none.
 */
export async function removeSecondStep(userId: string): Promise<boolean> {
  return await db().$transaction(async (tx) => {
    await tx.twoFactor.deleteMany({ where: { userId } });
    const { count } = await tx.user.updateMany({
      where: { id: userId, twoFactorEnabled: true },
      data: { twoFactorEnabled: false },
    });
    if (count === 1) {
      await queueSecondStepMail(userId, false, tx);
      await recordAudit({ accountId: userId, action: "two_factor.disabled" }, tx);
    }
    return count === 1;
  });
}

/** Encrypts a second step again with the current secret if a former one was used. Throws if no secret decrypts it. */
export async function resealSecondStep(id: string, client: Prisma.TransactionClient): Promise<void> {
  const row = await client.twoFactor.findUnique({ where: { id } });
  if (!row) return;
  for (const field of ["secret", "backupCodes"] as const) {
    const state = await sealStateOf(libraryEncryption, row[field]);
    if (state.under === "unreadable") {
      throw new Error(
        `the second step of ${row.userId} was encrypted under another secret: set AUTH_SECRET_PREVIOUS to the ` +
          "AUTH_SECRET before the change, or run npm run admin -- account drop-second-step",
      );
    }
    if (state.under === "current") continue;
    const where = { id, [field]: row[field] };
    await client.twoFactor.updateMany({ where, data: { [field]: state.resealed } });
  }
}
