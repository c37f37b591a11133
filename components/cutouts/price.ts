import { useEffect, useState } from "react";
import { callApi } from "#lib/contract/client.ts";
import type { Item } from "../orders/model.ts";
import { estimateOrder, type OrderInput, withoutItems } from "../photos/order-request.ts";

export interface CutoutPrice {
  credits: number;
  /** The account's balance. */
  left: number;
  /** Cut-outs that the account has already. */
  had: number;
  /** Cut-outs that are being made already; they are no part of the order. */
  open: number;
  /** What is ordered at this price and at no higher one; null where nothing is left to make. */
  order: OrderInput | null;
}

/** What an order of cut-outs costs by the service's own word. Throws what callApi throws. */
export async function askPrice(order: OrderInput, signal: AbortSignal): Promise<CutoutPrice> {
  const { open, ...estimate } = await estimateOrder(order.items, signal);
  const rest = withoutItems(
    order,
    open.map(({ customId }) => customId),
  );
  const isEmpty = rest.items.length === 0;
  return {
    ...{ ...estimate, open: open.length },
    order: isEmpty ? null : { ...rest, max_credits: estimate.credits },
  };
}

type Asked = { price: CutoutPrice } | { refusal: unknown };

/** A color that is being dragged is not asked about at every step. */
const pauseMs = 200;

/** Asks anew with every change and every `round`; null until that one is answered. */
export function usePrice(order: OrderInput | null, round: number): Asked | null {
  const wanted = order && JSON.stringify({ round, order });
  const [known, setKnown] = useState<{ of: string; asked: Asked } | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    const closing = new AbortController();
    const ask = async () => {
      const asked: Asked = await askPrice(JSON.parse(wanted).order, closing.signal).then(
        (price) => ({ price }),
        (refusal: unknown) => ({ refusal }),
      );
      if (!closing.signal.aborted) setKnown({ of: wanted, asked });
    };
    const timer = setTimeout(ask, pauseMs);
    return () => {
      clearTimeout(timer);
      closing.abort();
    };
  }, [wanted]);
  return known?.of === wanted ? known.asked : null;
}

/** Waits until the one item of an order has ended. Throws what callApi throws. */
export async function waitForCutout(batchId: string, signal: AbortSignal): Promise<Item> {
  const params = { id: batchId };
  for (let open = true; open; ) {
    const { status } = await callApi("GET /api/v1/batches/{id}", { params, input: { wait: 30 }, signal });
    open = status === "queued" || status === "running";
  }
  const { data } = await callApi("GET /api/v1/batches/{id}/items", { params, signal });
  const [item] = data;
  if (!item) throw new Error("the cut-out was deleted meanwhile");
  return item;
}
