// The plans of the contract, and the offer that applies without PLANS_FILE. What is for sale: `billing/offer.ts`.

/** Prices in cents of the offer's currency. */
export interface Plan {
  name: string;
  monthlyCredits: number;
  priceCents: number;
  /** Lookup key of its price in Stripe. */
  lookupKey: string;
  uploads: UploadQuota;
  /** How many orders of an account run at once, how many wait, and how many it may place per hour. */
  jobs: { atOnce: number; waiting: number; perHour: number };
}

export const defaultPlans = {
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
} as const satisfies Record<string, Plan>;

/** Limits of an account's uploads on the image host: those of its plan, or smaller ones during a trial. */
export interface UploadQuota {
  storageMb: number;
  files: number;
}
export const trialUploads: UploadQuota = { storageMb: 500, files: 100 };

/** Share of that storage that the rows of work (texts and options) may take. */
export const rowsShare = 0.25;

export type PlanTier = keyof typeof defaultPlans;
/** All tiers, from the smallest to the largest. */
export const planTiers = Object.keys(defaultPlans) as [PlanTier, ...PlanTier[]];

export interface TopUp {
  credits: number;
  priceCents: number;
  lookupKey: string;
}

export const defaultTopUps = {
  small: { credits: 100, priceCents: 1_200, lookupKey: "pgs_topup_100" },
  medium: { credits: 500, priceCents: 5_000, lookupKey: "pgs_topup_500" },
  large: { credits: 2_000, priceCents: 16_000, lookupKey: "pgs_topup_2000" },
} as const satisfies Record<string, TopUp>;

export type TopUpSize = keyof typeof defaultTopUps;
export const topUpSizes = Object.keys(defaultTopUps) as [TopUpSize, ...TopUpSize[]];

export const defaultCurrency = "usd";

/** Metadata key with the item that a Stripe price sells; it stays when a lookup key moves to a newer price. */
export const itemKey = "pgs_item";

/** The item that a Stripe price sells. */
export type Item = { kind: "plan"; tier: PlanTier } | { kind: "topup"; size: TopUpSize };
