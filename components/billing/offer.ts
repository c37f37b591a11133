import { type Item, plans, planTiers, topUpSizes, topUps } from "#lib/contract/billing/plans.ts";

/**
 * The smallest top-up that covers the missing credits, or for accounts without a plan the smallest such plan; the
 * largest if none does.
 */
export function fittingOffer(missingCredits: number, { isPaid }: { isPaid: boolean }): Item {
  if (isPaid) {
    const size = topUpSizes.find((one) => topUps[one].credits >= missingCredits) ?? topUpSizes.at(-1);
    if (size) return { kind: "topup", size };
  }
  const tier = planTiers.find((one) => plans[one].monthlyCredits >= missingCredits) ?? planTiers.at(-1);
  if (!tier) throw new Error("nothing is for sale");
  return { kind: "plan", tier };
}
