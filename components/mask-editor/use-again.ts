"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { useLanguage } from "../language/language.tsx";
import { tryAction } from "../photos/actions.ts";
import { type MadePhoto, orderAgain, toAgainRequest } from "../photos/again.ts";
import { useEstimate } from "../photos/estimate.ts";
import { createKeys } from "../photos/order-request.ts";

/**
 * The price of remaking the photos with a new mask; null until it is known. The first remakes of a photo are free.
 */
export function usePrice(photos: readonly MadePhoto[]): number | null {
  // Without `reuse: false` the existing results, made with the old mask, would be returned free of charge.
  const answer = useEstimate(toAgainRequest(photos, { reuse: false }).items, { pauseMs: 0 });
  // The order reports an error.
  return answer && "estimate" in answer ? answer.estimate.credits : null;
}

/** Orders remakes for at most `maxCredits` and opens the order. Resolves to false, after a message, on failure. */
export function useOrderAgain(): (photos: readonly MadePhoto[], maxCredits: number) => Promise<boolean> {
  const language = useLanguage();
  const router = useRouter();
  const [keyOf] = useState(createKeys);
  return (photos, maxCredits) =>
    tryAction(async () => {
      const id = await orderAgain(photos, { keyOf, maxCredits });
      if (id === null) toast(language.t("These photos are being made already."));
      router.push(id === null ? "/photos/orders" : `/photos/orders/${id}`);
    }, language);
}
