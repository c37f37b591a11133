import { expect, test } from "vitest";
import { maxSeed } from "#lib/contract/photos/values.ts";
import { stubFetch } from "#lib/testing/fetched.ts";
import { emptyStudio } from "../state.ts";
import { createSeeds, unusedSeed } from "./variants.ts";

const fetched = stubFetch();

const picture = { name: "mug.jpg", imageUrl: "https://host.example/mug.jpg" };
const { signal } = new AbortController();
const find = (first: number) => unusedSeed(first, { picture, settings: emptyStudio.settings, signal });
/** The account already has the photos of these seeds; the last one is in progress. */
const has = (...seeds: number[]) =>
  fetched.mockImplementation(async (_url, { body }) => {
    const [{ request }] = JSON.parse(String(body)).requests;
    expect(request.reuse).toBe(true);
    const credits = seeds.slice(0, -1).includes(request.seed) ? 0 : 1;
    const requests = [{ credits, open_id: request.seed === seeds.at(-1) ? "gen_1" : null }];
    return Response.json({ credits, requests, credits_remaining: { total: 9 } });
  });

test("each new variant follows all known ones, also for two clicks in a row", () => {
  const seeds = createSeeds();
  expect([seeds.next("mug", [0]), seeds.next("mug", [0]), seeds.next("hat", [0])]).toEqual([1, 2, 1]);
  expect(seeds.next("mug", [0, 7])).toBe(8);
  const last = seeds.next("mug", [maxSeed]);
  expect(last).toBeGreaterThan(0);
  expect(last).toBeLessThanOrEqual(maxSeed);
});

test("a take that the account already has or that is in progress is skipped", async () => {
  has();
  expect(await find(1)).toBe(1);
  has(1, 2);
  expect(await find(1)).toBe(3);
  has(1, 2, 3, 4, 5, 6);
  const far = await find(1);
  expect(far).toBeGreaterThan(6);
  expect(Number.isInteger(far) && far <= maxSeed).toBe(true);
});

test("the next take is used if the estimate fails", async () => {
  fetched.mockRejectedValue(new TypeError("lost"));
  expect(await find(4)).toBe(4);
});
