"use client";

import { useEffect, useRef } from "react";
import useSWR, { mutate } from "swr";
import { useLive } from "../photos/live.ts";
import { isOpen } from "../photos/model.ts";
import { refreshBalance } from "../shell/balance.tsx";
import { moneyOf, type Order, type OrderPage } from "./model.ts";

/** The route of the studio's orders; also their SWR key. */
export const recentOrdersPath = "/photos/orders/recent";
const none: readonly Order[] = [];

async function readOrders(address: string): Promise<OrderPage> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the service answered ${response.status}`);
  return response.json();
}

/** Reloads the studio's orders. If that fails, the current list stays. */
export async function refreshOrders(): Promise<void> {
  await mutate(recentOrdersPath).catch(() => undefined);
}

/** Clears the cached orders of the previous user. */
export function forgetOrders(): void {
  void mutate(recentOrdersPath, undefined, { revalidate: false });
}

export function useRecentOrders(): readonly Order[] {
  const { data } = useSWR(recentOrdersPath, readOrders, {
    focusThrottleInterval: 1_000,
    revalidateIfStale: false,
    shouldRetryOnError: false,
  });
  return data?.data ?? none;
}

/** Keeps the orders and the balance up to date. Use it in only one component of a page. */
export function useRecentOrdersSync(): void {
  const orders = useRecentOrders();
  // Cached orders of an earlier visit may be outdated.
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
