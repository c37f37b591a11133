import { formatCount } from "./money.ts";

/**
 * The plans on offer. Prices in US cents; `lookupKey` is the price's lookup key in Stripe; `jobs` limits how many
 * orders of an account run at once, how many wait, and how many it may place per hour.
 */
export const plans = {
  starter: {
    name: "Starter",
    monthlyCredits: 100,
    priceCents: 900,
    lookupKey: "pgs_starter_monthly",
    uploads: { storageMb: 2_000, files: 1_000 },
    jobs: { atOnce: 2, waiting: 2_000, perHour: 4_000 },
  },
  pro: {
    name: "Pro",
    monthlyCredits: 400,
    priceCents: 2_900,
    lookupKey: "pgs_pro_monthly",
    uploads: { storageMb: 8_000, files: 4_000 },
    jobs: { atOnce: 4, waiting: 5_000, perHour: 10_000 },
  },
  max: {
    name: "Max",
    monthlyCredits: 1_200,
    priceCents: 7_900,
    lookupKey: "pgs_max_monthly",
    uploads: { storageMb: 24_000, files: 12_000 },
    jobs: { atOnce: 8, waiting: 10_000, perHour: 20_000 },
  },
  ultra: {
    name: "Ultra",
    monthlyCredits: 4_000,
    priceCents: 19_900,
    lookupKey: "pgs_ultra_monthly",
    uploads: { storageMb: 80_000, files: 40_000 },
    jobs: { atOnce: 16, waiting: 20_000, perHour: 40_000 },
  },
} as const;

/** Limits of an account's uploads on the image host: those of its plan, or smaller ones during a trial. */
export interface UploadQuota {
  storageMb: number;
  files: number;
}
export const trialUploads: UploadQuota = { storageMb: 500, files: 100 };

/** Share of that storage that the rows of work (texts and options) may take. */
export const rowsShare = 0.25;

export type PlanTier = keyof typeof plans;
export const planTiers = Object.keys(plans) as [PlanTier, ...PlanTier[]];

export const topUps = {
  small: { name: "100 credits", credits: 100, priceCents: 1_200, lookupKey: "pgs_topup_100" },
  medium: { name: "500 credits", credits: 500, priceCents: 5_000, lookupKey: "pgs_topup_500" },
  large: { name: "2,000 credits", credits: 2_000, priceCents: 16_000, lookupKey: "pgs_topup_2000" },
} as const;

export type TopUpSize = keyof typeof topUps;
export const topUpSizes = Object.keys(topUps) as [TopUpSize, ...TopUpSize[]];

/** The only currency; payments in any other are refused. */
export const currency = "usd";

/** Metadata key with the item that a Stripe price sells; it stays when a lookup key moves to a newer price. */
export const itemKey = "pgs_item";

/** The item that a Stripe price sells. */
export type Item = { kind: "plan"; tier: PlanTier } | { kind: "topup"; size: TopUpSize };

/** Every item for sale, as it should exist in Stripe. */
export const catalog = [
  ...planTiers.map((tier) => ({
    sells: { kind: "plan", tier } as Item,
    lookupKey: plans[tier].lookupKey,
    product: {
      name: `${plans[tier].name} plan`,
      description: `${formatCount(plans[tier].monthlyCredits)} credits every month`,
    },
    priceCents: plans[tier].priceCents,
    monthly: true,
  })),
  ...topUpSizes.map((size) => ({
    sells: { kind: "topup", size } as Item,
    lookupKey: topUps[size].lookupKey,
    product: { name: `Top-up: ${topUps[size].name}`, description: "Credits that never expire" },
    priceCents: topUps[size].priceCents,
    monthly: false,
  })),
];
export type CatalogItem = (typeof catalog)[number];
