import { db } from "../../db/index.ts";
import { totpOf } from "../totp.ts";

/** The code for another sign-in: as if the codes used before were over, which takes at most 90 seconds. */
export async function laterCodeOf(secret: string): Promise<string> {
  await db().twoFactor.updateMany({ data: { lastStep: null } });
  return totpOf(secret);
}
