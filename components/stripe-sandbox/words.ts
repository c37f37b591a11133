import { formatAmount } from "#lib/contract/billing/money.ts";
import type { Language, Translate } from "#lib/language/translate.ts";
import type { NoticeName } from "#lib/stripe-sandbox/portal.ts";

/** `November 22, 2026` for a Unix time in seconds. */
export function formatDay(unixSeconds: number, { locale }: Language): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return format.format(unixSeconds * 1000);
}

/** `$9.00` */
export function formatDollars(cents: number, { locale }: Language): string {
  return formatAmount(cents, { locale });
}

/** The name of a catalog item in the page's language. */
export function nameOfItem(name: string | null, { t }: Language): string {
  const [, plan] = /^(\w+) plan$/.exec(name ?? "") ?? [];
  if (plan) return t("{plan} plan", { plan });
  const [, credits] = /^Top-up: ([\d,]+) credits$/.exec(name ?? "") ?? [];
  if (credits)
    return t("Top-up: {credits, number} credits", { credits: Number(credits.replaceAll(",", "")) });
  return name ?? "";
}

export const noticeTexts = (t: Translate): Record<NoticeName, string> => ({
  now: t("The plan was changed, and the difference was paid."),
  "at renewal": t("The plan changes at the next renewal."),
  declined: t("The card was declined: the plan stays as it was."),
  cancel: t("The subscription ends with the current period."),
  resume: t("The subscription continues."),
  card: t("The card was changed."),
  advance: t("The clock was advanced."),
  refund: t("The payment was refunded."),
  dispute: t("The payment is disputed."),
  "dispute-closed": t("The dispute is closed."),
});

/** The status of a subscription or payment as text. */
export function describeState(state: string, t: Translate): string {
  const known = new Map([
    ["active", t("active")],
    ["past_due", t("past due")],
    ["failed", t("failed")],
    ["paid", t("paid")],
    ["refunded", t("refunded")],
    ["dispute needs_response", t("dispute needs response")],
    ["dispute won", t("dispute won")],
    ["dispute lost", t("dispute lost")],
  ]);
  return known.get(state) ?? state.replaceAll("_", " ");
}

/** Translates the messages of pages that cannot be shown. Other errors stay in English, as in API responses. */
export function describeProblem(message: string, t: Translate): string {
  const known = new Map([
    [
      "This page has expired: open it again from the billing page.",
      t("This page has expired: open it again from the billing page."),
    ],
    ["This checkout is complete.", t("This checkout is complete.")],
    ["This checkout is expired.", t("This checkout is expired.")],
  ]);
  return known.get(message) ?? message;
}
