import type { z } from "zod";
import type { orderList } from "#lib/contract/batches/schemas.ts";
import type { Translate } from "#lib/language/translate.ts";
import { isOpen } from "../photos/model.ts";
import { creditsText } from "../ui/format.ts";

export type OrderPage = z.output<typeof orderList>;
export type Order = OrderPage["data"][number];
export type Item = Order["items"][number];

/** The number of ended items, including failed and canceled ones. */
export function countEnded({ counts }: Pick<Order, "counts">): number {
  return counts.succeeded + counts.failed + counts.canceled;
}

/** The status of an order: `5 of 12, 1 failed`, `12 done`. */
export function describeProgress({ status, counts }: Pick<Order, "status" | "counts">, t: Translate): string {
  const ends = [
    counts.failed > 0 && t("{count} failed", { count: counts.failed }),
    counts.canceled > 0 && t("{count} canceled", { count: counts.canceled }),
  ].filter((part) => part !== false);
  const first = isOpen({ status })
    ? t("{ended} of {total}", { ended: countEnded({ counts }), total: counts.total })
    : counts.succeeded > 0 && t("{count} done", { count: counts.succeeded });
  return [first, ...ends].filter(Boolean).join(", ");
}

/** `about 40 s left`: rounded, because the estimate is rough. */
export function describeSecondsLeft(seconds: number, t: Translate): string {
  if (seconds <= 2) return t("almost done");
  if (seconds < 10) return t("about {seconds} s left", { seconds });
  if (seconds < 90) return t("about {seconds} s left", { seconds: Math.ceil(seconds / 5) * 5 });
  if (seconds < 90 * 60) return t("about {minutes} min left", { minutes: Math.round(seconds / 60) });
  return t("about {hours} h left", { hours: Math.round(seconds / 3600) });
}

export function titleOfOrder({ title, counts }: Pick<Order, "title" | "counts">, t: Translate): string {
  return title ?? t("Order of {count, plural, one {# photo} other {# photos}}", { count: counts.total });
}

/** The credits of an order: reserved while it is open; afterwards used and refunded. */
export function describeCredits(
  { credits, status }: Pick<Order, "credits" | "status">,
  t: Translate,
): string {
  if (isOpen({ status })) return creditsText(credits.reserved - credits.refunded, t);
  const back = credits.refunded > 0 ? t(", {count} refunded", { count: credits.refunded }) : "";
  return `${creditsText(credits.used, t)}${back}`;
}

/** A string of the charges and refunds of orders that changes whenever the balance may have changed. */
export function moneyOf(orders: readonly Order[]): string {
  return orders.map(({ id, credits }) => `${id}:${credits.reserved}:${credits.refunded}`).join();
}
