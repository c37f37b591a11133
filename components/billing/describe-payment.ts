import type { Translate } from "../language/translate.ts";

/** Stripe's own words for the payments of this service. */
export function describePayment(description: string, t: Translate): string {
  if (description === "Subscription creation") return t("Subscription creation");
  if (description === "Subscription update") return t("Subscription update");
  return description.startsWith("Top-up") ? t("Top-up") : description;
}
