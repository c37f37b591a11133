"use client";

import { useEffect, useRef, useState } from "react";
import { useLive } from "./live.ts";
import { estimateOrder, type OrderEstimate, type OrderInput } from "./order-request.ts";

type Answer = { estimate: OrderEstimate } | { refusal: unknown };

/**
 * The API's price of an order, requested `pauseMs` after the last change of the items or of `state`; null until the
 * response. `state` stands for what else changes the price. While items are being made, as another page may have
 * ordered, it is requested again when work progresses.
 */
export function useEstimate(
  items: OrderInput["items"] | null,
  { pauseMs, state = "" }: { pauseMs: number; state?: string | number },
): Answer | null {
  // Serialized, because every render creates new objects for the same items.
  const key = items && items.length > 0 ? JSON.stringify({ state, items }) : null;
  const [known, setKnown] = useState<{ key: string; answer: Answer } | null>(null);
  const askSoon = useRef(() => {});
  useEffect(() => {
    if (key === null) return;
    let closing = new AbortController();
    const ask = async () => {
      closing.abort();
      closing = new AbortController();
      const { signal } = closing;
      const answer = await estimateOrder(JSON.parse(key).items, signal).then(
        (estimate) => ({ estimate }),
        (refusal: unknown) => ({ refusal }),
      );
      if (!signal.aborted) setKnown({ key, answer });
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    askSoon.current = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, pauseMs);
    };
    askSoon.current();
    return () => {
      clearTimeout(timer);
      closing.abort();
    };
  }, [key, pauseMs]);
  const answer = known?.key === key ? known.answer : null;
  const isOpen = answer !== null && "estimate" in answer && answer.estimate.open.length > 0;
  useLive(isOpen, () => askSoon.current());
  return answer;
}
