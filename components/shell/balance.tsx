"use client";

import { Coins } from "lucide-react";
import Link from "next/link";
import { cn } from "../ui/cn.ts";
import { type Balance, useBalance, useFreshBalance } from "./balance-store.ts";

/** The credits left, in the header; leads to billing. */
export function BalanceChip({ initial }: { initial: Balance }) {
  useFreshBalance(initial);
  const { total, monthly, topup } = useBalance(initial);
  return (
    <Link
      href="/billing"
      title={`${monthly.toLocaleString("en")} of this period, ${topup.toLocaleString("en")} topped up`}
      className={cn(
        "inline-flex h-8 items-center gap-1.5 rounded-full border border-line px-3 font-medium text-sm transition-colors hover:bg-sunken",
        total < 10 ? "bg-warn-soft text-warn-ink" : "bg-surface",
      )}
    >
      <Coins aria-hidden className={cn("size-4", total >= 10 && "text-accent-ink")} />
      <span className="figures" aria-live="polite" data-testid="balance">
        {total.toLocaleString("en")}
        <span className="font-normal text-muted"> {total === 1 ? "credit" : "credits"}</span>
      </span>
    </Link>
  );
}
