import { recordAudit } from "../audit/record.ts";
import { adjustCredits } from "../credits/adjust.ts";
import type { MoveResult } from "../credits/move.ts";
import { db } from "../db/index.ts";
import { NotRetryable, retryFailedJob } from "../generations/inspect/failed-jobs.ts";
import { resendMail } from "../mail/queue.ts";
import { refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { redeliverWithin } from "../webhooks/deliveries.ts";

/** Limit of credits per action, against typing errors. */
const mostCredits = 1_000_000;

interface CreditChange {
  userId: string;
  bucket: "monthly" | "topup";
  /** Credits to grant, or to take if negative, down to zero. */
  credits: number;
  note: string;
  /** Idempotency reference of the form: submitted twice, it moves credits once. */
  reference?: string;
}

/** Null if this form was submitted before. */
export async function changeCredits(change: CreditChange): Promise<MoveResult | null> {
  const { userId, bucket, credits, note, reference } = change;
  const isCount = Number.isSafeInteger(credits) && credits !== 0 && Math.abs(credits) <= mostCredits;
  if (!isCount) throw refusal(because("no_credits_named"));
  return await adjustCredits({ userId, note, [bucket]: credits, ...(reference && { reference }) });
}

/** Charges failed work again and queues it as new work; returns the new id. */
export async function retryWork(id: string): Promise<string> {
  try {
    return await retryFailedJob(id);
  } catch (error) {
    throw error instanceof NotRetryable ? refusal(because("work_not_retryable")) : error;
  }
}

/** Sends a mail again, to the account's current address. Throws ApiError invalid_params if there is no such mail. */
export async function resendMailById(id: string): Promise<void> {
  await db().$transaction(async (tx) => {
    const sent = await resendMail(id, tx);
    if (!sent) throw refusal(because("mail_not_found"));
    const { userId, subject } = sent;
    const object = { type: "mail", id } as const;
    await recordAudit({ accountId: userId, action: "mail.resent", object, after: { subject } }, tx);
  });
}

/** Sends an event to its endpoint again. Throws ApiError not_found, endpoint_paused. */
export async function resendDelivery(id: string): Promise<void> {
  const delivery = await db().webhookDelivery.findUnique({ where: { id }, select: { userId: true } });
  if (!delivery) throw refusal(because("webhook_delivery_not_found"));
  const { userId } = delivery;
  await db().$transaction(async (tx) => {
    await redeliverWithin(id, { userId }, tx);
    const object = { type: "webhook_delivery", id } as const;
    await recordAudit({ accountId: userId, action: "webhook_delivery.resent", object }, tx);
  });
}
