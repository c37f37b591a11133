import { db } from "../db/index.ts";
import { queueMail } from "../mail/queue.ts";
import { trialEndingMail } from "./mails.ts";

const noticeMs = 2 * 24 * 60 * 60 * 1000;

/** Queues a mail, once, for each card-free trial that ends within two days. Returns how many trials those are. */
export async function noticeEndingTrials(now = new Date()): Promise<number> {
  const ending = await db().subscription.findMany({
    where: {
      status: "trialing",
      stripeSubscriptionId: null,
      trialEndsAt: { gt: now, lt: new Date(now.getTime() + noticeMs) },
    },
    select: { userId: true, trialEndsAt: true },
  });
  for (const { userId, trialEndsAt } of ending) {
    if (trialEndsAt) await queueMail(trialEndingMail(userId, userId, trialEndsAt.getTime() / 1000));
  }
  return ending.length;
}
