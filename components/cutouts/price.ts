import type { Translate } from "#lib/language/translate.ts";
import { leftOutOf, type OrderEstimate, type OrderInput, withoutItems } from "../photos/order-request.ts";

export interface CutoutPrice {
  credits: number;
  /** The account's balance. */
  left: number;
  /** Ids of the cut-outs that the account already has; the order leaves them out. */
  had: readonly string[];
  /** Number of cut-outs that are already open; the order leaves them out, too. */
  open: number;
  /** The order with this price as its `max_credits`; null if no cut-out is left to make. */
  order: OrderInput | null;
}

export function priceOf(order: OrderInput, estimate: OrderEstimate): CutoutPrice {
  const rest = withoutItems(order, leftOutOf(estimate));
  return {
    credits: estimate.credits,
    left: estimate.left,
    had: estimate.had.map(({ id }) => id),
    open: estimate.open.length,
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
  if (had.length === count) {
    return t(
      "{count, plural, one {This cut-out is already there.} other {These cut-outs are already there.}}",
      { count },
    );
  }
  const sum = t(
    "{count, plural, one {# picture} other {# pictures}}: {credits, plural, one {# credit} other {# credits}}.",
    { count: count - open - had.length, credits },
  );
  const known = t(
    "{had, plural, one {# is already there and is left out.} other {# are already there and are left out.}}",
    { had: had.length },
  );
  const leftOut = t(
    "{open, plural, one {# is being made already and is left out.} other {# are being made already and are left out.}}",
    { open },
  );
  const short = t("Only {left, plural, one {# credit is} other {# credits are}} left.", { left });
  const also = [...(had.length > 0 ? [known] : []), ...(open > 0 ? [leftOut] : [])];
  return [...(price.order ? [sum] : []), ...also, ...(credits > left ? [short] : [])].join(" ");
}
