import { Download } from "lucide-react";
import { formatCount } from "#lib/billing/money.ts";
import type { LedgerLine } from "#lib/credits/ledger.ts";
import { generationTitle } from "../studio/style-texts.ts";
import { ButtonLink, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { cn } from "../ui/cn.ts";
import { DataTable } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";

interface LedgerTableProps {
  lines: readonly LedgerLine[];
  /** Address of the page of older entries; null on the last one. */
  olderHref: string | null;
  /** Address of the newest entries; null while they are shown. */
  newestHref: string | null;
}

export function LedgerTable({ lines, olderHref, newestHref }: LedgerTableProps) {
  return (
    <Card
      id="ledger"
      className="scroll-mt-20 overflow-hidden"
      title="Ledger"
      description="Every movement of credits. Entries are never changed or removed."
      actions={
        <a href="/usage/export" download className={buttonClass({ variant: "secondary", size: "sm" })}>
          <Download aria-hidden /> Export CSV
        </a>
      }
    >
      {lines.length === 0 ? (
        <p className="px-5 py-6 text-muted text-sm">No credits have moved yet.</p>
      ) : (
        <DataTable
          label="Ledger"
          className="mt-3"
          rows={lines}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Time",
              cellClassName: "text-muted max-sm:pr-0 sm:whitespace-nowrap",
              cell: ({ at }) => <Time at={at} withTime />,
            },
            { title: "What", cellClassName: "sm:min-w-48", cell: describeLine },
            {
              title: "By",
              className: "max-sm:hidden",
              cellClassName: "max-w-48 truncate text-muted",
              cell: ({ work }) =>
                work ? <span title={work.keyName ?? undefined}>{work.keyName ?? "Dashboard"}</span> : "–",
            },
            {
              title: "Credits",
              className: "text-right",
              cellClassName: "figures whitespace-nowrap font-medium",
              cell: ({ monthlyDelta, topupDelta }) => <Delta credits={monthlyDelta + topupDelta} />,
            },
            {
              title: "Balance after",
              className: "text-right max-sm:hidden",
              cellClassName: "figures whitespace-nowrap",
              cell: ({ monthlyAfter, topupAfter }) => (
                <span title={`${formatCount(monthlyAfter)} monthly, ${formatCount(topupAfter)} topped up`}>
                  {formatCount(monthlyAfter + topupAfter)}
                </span>
              ),
            },
          ]}
        />
      )}
      {(olderHref || newestHref) && (
        <div className="flex justify-end gap-2 border-line border-t px-5 py-3">
          <PageLink href={newestHref}>Newest</PageLink>
          <PageLink href={olderHref}>Older</PageLink>
        </div>
      )}
    </Card>
  );
}

function PageLink({ href, children }: { href: string | null; children: string }) {
  if (href === null) return null;
  return (
    <ButtonLink href={href} variant="secondary" size="sm" scroll={false}>
      {children}
    </ButtonLink>
  );
}

function Delta({ credits }: { credits: number }) {
  const sign = credits > 0 ? "+" : credits < 0 ? "−" : "";
  return (
    <span className={cn(credits > 0 && "text-success-ink")}>
      {sign}
      {formatCount(Math.abs(credits))}
    </span>
  );
}

const kinds: Record<LedgerLine["kind"], string> = {
  allowance: "Monthly credits",
  topup: "Top-up",
  charge: "Work",
  refund: "Refund",
  expiry: "Expired",
  reversal: "Taken back",
  adjustment: "Adjustment",
};

function describeLine({ kind, note, work }: LedgerLine): string {
  if (work) {
    const size = work.resolution ? `, ${work.resolution}` : "";
    return `${kind === "refund" ? "Refund: " : ""}${generationTitle(work)}${size}`;
  }
  return note ? `${kinds[kind]} (${note})` : kinds[kind];
}
