import type { QueuedMail } from "../mail/queue.ts";
import { env } from "../platform/env.ts";
import { formatCount, formatDollars } from "./money.ts";

const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
const billingPage = () => `${env().BASE_URL}/billing`;

export function topUpReceiptMail(
  userId: string,
  topUp: { sessionId: string; credits: number; amountCents: number },
): QueuedMail {
  const credits = formatCount(topUp.credits);
  return {
    reference: `receipt:${topUp.sessionId}`,
    userId,
    subject: `Receipt: ${credits} credits`,
    text: `Thank you. ${credits} credits were added to your account for ${formatDollars(topUp.amountCents)}.
They never expire and are used after your monthly credits.

Payment: ${topUp.sessionId}
Your balance and receipts: ${billingPage()}
`,
  };
}

export function topUpFailedMail(userId: string, sessionId: string): QueuedMail {
  return {
    reference: `payment-failed:${sessionId}`,
    userId,
    subject: "Your payment did not go through",
    text: `Your bank did not complete the payment for your top-up, so no credits were added.

Try again with another payment method: ${billingPage()}
`,
  };
}

export function paymentFailedMail(userId: string, invoice: { id: string; amountCents: number }): QueuedMail {
  return {
    reference: `payment-failed:${invoice.id}`,
    userId,
    subject: "Your subscription payment failed",
    text: `The payment of ${formatDollars(invoice.amountCents)} for your subscription failed. Your credits are kept, but new photos
wait until the payment succeeds.

Update your card: ${billingPage()}
`,
  };
}

export function trialEndingMail(userId: string, reference: string, endsAt: number): QueuedMail {
  return {
    reference: `trial-ending:${reference}`,
    userId,
    subject: "Your trial ends soon",
    text: `Your trial ends on ${day(endsAt)}. Choose a plan to keep making photos: ${billingPage()}
`,
  };
}
