"use client";

import { useEffect, useSyncExternalStore } from "react";

/** Credits that are left, as the last answer of the service had them. */
export interface Balance {
  monthly: number;
  topup: number;
  total: number;
}

let current: Balance | null = null;
const listeners = new Set<() => void>();
const otherTabs = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("balance");
if (otherTabs) otherTabs.onmessage = (event: MessageEvent<Balance>) => put(event.data);

function put(balance: Balance): void {
  if (current && current.monthly === balance.monthly && current.topup === balance.topup) return;
  current = balance;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes over a balance that an answer of the service brought (`credits_remaining`), in every tab. */
export function setBalance(balance: Balance): void {
  put(balance);
  otherTabs?.postMessage(balance);
}

/** The newest known balance; `initial` is what the server knew when it made the page. */
export function useBalance(initial: Balance): Balance {
  const balance = useSyncExternalStore(
    subscribe,
    () => current ?? initial,
    () => initial,
  );
  return balance;
}

/** Lets a newly rendered page's figures count, and asks again whenever the tab comes to the front. */
export function useFreshBalance(initial: Balance): void {
  const { monthly, topup, total } = initial;
  useEffect(() => put({ monthly, topup, total }), [monthly, topup, total]);
  useEffect(() => {
    const refresh = () => document.visibilityState === "visible" && void refreshBalance();
    document.addEventListener("visibilitychange", refresh);
    return () => document.removeEventListener("visibilitychange", refresh);
  }, []);
}

/** Reads the balance from the service. Does nothing when that fails: the figures known stay. */
export async function refreshBalance(): Promise<void> {
  try {
    const response = await fetch("/api/v1/credits");
    if (!response.ok) return;
    const answer = (await response.json()) as {
      monthly_remaining: number;
      topup_remaining: number;
      total: number;
    };
    setBalance({ monthly: answer.monthly_remaining, topup: answer.topup_remaining, total: answer.total });
  } catch {
    // Offline: the next answer will tell.
  }
}
