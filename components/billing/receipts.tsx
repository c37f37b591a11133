import { listReceipts, type Receipt } from "#lib/billing/payment-receipts.ts";
import { summarize } from "#lib/billing/receipt-words.ts";
import { formatMoney } from "#lib/contract/billing/money.ts";
import type { Language } from "#lib/language/translate.ts";
import { log } from "#lib/platform/log.ts";
import { getLanguage } from "../language/server.ts";
import { Badge } from "../ui/badge.tsx";
import { TextLink } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Skeleton } from "../ui/progress.tsx";
import { DataTable } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { describePayment } from "./texts.ts";

export async function Receipts({ userId }: { userId: string }) {
  const language = await getLanguage();
  const { t, locale } = language;
  const receipts = await listReceipts(userId).catch((error: unknown) => {
    log.warn({ err: error }, "receipts could not be read");
    return null;
  });
  if (!receipts) {
    return (
      <Callout tone="warn" className="m-5">
        {t("The payment provider does not answer at the moment. Your receipts appear when it does.")}
      </Callout>
    );
  }
  if (receipts.length === 0) return <p className="px-5 py-6 text-muted text-sm">{t("Nothing paid yet.")}</p>;
  return (
    <DataTable
      label={t("Receipts")}
      className="mt-3"
      rows={receipts}
      keyOf={({ id }) => id}
      columns={[
        { title: t("Date"), cellClassName: "whitespace-nowrap", cell: ({ at }) => <Time at={at} /> },
        {
          title: t("What for"),
          cellClassName: "sm:min-w-44",
          cell: (receipt) => (
            <>
              {receipt.issued ? summarize(receipt.issued, language) : describePayment(receipt.description, t)}
              {(receipt.status !== "paid" || receipt.refundedCents > 0) && (
                <span className="mt-1 block sm:hidden">
                  <State receipt={receipt} language={language} />
                </span>
              )}
            </>
          ),
        },
        {
          title: t("Number"),
          className: "max-sm:hidden",
          cellClassName: "figures whitespace-nowrap",
          cell: ({ issued }) => issued?.number,
        },
        {
          title: t("Amount"),
          className: "text-right",
          cellClassName: "figures whitespace-nowrap",
          cell: ({ amountCents, currency }) => formatMoney(amountCents, { currency, locale }),
        },
        {
          title: t("State"),
          className: "max-sm:hidden",
          cell: (receipt) => <State receipt={receipt} language={language} />,
        },
        {
          title: <span className="sr-only">{t("Receipt")}</span>,
          cellClassName: "text-right whitespace-nowrap",
          cell: ({ id, status, creditNotes }) =>
            status === "paid" && (
              <span className="flex flex-col items-end gap-1">
                <TextLink href={`/billing/receipts/${id}`} prefetch={false}>
                  {t("Receipt")}
                </TextLink>
                {creditNotes.map(({ number }) => (
                  <TextLink key={number} href={`/billing/receipts/${number}`} prefetch={false}>
                    {t("Credit note {number}", { number })}
                  </TextLink>
                ))}
              </span>
            ),
        },
      ]}
    />
  );
}

interface StateProps {
  receipt: Receipt;
  language: Language;
}

function State({ receipt: { status, refundedCents, amountCents }, language: { t } }: StateProps) {
  if (refundedCents > 0) {
    return <Badge>{refundedCents < amountCents ? t("Partly refunded") : t("Refunded")}</Badge>;
  }
  if (status === "paid") return <Badge tone="success">{t("Paid")}</Badge>;
  return status === "pending" ? (
    <Badge tone="warn">{t("Under way")}</Badge>
  ) : (
    <Badge tone="danger">{t("Failed")}</Badge>
  );
}

export function ReceiptsSkeleton() {
  return (
    <div className="space-y-3 p-5">
      <Skeleton className="h-8" />
      <Skeleton className="h-8" />
    </div>
  );
}
