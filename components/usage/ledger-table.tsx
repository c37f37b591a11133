import { Download } from "lucide-react";
import type { LedgerLine } from "#lib/credits/ledger.ts";
import { ButtonLink, buttonClass } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { cn } from "../ui/cn.ts";
import { Table, Td, Th } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { seriesLooks } from "./series.ts";

interface LedgerTableProps {
  lines: readonly LedgerLine[];
  /** Address of the page of older entries; null on the last one. */
  olderHref: string | null;
  /** Address of the newest entries; null while they are shown. */
  newestHref: string | null;
}

/** Every movement of credits, as it was written down. */
export function LedgerTable({ lines, olderHref, newestHref }: LedgerTableProps) {
  return (
    <Card id="ledger" className="scroll-mt-20 overflow-hidden">
      <CardHeader
        title="Ledger"
        description="Every movement of credits. Entries are never changed or removed."
        actions={
          <a href="/usage/export" download className={buttonClass({ variant: "secondary", size: "sm" })}>
            <Download aria-hidden /> Export CSV
          </a>
        }
      />
      {lines.length === 0 ? (
        <p className="px-5 py-6 text-muted text-sm">No credits have moved yet.</p>
      ) : (
        <Table label="Ledger" className="mt-3">
          <thead>
            <tr>
              <Th>Time</Th>
              <Th>What</Th>
              <Th className="max-sm:hidden">By</Th>
              <Th className="text-right">Credits</Th>
              <Th className="text-right max-sm:hidden">Balance after</Th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </tbody>
        </Table>
      )}
      {(olderHref || newestHref) && (
        <div className="flex justify-end gap-2 border-line border-t px-5 py-3">
          {newestHref && (
            <ButtonLink href={newestHref} variant="secondary" size="sm" scroll={false}>
              Newest
            </ButtonLink>
          )}
          {olderHref && (
            <ButtonLink href={olderHref} variant="secondary" size="sm" scroll={false}>
              Older
            </ButtonLink>
          )}
        </div>
      )}
    </Card>
  );
}

function Line({ line }: { line: LedgerLine }) {
  const { at, monthlyDelta, topupDelta, monthlyAfter, topupAfter, work } = line;
  const delta = monthlyDelta + topupDelta;
  return (
    <tr>
      <Td className="text-muted max-sm:pr-0 sm:whitespace-nowrap">
        <Time at={at.toISOString()} withTime />
      </Td>
      <Td className="sm:min-w-48">{inWords(line)}</Td>
      <Td className="max-w-48 truncate text-muted max-sm:hidden" title={work?.keyName ?? undefined}>
        {work ? (work.keyName ?? "Dashboard") : "–"}
      </Td>
      <Td className={cn("figures whitespace-nowrap text-right font-medium", delta > 0 && "text-success-ink")}>
        {delta > 0 ? "+" : delta < 0 ? "−" : ""}
        {Math.abs(delta).toLocaleString("en")}
      </Td>
      <Td
        className="figures whitespace-nowrap text-right max-sm:hidden"
        title={`${monthlyAfter.toLocaleString("en")} monthly, ${topupAfter.toLocaleString("en")} topped up`}
      >
        {(monthlyAfter + topupAfter).toLocaleString("en")}
      </Td>
    </tr>
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

function inWords({ kind, note, work }: LedgerLine): string {
  if (work) {
    const style = seriesLooks[work.style as keyof typeof seriesLooks]?.name ?? work.style;
    const piece =
      work.operation === "remove_bg"
        ? "Cut-out"
        : `${style} photo${work.resolution ? `, ${work.resolution}` : ""}`;
    return kind === "refund" ? `Refund: ${piece}` : piece;
  }
  return note ? `${kinds[kind]} (${note})` : kinds[kind];
}
