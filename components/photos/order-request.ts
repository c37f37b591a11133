import type { z } from "zod";
import type { batchRequest } from "#lib/contract/batches/schemas.ts";
import { callApi } from "#lib/contract/client.ts";
import type { Entry } from "./model.ts";

export type OrderInput = z.input<typeof batchRequest>;

export interface OrderEstimate {
  /** Price of the items that are not already open. */
  credits: number;
  /** The account's balance. */
  left: number;
  /** Items that the account already has; ordering them again would list them twice. */
  had: readonly KnownItem[];
  /** Items that are already queued or running; ordering them again would charge again. */
  open: readonly KnownItem[];
}

export interface KnownItem {
  customId: string;
  operation: OrderInput["items"][number]["operation"];
  /** Id of its finished or open work. */
  id: string;
}

/** Requests the estimate of an order. Throws what callApi throws. */
export async function estimateOrder(
  items: OrderInput["items"],
  signal?: AbortSignal,
): Promise<OrderEstimate> {
  const requests = items.map(({ custom_id: _, ...item }) => item);
  const answer = await callApi("POST /api/v1/estimate", { input: { requests }, ...(signal && { signal }) });
  const known = (name: "open_id" | "reused_id") =>
    items.flatMap(({ custom_id: customId, operation }, place): KnownItem[] => {
      const id = answer.requests[place]?.[name] ?? null;
      return id === null ? [] : [{ customId, operation, id }];
    });
  return {
    credits: answer.requests.reduce((sum, { credits, open_id: id }) => sum + (id === null ? credits : 0), 0),
    left: answer.credits_remaining.total,
    had: known("reused_id"),
    open: known("open_id"),
  };
}

/** Orders one item and waits until it has ended. Throws what callApi throws. */
export async function orderOnlyItem(input: OrderInput, keyOf: KeyOf, signal: AbortSignal): Promise<Entry> {
  const { id } = await callApi("POST /api/v1/batches", { input, idempotencyKey: keyOf(input) });
  return waitForOnlyItem(id, signal);
}

/** Waits until the only item of an order has ended. Throws what callApi throws. */
export async function waitForOnlyItem(batchId: string, signal: AbortSignal): Promise<Entry> {
  const params = { id: batchId };
  for (let open = true; open; ) {
    const { status } = await callApi("GET /api/v1/batches/{id}", { params, input: { wait: 30 }, signal });
    open = status === "queued" || status === "running";
  }
  const { data } = await callApi("GET /api/v1/batches/{id}/items", { params, signal });
  const [item] = data;
  if (!item) throw new Error("the result was deleted meanwhile");
  return item;
}

/** The items that an order leaves out: the account has them, or they are being made. */
export function leftOutOf({ had, open }: Pick<OrderEstimate, "had" | "open">): string[] {
  return [...had, ...open].map(({ customId }) => customId);
}

/** The order without the items of these `custom_id`s. */
export function withoutItems<Order extends Pick<OrderInput, "items">>(
  order: Order,
  customIds: readonly string[],
): Order {
  return { ...order, items: order.items.filter(({ custom_id: id }) => !customIds.includes(id)) };
}

export type KeyOf = (order: OrderInput) => string;

/** Returns the same idempotency key for equal orders: a click whose response was lost is not charged twice. */
export function createKeys(): KeyOf {
  const known = new Map<string, string>();
  return (order) => {
    const text = JSON.stringify(order);
    const key = known.get(text) ?? localId();
    known.set(text, key);
    return key;
  };
}

/** A random id. `crypto.randomUUID` requires a secure context; this also works over plain HTTP. */
export function localId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
