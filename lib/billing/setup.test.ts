import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { offer } from "../plans/offer.ts";
import { useDatabase } from "../testing/database.ts";
import { useEnvironment } from "../testing/environment.ts";
import { setUpCatalog } from "./setup.ts";
import { stripe } from "./stripe.ts";

await useDatabase();

const folder = await mkdtemp(path.join(os.tmpdir(), "plans-"));
await setUpCatalog(stripe());
afterAll(() => rm(folder, { recursive: true }));

async function sell(currency: string): Promise<void> {
  const file = path.join(folder, "plans.json");
  const pro = { name: "Studio", monthly_credits: 500, price_cents: 3_100 };
  await writeFile(file, JSON.stringify({ currency, plans: { pro } }));
  useEnvironment({ PLANS_FILE: file });
  offer.forget();
}

const priceOfPro = async () =>
  (await stripe().prices.list({ lookup_keys: ["pgs_pro_monthly"], active: true, limit: 100 })).data;

test("a price of PLANS_FILE replaces the former one under its lookup key, once", async () => {
  await sell("usd");
  const changes = await setUpCatalog(stripe());
  expect(changes).toEqual([
    expect.stringContaining("updated product Studio plan"),
    expect.stringContaining("replaced price pgs_pro_monthly"),
  ]);
  expect(await priceOfPro()).toMatchObject([{ unit_amount: 3_100, currency: "usd" }]);
  expect(await setUpCatalog(stripe())).toEqual([]);
});

test("another currency is refused, and changes nothing", async () => {
  await sell("eur");
  const before = await priceOfPro();
  await expect(setUpCatalog(stripe())).rejects.toThrow(/sells in usd, PLANS_FILE in eur: keep usd/);
  expect(await priceOfPro()).toEqual(before);
});
