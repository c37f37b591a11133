import type { z } from "zod";
import type { batchRequest } from "#lib/contract/batch-schemas.ts";
import { callApi } from "#lib/contract/client.ts";

export type OrderInput = z.input<typeof batchRequest>;

/** What an order would cost now, by the service's own word. */
export interface OrderEstimate {
  /** Of all that is not being made already. */
  credits: number;
  /** The account's balance. */
  left: number;
  /** Items that the account has already, and that cost nothing. */
  had: number;
  /** Items that are queued or running for the account: they would be made and charged again. */
  open: readonly OpenItem[];
}

interface OpenItem {
  customId: string;
  /** Of the work that is under way. */
  id: string;
}

/** Asks before an order is placed. Throws what callApi throws. */
export async function estimateOrder(
  items: OrderInput["items"],
  signal?: AbortSignal,
): Promise<OrderEstimate> {
  const requests = items.map(({ custom_id: _, ...item }) => item);
  const answer = await callApi("POST /api/v1/estimate", { input: { requests }, ...(signal && { signal }) });
  const asked = answer.requests.map(({ credits, open_id: id }, place) => ({
    ...{ credits, id, customId: items[place]?.custom_id ?? "" },
  }));
  return {
    credits: asked.reduce((sum, { credits, id }) => sum + (id === null ? credits : 0), 0),
    left: answer.credits_remaining.total,
    had: asked.filter(({ credits }) => credits === 0).length,
    open: asked.flatMap(({ customId, id }) => (id === null ? [] : [{ customId, id }])),
  };
}

/** The order without these items. */
export function withoutItems<Order extends Pick<OrderInput, "items">>(
  order: Order,
  customIds: readonly string[],
): Order {
  return { ...order, items: order.items.filter(({ custom_id: id }) => !customIds.includes(id)) };
}

/** Waits until a piece of work has ended, whichever way. */
export async function untilEnded(id: string, signal?: AbortSignal): Promise<void> {
  for (let open = true; open; ) {
    const { status } = await callApi("GET /api/v1/generations/{id}", {
      ...{ params: { id }, input: { wait: 30 } },
      ...(signal && { signal }),
    });
    open = status === "queued" || status === "running";
  }
}
