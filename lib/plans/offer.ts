import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import {
  defaultCurrency,
  defaultPlans,
  defaultTopUps,
  type Plan,
  type PlanTier,
  planTiers,
  type TopUp,
  type TopUpSize,
  topUpSizes,
} from "../contract/billing/plans.ts";
import {
  type BaseCosts,
  defaultBaseCosts,
  generationCost,
  type Resolution,
  type Style,
  styleNames,
} from "../contract/photos/styles.ts";
import { env } from "../platform/env.ts";
import { describeIssue, formatPath } from "../platform/issue-words.ts";
import { lazy } from "../platform/lazy.ts";

/** What this deployment sells. */
export interface Offer {
  /** ISO 4217, lower case, as at Stripe. Payments in any other currency are refused. */
  currency: string;
  /** Every tier, also those that are not for sale: an account may have one. */
  plans: Readonly<Record<PlanTier, Plan>>;
  /** The tiers for sale, from the smallest to the largest. */
  tiers: readonly [PlanTier, ...PlanTier[]];
  topUps: Readonly<Record<TopUpSize, TopUp>>;
  /** The top-ups for sale. */
  sizes: readonly TopUpSize[];
  baseCosts: BaseCosts;
}

const defaultOffer: Offer = {
  currency: defaultCurrency,
  plans: defaultPlans,
  tiers: planTiers,
  topUps: defaultTopUps,
  sizes: topUpSizes,
  baseCosts: defaultBaseCosts,
};

/** The offer of this process: PLANS_FILE, or the default one. Throws an Error that names line and fix. */
export const offer = lazy((): Offer => {
  const { PLANS_FILE } = env();
  return PLANS_FILE === undefined ? defaultOffer : readOfferFile(PLANS_FILE);
});

/** The plan of new accounts and of trials: the smallest for sale. */
export function smallestPlan(): { tier: PlanTier; plan: Plan } {
  const { tiers, plans } = offer();
  return { tier: tiers[0], plan: plans[tiers[0]] };
}

/** The plan that pages mark: the one above the smallest, if there is a choice. */
export function recommendedTier(): PlanTier | null {
  return offer().tiers[1] ?? null;
}

/** Price of a photo in this deployment, in credits. Pages in the browser: `usePhotoCost`. */
export function photoCost(style: Style, resolution: Resolution): number {
  return generationCost(style, resolution, offer().baseCosts);
}

/** The lowest and the highest price of a photo in a resolution. */
export function photoCostRange(resolution: Resolution): { least: number; most: number } {
  const costs = styleNames.map((style) => photoCost(style, resolution));
  return { least: Math.min(...costs), most: Math.max(...costs) };
}

const count = z.int().min(1).max(10_000_000);
/** Stripe charges no less than about half a dollar, and at most eight digits. */
const cents = z.int().min(50).max(99_999_999);

/** A photo in 4K costs four times as much, and must be payable from the smallest usual plan. */
const maxBaseCost = 25;

const planSchema = z.strictObject({
  name: z.string().trim().min(1).max(40),
  monthly_credits: count,
  price_cents: cents,
  uploads: z.strictObject({ storage_mb: count, files: count }).optional(),
  jobs: z.strictObject({ at_once: count.max(1_000), waiting: count, per_hour: count }).optional(),
});
const topUpSchema = z.strictObject({ credits: count, price_cents: cents });

const schema = z.strictObject({
  currency: z.string().refine(hasCents, "must be a currency with cents, such as eur"),
  plans: z.partialRecord(z.enum(planTiers), planSchema),
  top_ups: z.partialRecord(z.enum(topUpSizes), topUpSchema).default({}),
  base_costs: z.partialRecord(z.enum(styleNames), z.int().min(1).max(maxBaseCost)).default({}),
});

/**
 * Reads PLANS_FILE: the plans and top-ups for sale, and base costs. Tiers and sizes that it leaves out are not for
 * sale; styles have their default price. Throws an Error that names the file, the line and the fix.
 */
export function readOfferFile(name: string): Offer {
  const file = path.resolve(/* turbopackIgnore: true */ name);
  let text: string;
  try {
    text = readFileSync(/* turbopackIgnore: true */ file, "utf8");
  } catch (error) {
    throw new Error(`PLANS_FILE ${file} cannot be read: name a file that this process can read`, {
      cause: error,
    });
  }
  return parseOffer(text, file);
}

function parseOffer(text: string, file: string): Offer {
  const refuse = (line: number, problem: string) => new Error(`PLANS_FILE ${file}, line ${line}: ${problem}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse(lineAt(text, positionOf(error, text)), "is not JSON");
  }
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path ?? [];
    throw refuse(lineOf(text, where), `${formatPath(where) || "the file"} ${issue?.message ?? "is wrong"}`);
  }
  const { currency, plans: given, top_ups: givenTopUps, base_costs } = parsed.data;
  const plans: Record<PlanTier, Plan> = { ...defaultPlans };
  const tiers: PlanTier[] = [];
  for (const tier of planTiers) {
    const plan = given[tier];
    if (!plan) continue;
    const { name, monthly_credits, price_cents, uploads, jobs } = plan;
    const below = given[tiers.at(-1) ?? tier];
    // Whether a change is an upgrade is derived from price and credits.
    for (const field of ["monthly_credits", "price_cents"] as const) {
      if (!below || below === plan || plan[field] > below[field]) continue;
      const line = lineOf(text, ["plans", tier, field]);
      throw refuse(line, `plans.${tier}.${field} must be above that of ${below.name}, ${below[field]}`);
    }
    tiers.push(tier);
    plans[tier] = {
      ...defaultPlans[tier],
      name,
      monthlyCredits: monthly_credits,
      priceCents: price_cents,
      ...(uploads && { uploads: { storageMb: uploads.storage_mb, files: uploads.files } }),
      ...(jobs && { jobs: { atOnce: jobs.at_once, waiting: jobs.waiting, perHour: jobs.per_hour } }),
    };
  }
  const [smallest, ...larger] = tiers;
  if (!smallest) throw refuse(lineOf(text, ["plans"]), `plans must have one of ${planTiers.join(", ")}`);
  const topUps: Record<TopUpSize, TopUp> = { ...defaultTopUps };
  for (const size of topUpSizes) {
    const topUp = givenTopUps[size];
    if (topUp) topUps[size] = { ...topUps[size], credits: topUp.credits, priceCents: topUp.price_cents };
  }
  const sizes = topUpSizes.filter((size) => givenTopUps[size]);
  const baseCosts = { ...defaultBaseCosts, ...base_costs };
  return { currency: currency.toLowerCase(), plans, tiers: [smallest, ...larger], topUps, sizes, baseCosts };
}

function hasCents(code: string): boolean {
  if (!/^[a-z]{3}$/i.test(code) || !Intl.supportedValuesOf("currency").includes(code.toUpperCase()))
    return false;
  const format = new Intl.NumberFormat("en", { style: "currency", currency: code });
  return format.resolvedOptions().maximumFractionDigits === 2;
}

/** The line of a value: each name of its path is searched behind the one before. */
function lineOf(text: string, names: readonly PropertyKey[]): number {
  let position = 0;
  for (const name of names) {
    const at = text.slice(position).search(new RegExp(`"${String(name)}"\\s*:`));
    if (at === -1) break;
    position += at + 1;
  }
  return lineAt(text, position);
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}

/** Where JSON.parse stopped. V8 gives the position, or else the token with the ten characters before it. */
function positionOf(error: unknown, text: string): number {
  const message = error instanceof Error ? error.message : "";
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  const [, dots, excerpt] = /, (\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(message) ?? [];
  if (excerpt === undefined) return text.length;
  return text.indexOf(excerpt) + (dots ? 10 : 0);
}
