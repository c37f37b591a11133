"use client";

import { Coins } from "lucide-react";
import Link from "next/link";
import { useEffect } from "react";
import useSWR, { mutate } from "swr";
import { formatCount } from "#lib/contract/billing/money.ts";
import { callApi } from "#lib/contract/client.ts";
import { useLanguage } from "../language/language.tsx";
import { cn } from "../ui/cn.ts";

export interface Balance {
  monthly: number;
  topup: number;
  total: number;
}

const cacheKey = "balance";
/** A balance below this is highlighted in the header. */
const fewCredits = 10;

const otherTabs = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(cacheKey);
if (otherTabs) otherTabs.onmessage = (event: MessageEvent<Balance>) => put(event.data);

function put(balance: Balance): void {
  void mutate(cacheKey, balance, { revalidate: false });
}

async function readBalance(): Promise<Balance> {
  const { monthly_remaining: monthly, topup_remaining: topup, total } = await callApi("GET /api/v1/credits");
  const balance = { monthly, topup, total };
  otherTabs?.postMessage(balance);
  return balance;
}

/** Reloads the balance. If that fails, the current one stays. */
export async function refreshBalance(): Promise<void> {
  await mutate(cacheKey, readBalance(), { revalidate: false }).catch(() => undefined);
}

/** The current balance, reloaded when the tab becomes visible; `initial` is from the server. */
export function useBalance(initial: Balance): Balance {
  const { data } = useSWR(cacheKey, readBalance, {
    fallbackData: initial,
    focusThrottleInterval: 1_000,
    revalidateIfStale: false,
    revalidateOnMount: false,
    shouldRetryOnError: false,
  });
  return data;
}

export function BalanceChip({ initial }: { initial: Balance }) {
  const { t, locale } = useLanguage();
  // A page rendered later has newer figures.
  useEffect(
    () => put({ monthly: initial.monthly, topup: initial.topup, total: initial.total }),
    [initial.monthly, initial.topup, initial.total],
  );
  const { total, monthly, topup } = useBalance(initial);
  return (
    <Link
      href="/billing"
      title={t("{monthly, number} of this period, {topup, number} topped up", { monthly, topup })}
      className={cn(
        "inline-flex h-8 touch:h-11 items-center gap-1.5 rounded-full border border-line px-3 font-medium text-sm transition-colors hover:bg-sunken",
        total < fewCredits ? "bg-warn-soft text-warn-ink" : "bg-surface",
      )}
    >
      <Coins aria-hidden className={cn("size-4", total >= fewCredits && "text-accent-ink")} />
      <span className="figures" aria-live="polite" data-testid="balance">
        {formatCount(total, locale)}
        <span className="font-normal text-muted">
          {" "}
          {t("{count, plural, one {credit} other {credits}}", { count: total })}
        </span>
      </span>
    </Link>
  );
}
