import { localId } from "../studio/state.ts";
import type { OrderInput } from "./order-request.ts";

export type KeyOf = (order: OrderInput) => string;

/** An Idempotency-Key for each order, and the same for the same: a click whose answer was lost pays nothing twice. */
export function createKeys(): KeyOf {
  const known = new Map<string, string>();
  return (order) => {
    const text = JSON.stringify(order);
    const key = known.get(text) ?? localId();
    known.set(text, key);
    return key;
  };
}
