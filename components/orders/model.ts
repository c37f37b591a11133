import type { z } from "zod";
import type { orderList } from "#lib/contract/batch-schemas.ts";
import { describeServiceProblem } from "../language/faults.ts";
import type { Language, Translate } from "../language/translate.ts";

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
export function describeStanding({ status, counts }: Pick<Order, "status" | "counts">, t: Translate): string {
  const ends = [
    counts.failed > 0 && t("{count} failed", { count: counts.failed }),
    counts.canceled > 0 && t("{count} canceled", { count: counts.canceled }),
  ].filter((part) => part !== false);
  const first = isOpen({ status })
    ? t("{ended} of {total}", { ended: countEnded({ counts }), total: counts.total })
    : counts.succeeded > 0 && t("{count} done", { count: counts.succeeded });
  return [first, ...ends].filter(Boolean).join(", ");
}

/** `about 40 s left`: rough, as the estimate is. */
export function describeSecondsLeft(seconds: number, t: Translate): string {
  if (seconds <= 2) return t("almost done");
  if (seconds < 10) return t("about {seconds} s left", { seconds });
  if (seconds < 90) return t("about {seconds} s left", { seconds: Math.ceil(seconds / 5) * 5 });
  if (seconds < 90 * 60) return t("about {minutes} min left", { minutes: Math.round(seconds / 60) });
  return t("about {hours} h left", { hours: Math.round(seconds / 3600) });
}

/** Why work failed and what can be done, in a person's words; all that it cost is back. */
export function describeFailure(
  { error_code, error_message, error_fix }: Pick<Item, "error_code" | "error_message" | "error_fix">,
  language: Language,
): string {
  const { t } = language;
  const told = {
    ...{ code: error_code ?? "generation_failed", fix: error_fix ?? undefined },
    message: error_message ?? t("The image could not be made."),
  };
  const { message, fix } = describeServiceProblem(told, language);
  // The API marks names of its fields.
  return `${message} ${fix?.replaceAll("`", "") ?? t("Its credits were refunded.")}`;
}

/** What an order is called. */
export function titleOfOrder({ title, counts }: Pick<Order, "title" | "counts">, t: Translate): string {
  return title ?? t("Order of {count, plural, one {# photo} other {# photos}}", { count: counts.total });
}

/** What an order costs, or has cost and got back. */
export function describeCredits(
  { credits, status }: Pick<Order, "credits" | "status">,
  t: Translate,
): string {
  const of = (count: number) => t("{count, plural, one {# credit} other {# credits}}", { count });
  if (isOpen({ status })) return of(credits.reserved - credits.refunded);
  const back = credits.refunded > 0 ? t(", {count} refunded", { count: credits.refunded }) : "";
  return `${of(credits.used)}${back}`;
}

/** Everything that the orders refunded and charged: a change of it means another balance. */
export function moneyOf(orders: readonly Order[]): string {
  return orders.map(({ id, credits }) => `${id}:${credits.reserved}:${credits.refunded}`).join();
}
