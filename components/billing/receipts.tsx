import { formatMoney } from "#lib/billing/money.ts";
import { listReceipts, type Receipt } from "#lib/billing/payment-receipts.ts";
import { log } from "#lib/platform/log.ts";
import { Badge } from "../ui/badge.tsx";
import { ExternalLink } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { Skeleton } from "../ui/progress.tsx";
import { DataTable } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";

/** What was paid, as the payment provider has it. */
export async function Receipts({ userId }: { userId: string }) {
  const receipts = await listReceipts(userId).catch((error: unknown) => {
    log.warn({ err: error }, "receipts could not be read");
    return null;
  });
  if (!receipts) {
    return (
      <Callout tone="warn" className="m-5">
        The payment provider does not answer at the moment. Your receipts are there when it does.
      </Callout>
    );
  }
  if (receipts.length === 0) return <p className="px-5 py-6 text-muted text-sm">Nothing paid yet.</p>;
  return (
    <DataTable
      label="Receipts"
      className="mt-3"
      rows={receipts}
      keyOf={({ id }) => id}
      columns={[
        { title: "Date", cellClassName: "whitespace-nowrap", cell: ({ at }) => <Time at={at} /> },
        { title: "What for", cellClassName: "min-w-44", cell: ({ description }) => description },
        {
          title: "Amount",
          className: "text-right",
          cellClassName: "figures whitespace-nowrap",
          cell: ({ amountCents, currency }) => formatMoney(amountCents, { currency }),
        },
        { title: "State", cell: (receipt) => <State receipt={receipt} /> },
        {
      ]}
    />
  );
}

function State({ receipt: { status, refundedCents, amountCents } }: { receipt: Receipt }) {
  if (refundedCents > 0) return <Badge>{refundedCents < amountCents ? "Partly refunded" : "Refunded"}</Badge>;
  if (status === "paid") return <Badge tone="success">Paid</Badge>;
  return status === "pending" ? <Badge tone="warn">Under way</Badge> : <Badge tone="danger">Failed</Badge>;
}

export function ReceiptsSkeleton() {
  return (
    <div className="space-y-3 p-5">
      <Skeleton className="h-8" />
      <Skeleton className="h-8" />
    </div>
  );
}
