"use client";

import { useEffect, useState } from "react";
import { estimateOrder, type OrderEstimate, type OrderInput } from "./order-request.ts";

type Answer = { estimate: OrderEstimate } | { refusal: unknown };

/**
 * The API's price of an order, requested `pauseMs` after the last change of the items or of `state`; null until the
 * response. `state` stands for what else changes the price.
 */
export function useEstimate(
  items: OrderInput["items"] | null,
  { pauseMs, state = "" }: { pauseMs: number; state?: string | number },
): Answer | null {
  // Serialized, because every render creates new objects for the same items.
  const key = items && items.length > 0 ? JSON.stringify({ state, items }) : null;
  const [known, setKnown] = useState<{ key: string; answer: Answer } | null>(null);
  useEffect(() => {
    if (key === null) return;
    const closing = new AbortController();
    const ask = async () => {
      const answer = await estimateOrder(JSON.parse(key).items, closing.signal).then(
        (estimate) => ({ estimate }),
        (refusal: unknown) => ({ refusal }),
      );
      if (!closing.signal.aborted) setKnown({ key, answer });
    };
    const timer = setTimeout(ask, pauseMs);
    return () => {
      clearTimeout(timer);
      closing.abort();
    };
  }, [key, pauseMs]);
  return known?.key === key ? known.answer : null;
}
