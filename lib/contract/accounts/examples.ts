import { defaultCurrency, defaultPlans, defaultTopUps } from "../billing/plans.ts";
import { type BaseCosts, cutoutCost, generationCost } from "../photos/styles.ts";

/** Examples of uploads and of the balance, and what the others continue from. */

export const deliveryPrefix = "https://res.cloudinary.com/demo/";
export const uploadUrl = "https://api.cloudinary.com/v1_1/demo/image/upload";
export const inputUrl = `${deliveryPrefix}image/upload/v1764000000/inputs/usr_5Bn3/mug.jpg`;
export const order = { style: "luxury", aspect_ratio: "4:3", resolution: "4K" } as const;
export const topup = 100;

/** The price of `order`, and the monthly credits that it and a cut-out leave. */
export function exampleCosts(baseCosts: BaseCosts) {
  const photoCost = generationCost(order.style, order.resolution, baseCosts);
  const afterPhoto = defaultPlans.pro.monthlyCredits - photoCost;
  return { photoCost, afterPhoto, afterCutout: afterPhoto - cutoutCost };
}

export const uploadExamples = {
  signUpload: {
    signature: "2fb051386c409c29f6f1dd04edd3e0c07910cf89",
    timestamp: 1764000000,
    api_key: "142857142857142",
    cloud_name: "demo",
    folder: "inputs/usr_5Bn3",
    upload_url: uploadUrl,
  },
  upload: { image_url: inputUrl },
};

export const balanceExamples = ({ photoCost, afterCutout }: ReturnType<typeof exampleCosts>) => ({
  credits: {
    monthly_remaining: afterCutout,
    topup_remaining: topup,
    total: afterCutout + topup,
    credits_limit: defaultPlans.pro.monthlyCredits,
    tier: "pro",
    status: "active",
  },
  plans: {
    billing: "on",
    currency: defaultCurrency,
    plans: [
      {
        tier: "pro",
        name: defaultPlans.pro.name,
        monthly_credits: defaultPlans.pro.monthlyCredits,
        price_cents: defaultPlans.pro.priceCents,
      },
    ],
    top_ups: [{ credits: defaultTopUps.small.credits, price_cents: defaultTopUps.small.priceCents }],
    prices: {
      generate: [{ style: order.style, resolution: order.resolution, credits: photoCost }],
      remove_bg: cutoutCost,
    },
  },
});
