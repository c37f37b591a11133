import type { z } from "zod";
import type { orderList } from "#lib/contract/batch-schemas.ts";
import { formatPlural } from "../ui/format.ts";

export type OrderPage = z.output<typeof orderList>;
/** A batch with the first of its items. */
export type Order = OrderPage["data"][number];
export type Item = Order["items"][number];

export function isOpen({ status }: { status: string }): boolean {
  return status === "queued" || status === "running";
}

/** How many of an order's items have ended, whichever way. */
export function countEnded({ counts }: Pick<Order, "counts">): number {
  return counts.succeeded + counts.failed + counts.canceled;
}

/** How an order stands, in a person's words: `5 of 12, 1 failed`, `12 done`. */
export function describeStanding({ status, counts }: Pick<Order, "status" | "counts">): string {
  const ends = [
    counts.failed > 0 && `${counts.failed} failed`,
    counts.canceled > 0 && `${counts.canceled} canceled`,
  ].filter((part) => part !== false);
  const first = isOpen({ status })
    ? `${countEnded({ counts })} of ${counts.total}`
    : counts.succeeded > 0 && `${counts.succeeded} done`;
  return [first, ...ends].filter(Boolean).join(", ");
}

/** `about 40 s left`: rough, as the estimate is. */
export function describeSecondsLeft(seconds: number): string {
  if (seconds <= 2) return "almost done";
  if (seconds < 10) return `about ${seconds} s left`;
  if (seconds < 90) return `about ${Math.ceil(seconds / 5) * 5} s left`;
  if (seconds < 90 * 60) return `about ${Math.round(seconds / 60)} min left`;
  return `about ${Math.round(seconds / 3600)} h left`;
}

/** Why work failed and what can be done, in a person's words; all that it cost is back. */
export function describeFailure({
  error_message,
  error_fix,
}: Pick<Item, "error_message" | "error_fix">): string {
  // The API marks names of its fields.
  const fix = error_fix?.replaceAll("`", "") ?? "Its credits were refunded.";
  return `${error_message ?? "The image could not be made."} ${fix}`;
}

/** What an order is called. */
export function titleOfOrder({ title, counts }: Pick<Order, "title" | "counts">): string {
  return title ?? `Order of ${formatPlural(counts.total, "photo")}`;
}

/** Everything that the orders refunded and charged: a change of it means another balance. */
export function moneyOf(orders: readonly Order[]): string {
  return orders.map(({ id, credits }) => `${id}:${credits.reserved}:${credits.refunded}`).join();
}
