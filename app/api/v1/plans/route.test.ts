import { expect, test } from "vitest";
import { api } from "#lib/testing/api.ts";
import { useEnvironment } from "#lib/testing/environment.ts";

const ask = () => api("listPlans", {});

test("200 lists the plans for sale, the top-ups and what work costs, without a key", async () => {
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(body).toMatchObject({ billing: "on", currency: "usd" });
  expect(body.plans).toMatchObject([
    { tier: "starter", price_cents: 900 },
    { tier: "pro", price_cents: 2_900 },
    { tier: "max", price_cents: 7_900 },
    { tier: "ultra", price_cents: 19_900 },
  ]);
  expect(body.top_ups[0]).toEqual({ credits: 100, price_cents: 1_200 });
  expect(body.prices.remove_bg).toBe(10);
  expect(body.prices.generate).toContainEqual({ style: "luxury", resolution: "4K", credits: 4 });
});

test("200 without billing has prices in credits, but no plans, top-ups and currency", async () => {
  useEnvironment({ BILLING: "off" });
  const { body } = await ask();
  expect(body).toMatchObject({ billing: "off", currency: null, plans: [], top_ups: [] });
  expect(body.prices.remove_bg).toBe(10);
});
