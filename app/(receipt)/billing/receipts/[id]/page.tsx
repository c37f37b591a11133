import { ArrowLeft } from "lucide-react";
import { notFound, redirect } from "next/navigation";
import { PrintButton } from "#components/billing/print-button.tsx";
import { getLanguage, titled } from "#components/language/server.ts";
import { LogoMark } from "#components/shell/brand.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { requireUser } from "#lib/auth/page.ts";
import { isTestNumber } from "#lib/billing/issue.ts";
import { findReceipt } from "#lib/billing/payment-receipts.ts";
import { buyerLines, formatDate, hasTax, receiptRows, sellerLines } from "#lib/billing/receipt-words.ts";
import { formatAmount } from "#lib/contract/billing/money.ts";
import type { PageOf } from "#lib/platform/search.ts";

export const generateMetadata = titled((t) => t("Receipt"), { robots: { index: false } });

/** One payment with its items, for printing: without the dashboard's frame. Stripe's invoice, where one exists. */
export default async function ReceiptPage({ params }: PageOf<never, "id">) {
  const { id } = await params;
  const user = await requireUser(`/billing/receipts/${encodeURIComponent(id)}`);
  const found = await findReceipt(user.id, id);
  if (!found) notFound();
  const language = await getLanguage();
  const { t, locale } = language;
  const { receipt, refundedCents, cardLast4, invoiceUrl } = found;
  if (invoiceUrl) redirect(invoiceUrl);
  const { seller, buyer } = receipt;
  const rows = receiptRows(receipt, language);
  const total = rows.at(-1);
  const creditOf = "creditOf" in receipt ? receipt.creditOf : null;
  const title = creditOf === null ? t("Receipt") : t("Credit note");
  const facts = [
    [creditOf === null ? t("Paid on") : t("Refunded on"), formatDate(receipt.paidAt, language)],
    [t("Number"), receipt.number],
    ...(creditOf === null ? [] : [[t("For receipt"), creditOf]]),
    ...(cardLast4 ? [[t("Card"), `•••• ${cardLast4}`]] : []),
  ];
  return (
    <div className="mx-auto min-h-dvh max-w-3xl px-4 py-6 sm:px-8 print:max-w-none print:p-0">
      <nav aria-label={title} className="mb-5 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <ButtonLink href="/billing" variant="ghost" className="-ml-3">
          <ArrowLeft aria-hidden /> {t("Billing")}
        </ButtonLink>
        <PrintButton label={t("Print or save as PDF")} />
      </nav>
      <main className="rounded-xl border border-line bg-surface p-6 shadow-card sm:p-10 print:border-0 print:p-0 print:shadow-none">
        <header className="flex flex-wrap items-start justify-between gap-6">
          <div>
            <h1 className="font-semibold text-2xl tracking-tight">{title}</h1>
            <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 text-sm">
              {facts.map(([fact, value]) => (
                <div key={fact} className="contents">
                  <dt className="text-muted">{fact}</dt>
                  <dd className="figures break-all">{value}</dd>
                </div>
              ))}
            </dl>
          </div>
          <LogoMark />
        </header>
        <div className="mt-8 grid gap-6 text-sm sm:grid-cols-2">
          <Party title={t("Seller")} lines={sellerLines(seller, language)} />
          {buyer && <Party title={t("Customer")} lines={buyerLines(buyer, language)} />}
        </div>
        <table className="mt-8 w-full border-collapse text-left text-sm">
          <thead>
            <tr className="border-line border-b text-faint text-xs">
              <th scope="col" className="py-2 pr-4 font-medium">
                {t("What for")}
              </th>
              <th scope="col" className="py-2 text-right font-medium">
                {t("Amount")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, -1).map(([what, amount]) => (
              <tr key={`${what} ${amount}`} className="border-line border-b align-top">
                <td className="py-3 pr-4">{what}</td>
                <td className="figures whitespace-nowrap py-3 text-right">{amount}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold">
              <th scope="row" className="py-3 pr-4">
                {total?.[0]}
              </th>
              <td className="figures whitespace-nowrap py-3 text-right">{total?.[1]}</td>
            </tr>
            {refundedCents > 0 && (
              <tr className="text-muted">
                <th scope="row" className="pr-4 pb-3 font-normal">
                  {t("Refunded since")}
                </th>
                <td className="figures whitespace-nowrap pb-3 text-right">
                  {formatAmount(-refundedCents, { currency: receipt.currency, locale })}
                </td>
              </tr>
            )}
          </tfoot>
        </table>
        {seller.taxNote && !hasTax(receipt) && <p className="mt-6 text-sm">{seller.taxNote}</p>}
        {isTestNumber(receipt.number) && (
          <p className="mt-6 text-muted text-sm">{t("A test payment: no real money moved.")}</p>
        )}
      </main>
    </div>
  );
}

function Party({ title, lines }: { title: string; lines: string[] }) {
  return (
    <section>
      <h2 className="mb-1 text-faint text-xs">{title}</h2>
      {lines.map((line) => (
        <p key={line} className="break-words">
          {line}
        </p>
      ))}
    </section>
  );
}
