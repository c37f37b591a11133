"use client";

import { useShallow } from "zustand/react/shallow";
import { useTranslate } from "../../language/language.tsx";
import { type Balance, useBalance } from "../../shell/balance.tsx";
import { useSceneName } from "../scenes/use-scenes.ts";
import { useStudio, useStudioState } from "../store.ts";
import { useEstimate } from "./estimate.ts";
import { orderSummary } from "./summary.ts";

export type NextOrder = ReturnType<typeof useNextOrder>;

/** Contents and price of the next order, and the function that places it. */
export function useNextOrder(balance: Balance) {
  const t = useTranslate();
  const studio = useStudio();
  const { total } = useBalance(balance);
  const order = useStudioState(useShallow(orderSummary));
  const sceneName = useSceneName(useStudioState(({ settings }) => settings.scene));
  const estimate = useEstimate();
  const credits = estimate?.credits ?? order.credits;
  const left = total - credits;
  return {
    ...order,
    credits,
    estimate,
    /** The account's credits before and after the order. */
    balance: total,
    left,
    isShort: order.pictures > 0 && left < 0 && !order.sending,
    make: () => {
      if (!order.sending) studio.order({ t, sceneName });
    },
  };
}
