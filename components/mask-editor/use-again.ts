"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { toast } from "sonner";
import { useLanguage } from "../language/language.tsx";
import { tryAction } from "../photos/actions.ts";
import { type MadePhoto, orderAgain, toAgainRequest } from "../photos/again.ts";
import { createKeys, estimateOrder } from "../photos/order-request.ts";

/**
 * What remaking the photos costs with a mask that none of them was made with; null until that is known. The first
 * remakes of a photo are free.
 */
export function usePrice(photos: readonly MadePhoto[]): number | null {
  const [known, setKnown] = useState<{ of: typeof photos; credits: number } | null>(null);
  useEffect(() => {
    if (photos.length === 0) return;
    const closing = new AbortController();
    // The results that there are would be free, and they are of the mask before.
    const { items } = toAgainRequest(photos, { reuse: false });
    estimateOrder(items, closing.signal).then(
      ({ credits }) => setKnown({ of: photos, credits }),
      // The order says what is wrong.
      () => undefined,
    );
    return () => closing.abort();
  }, [photos]);
  return known?.of === photos ? known.credits : null;
}

/** Orders the photos once more for at most these credits, and opens their order. False, with a message, on failure. */
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
