import { ExternalLink } from "lucide-react";
import { formatMoney } from "#lib/billing/money.ts";
import { listReceipts, type Receipt } from "#lib/billing/payment-receipts.ts";
import { log } from "#lib/log.ts";
import { Badge } from "../ui/badge.tsx";
import { Callout } from "../ui/callout.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Table, Td, Th } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";

/** What was paid, as the payment provider has it. */
export async function Receipts({ userId }: { userId: string }) {
  const receipts = await read(userId);
  if (!receipts) {
    return (
      <Callout tone="warn" className="m-5">
        The payment provider does not answer at the moment. Your receipts are there when it does.
      </Callout>
    );
  }
  if (receipts.length === 0) return <p className="px-5 py-6 text-muted text-sm">Nothing paid yet.</p>;
  return (
    <Table label="Receipts" className="mt-3">
      <thead>
        <tr>
          <Th>Date</Th>
          <Th>What for</Th>
          <Th className="text-right">Amount</Th>
          <Th>State</Th>
          <Th>
            <span className="sr-only">Receipt</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {receipts.map((receipt) => (
          <tr key={receipt.id}>
            <Td className="whitespace-nowrap">
              <Time at={receipt.at.toISOString()} />
            </Td>
            <Td className="min-w-44">{receipt.description}</Td>
            <Td className="figures whitespace-nowrap text-right">
              {formatMoney(receipt.amountCents, receipt.currency)}
            </Td>
            <Td>
              <State receipt={receipt} />
            </Td>
            <Td className="text-right">
              {receipt.url && (
                <a
                  href={receipt.url}
                  target="_blank"
                  rel="noreferrer"
                  className="inline-flex items-center gap-1.5 rounded-sm text-accent-ink underline underline-offset-3"
                >
                  Receipt <ExternalLink aria-hidden className="size-3.5" />
                </a>
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function State({ receipt: { status, refundedCents, amountCents } }: { receipt: Receipt }) {
  if (refundedCents > 0) return <Badge>{refundedCents < amountCents ? "Partly refunded" : "Refunded"}</Badge>;
  if (status === "paid") return <Badge tone="success">Paid</Badge>;
  return status === "pending" ? <Badge tone="warn">Under way</Badge> : <Badge tone="danger">Failed</Badge>;
}

async function read(userId: string): Promise<Receipt[] | null> {
  try {
    return await listReceipts(userId);
  } catch (error) {
    log.warn({ err: error }, "receipts could not be read");
    return null;
  }
}

export function ReceiptsSkeleton() {
  return (
    <div className="space-y-3 p-5">
      <Skeleton className="h-8" />
      <Skeleton className="h-8" />
    </div>
  );
}
