"use client";

import { useEffect, useRef } from "react";
import useSWR, { mutate } from "swr";
import { refreshBalance } from "../shell/balance.tsx";
import { useLive } from "./live.ts";
import { isOpen, moneyOf, type Order, type OrderPage } from "./model.ts";

/** Where the studio reads its orders; their name in the cache of the page. */
export const recentOrdersPath = "/orders/recent";
const none: readonly Order[] = [];

async function readOrders(address: string): Promise<OrderPage> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the service answered ${response.status}`);
  return response.json();
}

/** Reads the orders of the studio anew. Does nothing when that fails: what is known stays. */
export async function refreshOrders(): Promise<void> {
  await mutate(recentOrdersPath).catch(() => undefined);
}

/** Forgets the orders that this page knows: they are another user's. */
export function forgetOrders(): void {
  void mutate(recentOrdersPath, undefined, { revalidate: false });
}

/** The studio's orders that are open or new, as this page knows them. */
export function useRecentOrders(): readonly Order[] {
  const { data } = useSWR(recentOrdersPath, readOrders, {
    focusThrottleInterval: 1_000,
    revalidateIfStale: false,
    shouldRetryOnError: false,
  });
  return data?.data ?? none;
}

/** Keeps the orders and the balance of this page up to date; for one component of it. */
export function useRecentOrdersKept(): void {
  const orders = useRecentOrders();
  // What an earlier visit to the page knew may have changed since.
  useEffect(() => void refreshOrders(), []);
  useLive(orders.some(isOpen), refreshOrders);
  const money = moneyOf(orders);
  const known = useRef(money);
  useEffect(() => {
    if (known.current === money) return;
    known.current = money;
    void refreshBalance();
  }, [money]);
}
