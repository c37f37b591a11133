import type { Translate } from "#lib/language/translate.ts";
import { type OrderEstimate, type OrderInput, withoutItems } from "../photos/order-request.ts";

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

export function priceOf(order: OrderInput, { open, ...estimate }: OrderEstimate): CutoutPrice {
  const rest = withoutItems(
    order,
    open.map(({ customId }) => customId),
  );
  return {
    ...estimate,
    open: open.length,
    order: rest.items.length === 0 ? null : { ...rest, max_credits: estimate.credits },
  };
}

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
