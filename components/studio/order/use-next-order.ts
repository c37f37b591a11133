"use client";

import { useMemo } from "react";
import { useShallow } from "zustand/react/shallow";
import { useLanguage } from "../../language/language.tsx";
import { useRecentOrders } from "../../orders/recent.ts";
import { toBatchRequest } from "../../photos/build-order.ts";
import { useEstimate } from "../../photos/estimate.ts";
import type { OrderEstimate } from "../../photos/order-request.ts";
import { useBaseCosts } from "../../photos/prices.tsx";
import { type Balance, useBalance } from "../../shell/balance.tsx";
import { useStudio, useStudioState } from "../store.ts";
import { maxOrderItems } from "./request.ts";
import { orderSummary } from "./summary.ts";

export type NextOrder = ReturnType<typeof useNextOrder>;

/** Contents and price of the next order, and the function that places it. */
export function useNextOrder(balance: Balance) {
  const language = useLanguage();
  const studio = useStudio();
  const { total } = useBalance(balance);
  const baseCosts = useBaseCosts();
  const order = useStudioState(useShallow((state) => orderSummary(state, baseCosts)));
  const estimate = useOrderEstimate();
  const credits = estimate?.credits ?? order.credits;
  const left = total - credits;
  const known = estimate ? [...estimate.had, ...estimate.open] : [];
  const knownPhotos = known.filter(({ operation }) => operation === "generate").length;
  return {
    ...order,
    credits,
    estimate,
    /** What the order adds to what the account has or is being made. */
    toMake: { photos: order.photos - knownPhotos, cutouts: order.cutouts - (known.length - knownPhotos) },
    /** The account's credits before and after the order. */
    balance: total,
    left,
    isShort: order.pictures > 0 && left < 0 && !order.sending,
    make: () => {
      if (!order.sending) studio.order(language);
    },
  };
}

/** Delay of the estimate after the last change. */
const estimatePauseMs = 500;

/** The API's price of the next order; null until the response, and after a failure. */
function useOrderEstimate(): OrderEstimate | null {
  const { sources, settings } = useStudioState((state) => state);
  const items = useMemo(() => {
    const pictures = sources.flatMap(({ selected, state, imageUrl, name }) =>
      selected && state === "ready" && imageUrl ? [{ name, imageUrl }] : [],
    );
    return toBatchRequest({ pictures, settings }).items;
  }, [sources, settings]);
  // Each new order changes which items are open or already available.
  const state = useRecentOrders()
    .map(({ id, counts }) => `${id} ${counts.queued + counts.running} ${counts.succeeded}`)
    .join();
  const answer = useEstimate(items.length > maxOrderItems ? null : items, {
    pauseMs: estimatePauseMs,
    state,
  });
  return answer && "estimate" in answer ? answer.estimate : null;
}
