import { billingMode, stripe } from "../billing/stripe.ts";
import { db } from "../db/index.ts";
import { imageHost } from "../images/index.ts";
import { log } from "../log.ts";

const destroysAtOnce = 8;

/**
 * Ends what an account holds outside of its own rows, before these are deleted: its keys stop working, nothing is
 * billed any more, its pictures leave the image host. Throws when the billing could not be ended, for then the
 * account must stay; a picture that could not be removed only leaves a line in the log.
 */
export async function closeAccount(userId: string): Promise<void> {
  await db().apiKey.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: new Date() } });
  await endBilling(userId);
  await removePictures(userId);
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

async function removePictures(userId: string): Promise<void> {
  const host = imageHost();
  const rows = await db().generation.findMany({
    where: { userId },
    select: { imageUrl: true, resultPublicId: true },
  });
  const inputs = rows.flatMap(({ imageUrl }) => host.parse(imageUrl)?.publicId ?? []);
  const results = rows.flatMap(({ resultPublicId }) => resultPublicId ?? []);
  // Only what lies in the user's own folders: anyone may have used another's public picture as input.
  const own = [...new Set([...inputs, ...results])].filter((id) => id.split("/")[1] === userId);
  while (own.length > 0) {
    await Promise.all(
      own.splice(0, destroysAtOnce).map(async (publicId) => {
        try {
          await host.destroy(publicId);
        } catch (error) {
          log.warn({ publicId, err: error }, "a picture of a closed account could not be removed");
        }
      }),
    );
  }
}
