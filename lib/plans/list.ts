import { cutoutCost, resolutions, styleNames } from "../contract/photos/styles.ts";
import { offer, photoCost } from "./offer.ts";

/** What this deployment sells, and what work costs in credits. */
export function listPlans({ isSelling }: { isSelling: boolean }) {
  const { currency, plans, tiers, topUps, sizes } = offer();
  return {
    billing: isSelling ? ("on" as const) : ("off" as const),
    currency: isSelling ? currency : null,
    plans: (isSelling ? tiers : []).map((tier) => {
      const { name, monthlyCredits, priceCents } = plans[tier];
      return { tier, name, monthlyCredits, priceCents };
    }),
    topUps: (isSelling ? sizes : []).map((size) => {
      const { credits, priceCents } = topUps[size];
      return { credits, priceCents };
    }),
    prices: {
      generate: styleNames.flatMap((style) =>
        resolutions.map((resolution) => ({ style, resolution, credits: photoCost(style, resolution) })),
      ),
      removeBg: cutoutCost,
    },
  };
}
