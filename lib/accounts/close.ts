import { billingMode, stripe } from "../billing/stripe.ts";
import { db } from "../db/index.ts";
import { removeAccountPictures } from "../generations/remove.ts";

/**
 * Ends what an account holds outside of its own rows, before these are deleted: its keys stop working, nothing is
 * billed any more, its pictures leave the image host. Throws when the billing could not be ended, for then the
 * account must stay; a picture that the host could not remove is tried again later.
 */
export async function closeAccount(userId: string): Promise<void> {
  await db().apiKey.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: new Date() } });
  await endBilling(userId);
  await removeAccountPictures(userId);
}

async function endBilling(userId: string): Promise<void> {
  if (billingMode() === "off") return;
  const subscription = await db().subscription.findUnique({ where: { userId } });
  if (!subscription?.stripeCustomerId) return;
  const customer = subscription.stripeCustomerId;
  for await (const running of stripe().subscriptions.list({ customer, limit: 100 })) {
    await stripe().subscriptions.cancel(running.id);
  }
}
