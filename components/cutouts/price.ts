import { useEffect, useState } from "react";
import type { Translate } from "#lib/language/translate.ts";
import { estimateOrder, type OrderInput, withoutItems } from "../photos/order-request.ts";

export interface CutoutPrice {
  credits: number;
  /** The account's balance. */
  left: number;
  /** Number of cut-outs that the account already has. */
  had: number;
  /** Number of cut-outs that are already open; the order leaves them out. */
  open: number;
  /** The order with this price as its `max_credits`; null if all cut-outs are already open. */
  order: OrderInput | null;
}

/** Requests the price of a cut-out order. Throws what callApi throws. */
export async function askPrice(order: OrderInput, signal: AbortSignal): Promise<CutoutPrice> {
  const { open, ...estimate } = await estimateOrder(order.items, signal);
  const rest = withoutItems(
    order,
    open.map(({ customId }) => customId),
  );
  const isEmpty = rest.items.length === 0;
  return {
    ...estimate,
    open: open.length,
    order: isEmpty ? null : { ...rest, max_credits: estimate.credits },
  };
}

type Asked = { price: CutoutPrice } | { refusal: unknown };

/** Delays the request while the user drags a color. */
const pauseMs = 200;

/** Requests the price after every change of the order or of `round`; null until the response. */
export function usePrice(order: OrderInput | null, round: number): Asked | null {
  const key = order && JSON.stringify({ round, order });
  const [known, setKnown] = useState<{ of: string; asked: Asked } | null>(null);
  useEffect(() => {
    if (key === null) return;
    const closing = new AbortController();
    const ask = async () => {
      const asked: Asked = await askPrice(JSON.parse(key).order, closing.signal).then(
        (price) => ({ price }),
        (refusal: unknown) => ({ refusal }),
      );
      if (!closing.signal.aborted) setKnown({ of: key, asked });
    };
    const timer = setTimeout(ask, pauseMs);
    return () => {
      clearTimeout(timer);
      closing.abort();
    };
  }, [key]);
  return known?.of === key ? known.asked : null;
}

/** The price of an order of cut-outs as text. */
export function describePrice(price: CutoutPrice, count: number, t: Translate): string {
  const { credits, had, open, left } = price;
  if (open === count) {
    return t(
      "{count, plural, one {This cut-out is being made already.} other {These cut-outs are being made already.}}",
      { count },
    );
  }
  const sum = t(
    "{count, plural, one {# picture} other {# pictures}}: {credits, plural, one {# credit} other {# credits}}.",
    { count: count - open, credits },
  );
  const known = t("{free, plural, one {# is already there: free.} other {# are already there: free.}}", {
    free: had,
  });
  const leftOut = t(
    "{open, plural, one {# is being made already and is left out.} other {# are being made already and are left out.}}",
    { open },
  );
  const short = t("Only {left, plural, one {# credit is} other {# credits are}} left.", { left });
  const also = [...(had > 0 ? [known] : []), ...(open > 0 ? [leftOut] : [])];
  return [sum, ...also, ...(credits > left ? [short] : [])].join(" ");
}
