import { callApi } from "#lib/contract/client.ts";
import type { Review } from "#lib/contract/photos/values.ts";
import type { Item } from "./model.ts";

const largestPage = 100;

/** The finished, unreviewed photos and cut-outs of an order. Throws what callApi throws. */
export async function readUnreviewed(orderId: string, signal: AbortSignal): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, next_cursor: next } = await callApi("GET /api/v1/batches/{id}/items", {
      params: { id: orderId },
      input: { limit: largestPage, status: "succeeded", review: "none", cursor },
      signal,
    });
    items.push(...data);
    if (next === null) return items;
    cursor = next;
  }
}

/** The items with notes: a person should check them. */
export function suspectsOf(items: readonly Item[]): Item[] {
  return items.filter(({ notes }) => notes.length > 0);
}

export async function setReview(ids: readonly string[], review: Review): Promise<void> {
  await callApi("POST /api/v1/generations/review", { input: { ids: [...ids], review } });
}
