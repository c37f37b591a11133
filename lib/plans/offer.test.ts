import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { defaultPlans, planTiers } from "../contract/billing/plans.ts";
import { defaultBaseCosts } from "../contract/photos/styles.ts";
import { forgetAll } from "../platform/lazy.ts";
import { formatPrice, listCatalog } from "./catalog.ts";
import { offer, photoCost, photoCostRange, smallestPlan } from "./offer.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "plans-"));
const file = path.join(folder, "plans.json");
afterAll(() => rmSync(folder, { recursive: true }));

/** Makes this the offer of the process. */
function sell(value: unknown): void {
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value, null, 2));
  vi.stubEnv("PLANS_FILE", file);
  forgetAll();
}

const euros = {
  currency: "EUR",
  plans: {
    pro: {
      name: "Werkstatt",
      monthly_credits: 500,
      price_cents: 4_900,
      jobs: { at_once: 6, waiting: 100, per_hour: 200 },
    },
    ultra: {
      name: "Haus",
      monthly_credits: 9_000,
      price_cents: 49_000,
      uploads: { storage_mb: 5, files: 6 },
    },
  },
  top_ups: { medium: { credits: 450, price_cents: 4_050 } },
};

test("without PLANS_FILE every tier is for sale, in dollars", () => {
  vi.stubEnv("PLANS_FILE", "");
  forgetAll();
  expect(offer()).toMatchObject({ currency: "usd", plans: defaultPlans, tiers: planTiers });
  expect(formatPrice(900, {})).toBe("$9");
});

test("a file replaces names, credits, prices, limits, top-ups and currency; what it leaves out is not for sale", () => {
  sell(euros);
  const { currency, tiers, plans, sizes } = offer();
  expect([currency, tiers, sizes]).toEqual(["eur", ["pro", "ultra"], ["medium"]]);
  expect(plans.pro).toMatchObject({
    name: "Werkstatt",
    monthlyCredits: 500,
    jobs: { atOnce: 6, waiting: 100, perHour: 200 },
    uploads: defaultPlans.pro.uploads,
  });
  expect(plans.ultra.uploads).toEqual({ storageMb: 5, files: 6 });
  // Accounts can have a tier that is not for sale.
  expect(plans.starter).toEqual(defaultPlans.starter);
  expect(smallestPlan().tier).toBe("pro");
  expect(formatPrice(4_900, { locale: "de" })).toBe("49\u00a0€");
  expect(listCatalog()).toEqual([
    expect.objectContaining({
      product: { name: "Werkstatt plan", description: "500 credits every month" },
      priceCents: 4_900,
    }),
    expect.objectContaining({ sells: { kind: "plan", tier: "ultra" }, monthly: true }),
    expect.objectContaining({
      product: { name: "Top-up: 450 credits", description: "Credits that never expire" },
      priceCents: 4_050,
    }),
  ]);
});

test("a file may set the base cost of each style; the others keep theirs", () => {
  sell({ ...euros, base_costs: { luxury: 3, studio: 2 } });
  expect(offer().baseCosts).toEqual({ ...defaultBaseCosts, luxury: 3, studio: 2 });
  expect(photoCost("luxury", "4K")).toBe(12);
  expect(photoCostRange("2K")).toEqual({ least: 2, most: 6 });
});

const { pro, ultra } = euros.plans;
test.each<[problem: RegExp, value: unknown]>([
  [/line 1: is not JSON/, "{,}"],
  [/line 3: is not JSON/, '{\n  "currency": "eur",\n  "plans": oops\n}'],
  [/line 2: currency must be a currency with cents/, { ...euros, currency: "jpy" }],
  [/line 2: currency must be a currency with cents/, { ...euros, currency: "euro" }],
  [/line 3: plans must have one of starter, pro, max, ultra/, { ...euros, plans: {} }],
  [/line 1: the file has unknown fields: prices/, { ...euros, prices: {} }],
  [/plans has unknown fields: gold/, { ...euros, plans: { gold: pro } }],
  [
    /line 7: plans.pro.price_cents must be at least 50/,
    { ...euros, plans: { pro: { name: "A", monthly_credits: 1, price_cents: 0 } } },
  ],
  [
    /line 6: plans.pro.monthly_credits must be a whole number/,
    { ...euros, plans: { pro: { ...pro, monthly_credits: 1.5 } } },
  ],
  [
    /line 14: plans.ultra.name is required/,
    { ...euros, plans: { pro, ultra: { ...ultra, name: undefined } } },
  ],
  [/line 32: base_costs.luxury must be at most 25/, { ...euros, base_costs: { studio: 1, luxury: 26 } }],
  [/base_costs.luxury must be at least 1/, { ...euros, base_costs: { luxury: 0 } }],
  [/base_costs has unknown fields: noir/, { ...euros, base_costs: { noir: 1 } }],
  [
    /line 17: plans.ultra.price_cents must be above that of Werkstatt, 4900/,
    { ...euros, plans: { pro, ultra: { ...ultra, price_cents: 4_900 } } },
  ],
])("a wrong file is refused with its name, line and problem: %s", (problem, value) => {
  sell(value);
  expect(offer).toThrow(problem);
  expect(offer).toThrow(`PLANS_FILE ${file}, line `);
});

test("a file that cannot be read is refused by name", () => {
  vi.stubEnv("PLANS_FILE", path.join(folder, "absent.json"));
  forgetAll();
  expect(offer).toThrow(/PLANS_FILE .*absent\.json cannot be read: name a file/);
});
