import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { measureOrder } from "#components/studio/order/request.ts";
import { emptyStudio } from "#components/studio/state.ts";
import { openApiDocument } from "#lib/contract/openapi/index.ts";
import { resolutions, styleNames } from "#lib/contract/photos/styles.ts";
import { db } from "#lib/db/index.ts";
import { offer } from "#lib/plans/offer.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { useMadeResults } from "#lib/testing/generations/made-results.ts";
import { runsOf } from "#lib/testing/trials.ts";

await useDatabase();
useFixedPixels();
const results = useMadeResults();

test("under any prices of the operator, a photo is charged what estimate, list, page and reference say", async () => {
  const { key, userId } = await makeAccount({ monthly: 100_000 });
  const baseCost = fc.integer({ min: 1, max: 25 });
  const balance = async () => (await db().balance.findUniqueOrThrow({ where: { userId } })).monthly;
  await fc.assert(
    fc.asyncProperty(
      fc.record(Object.fromEntries(styleNames.map((style) => [style, baseCost]))),
      fc.constantFrom(...styleNames),
      fc.constantFrom(...resolutions),
      async (costs, style, resolution) => {
        const baseCosts = { ...offer().baseCosts, ...costs };
        vi.spyOn(offer(), "baseCosts", "get").mockReturnValue(baseCosts);
        const json = { image_url: results.imageUrl, type: "product", style, resolution };
        const requests = [{ operation: "generate", request: json }];
        const estimate = await api("estimate", { key, json: { requests } });
        const { credits } = estimate.body;
        const plans = await api("listPlans", {});
        expect(plans.body.prices.generate).toContainEqual({ style, resolution, credits });
        const settings = { ...emptyStudio.settings, styles: [style], resolutions: [resolution] };
        expect(measureOrder(1, settings, baseCosts).credits).toBe(credits);

        const before = await balance();
        const headers = { prefer: "respond-async" };
        const answer = await api("generate", { key, json, headers });
        expect([answer.status, answer.body.credits_used]).toEqual([202, credits]);
        expect(before - (await balance())).toBe(credits);
      },
    ),
    { numRuns: runsOf(40, 6), endOnFailure: true },
  );
});

test("texts and examples of the reference have the operator's prices", () => {
  const [standard, own] = [undefined, { ...offer().baseCosts, luxury: 3 }].map((baseCosts) => {
    // biome-ignore lint/suspicious/noExplicitAny: read like a client would
    const { post } = (openApiDocument(baseCosts) as any).paths["/api/v1/generate"];
    return [post.description, post.responses[200].content["application/json"].example.credits_used];
  });
  expect(standard).toEqual([expect.stringContaining("base cost of the style (1) times"), 4]);
  const listed = "base cost of the style (studio 1, amazon 1, luxury 3, lifestyle 1) times";
  expect(own).toEqual([expect.stringContaining(listed), 12]);
});
