"use client";

import { useEffect, useMemo, useState } from "react";
import { useRecentOrders } from "../../orders/recent.ts";
import { estimateOrder, type OrderEstimate } from "../../photos/order-request.ts";
import { useStudioState } from "../store.ts";
import { maxOrderItems, toBatchRequest } from "./request.ts";

/** Delay of the request after the last change. */
const pauseMs = 500;

/** The API's price of the next order; null until the response, and after a failure. */
export function useEstimate(): OrderEstimate | null {
  const { sources, settings } = useStudioState((state) => state);
  const chosen = sources.flatMap(({ selected, state, imageUrl, name }) =>
    selected && state === "ready" && imageUrl ? [{ name, imageUrl }] : [],
  );
  const chosenNames = JSON.stringify(chosen);
  // Serialized, because upload progress creates new objects for the same pictures.
  const request = useMemo(() => {
    const { items } = toBatchRequest({ pictures: JSON.parse(chosenNames), settings });
    if (items.length === 0 || items.length > maxOrderItems) return null;
    return JSON.stringify(items);
  }, [chosenNames, settings]);
  // Each new order changes which items are open or already available.
  const ordersState = useRecentOrders()
    .map(({ id, counts }) => `${id} ${counts.queued + counts.running} ${counts.succeeded}`)
    .join();
  const [known, setKnown] = useState<{ of: string; estimate: OrderEstimate } | null>(null);
  const asked = request && `${ordersState} ${request}`;
  useEffect(() => {
    if (request === null || asked === null) return;
    const closing = new AbortController();
    const ask = async () => {
      setKnown({ of: asked, estimate: await estimateOrder(JSON.parse(request), closing.signal) });
    };
    const timer = setTimeout(() => void ask().catch(() => undefined), pauseMs);
    return () => {
      clearTimeout(timer);
      closing.abort();
    };
  }, [request, asked]);
  return known?.of === asked ? known.estimate : null;
}
