import { formatAmount } from "../contract/billing/money.ts";
import type { Language } from "../language/translate.ts";
import type { MailBlock, MailWriter } from "../mail/content.ts";
import type { QueuedMail } from "../mail/queue.ts";
import type { IssuedReceipt } from "./issue.ts";
import { buyerLines, formatDate, hasTax, receiptRows, sellerLines } from "./receipt-words.ts";

const billingPage = "/billing";

/** The receipt of a payment for a plan or a top-up. */
export function receiptMail(
  userId: string,
  {
    reference,
    topUpCredits: credits,
    receipt,
  }: { reference: string; topUpCredits: number | null; receipt: IssuedReceipt },
): QueuedMail {
  const write: MailWriter = (language) => {
    const { t } = language;
    return {
      subject:
        credits === null ? t("Receipt for your plan") : t("Receipt: {credits, number} credits", { credits }),
      blocks: [
        {
          text:
            credits === null
              ? t("Thank you for your payment.")
              : t(
                  "Thank you. {credits, number} credits were added to your account. They never expire and are used after your monthly credits.",
                  { credits },
                ),
        },
        ...receiptBlocks(receipt, language),
      ],
    };
  };
  return { reference: `receipt:${reference}`, userId, write };
}

function receiptBlocks(receipt: IssuedReceipt, language: Language): MailBlock[] {
  const { t } = language;
  const { seller, buyer } = receipt;
  return [
    { facts: receiptRows(receipt, language), sum: true },
    {
      facts: [
        [t("Paid on"), formatDate(receipt.paidAt, language)],
        [t("Number"), receipt.number],
        [t("Seller"), sellerLines(seller, language).join("\n")],
        ...(buyer ? [[t("Customer"), buyerLines(buyer, language).join("\n")] as const] : []),
      ],
    },
    ...(hasTax(receipt) || !seller.taxNote ? [] : [{ note: seller.taxNote }]),
    { link: t("Your balance and receipts"), path: billingPage },
  ];
}

export function topUpFailedMail(userId: string, sessionId: string): QueuedMail {
  const write: MailWriter = ({ t }) => ({
    subject: t("Your payment did not go through"),
    blocks: [
      { text: t("Your bank did not complete the payment for your top-up, so no credits were added.") },
      { link: t("Try again with another payment method"), path: billingPage },
    ],
  });
  return { reference: `payment-failed:${sessionId}`, userId, write };
}

export function paymentFailedMail(userId: string, invoice: { id: string; amountCents: number }): QueuedMail {
  const write: MailWriter = ({ t, locale }) => ({
    subject: t("Your subscription payment failed"),
    blocks: [
      {
        text: t(
          "The payment of {amount} for your subscription failed. Your credits are kept, but new photos wait until the payment succeeds.",
          { amount: formatAmount(invoice.amountCents, { locale }) },
        ),
      },
      { link: t("Pay or update your card"), path: billingPage },
    ],
  });
  return { reference: `payment-failed:${invoice.id}`, userId, write };
}

export function trialEndingMail(userId: string, reference: string, endsAt: number): QueuedMail {
  const write: MailWriter = ({ t, day }) => ({
    subject: t("Your trial ends soon"),
    blocks: [
      {
        text: t("Your trial ends on {date}. Choose a plan to keep making photos.", {
          date: day(new Date(endsAt * 1000)),
        }),
      },
      { link: t("Choose a plan"), path: billingPage },
    ],
  });
  return { reference: `trial-ending:${reference}`, userId, write };
}
