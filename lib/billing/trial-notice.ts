import { isCardFreeTrial } from "../accounts/state.ts";
import { db, sql } from "../db/index.ts";
import { queueMail } from "../mail/queue.ts";
import { trialEndingMail } from "./mails.ts";

const noticeMs = 2 * 24 * 60 * 60 * 1000;

/** Queues a mail, once, for each card-free trial that ends within two days. Returns how many trials those are. */
export async function noticeEndingTrials(now = new Date()): Promise<number> {
  const ending = await db().$queryRaw<{ userId: string; trialEndsAt: Date }[]>(sql`
    SELECT s.user_id AS "userId", s.trial_ends_at AS "trialEndsAt" FROM subscription s
    WHERE ${isCardFreeTrial}
      AND s.trial_ends_at > ${now} AND s.trial_ends_at < ${new Date(now.getTime() + noticeMs)}`);
  for (const { userId, trialEndsAt } of ending) {
    await queueMail(trialEndingMail(userId, userId, trialEndsAt.getTime() / 1000));
  }
  return ending.length;
}
