import type { Prisma } from "../db/index.ts";
import { endLinksOf } from "../support/links.ts";

type EndWay = (userId: string, tx: Prisma.TransactionClient) => Promise<unknown>;

/**
 * What gives access to an account, or will once a mailed link or a code completes it, by table. Each is ended by every
 * change of the password and by securing the account. Keys, endpoints and devices outlive a new password, because
 * programs should not stop; securing ends them too.
 */
export const waysIn = {
  session: (userId, tx) => tx.session.deleteMany({ where: { userId } }),
  // Reset links, and sign-ins between both steps.
  verification: (userId, tx) => tx.verification.deleteMany({ where: { value: userId } }),
  // The link to confirm a new address. A confirmed change stays: it is the former address's way back.
  email_change: (userId, tx) => tx.emailChange.deleteMany({ where: { userId, confirmedAt: null } }),
  // A second step whose authenticator is not proven yet.
  two_factor: (userId, tx) => tx.twoFactor.deleteMany({ where: { userId, verified: false } }),
  // An operator's request to see the account, and its open view.
  support_link: endLinksOf,
} as const satisfies Record<string, EndWay>;

/** Ends all of them; returns how many sessions there were. */
export async function endWaysIn(userId: string, tx: Prisma.TransactionClient): Promise<number> {
  const sessions = await tx.session.count({ where: { userId } });
  for (const end of Object.values<EndWay>(waysIn)) await end(userId, tx);
  return sessions;
}
