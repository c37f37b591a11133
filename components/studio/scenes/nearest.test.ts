import { expect, test } from "vitest";
import { findNearest, type NearScene } from "./nearest.ts";

const scene = (id: string): NearScene => ({
  id,
  name: id,
  category: "home",
  preview_url: `https://photos.example/${id}`,
  product_cm: { from: 6, to: 32 },
});
const prompt = { prompt: "fir, baubles", style: "studio" } as const;

async function nearest(matching: string[], suiting: string[]) {
  const asked: unknown[] = [];
  const scenes = await findNearest(prompt, async (query) => {
    asked.push(query);
    return (query.q === undefined ? suiting : matching).map(scene);
  });
  return { ids: scenes.map(({ id }) => id), asked };
}

test("scenes that match the prompt come first, and scenes of the style fill up to four", async () => {
  const { ids, asked } = await nearest(["fir", "gifts"], ["podium", "gifts", "loft", "desk"]);
  expect(ids).toEqual(["fir", "gifts", "podium", "loft"]);
  expect(asked).toEqual([
    { q: "fir, baubles", style: "studio", limit: "4" },
    { style: "studio", limit: "4" },
  ]);
});

test("four matches need no second request, and a library without scenes has no matches", async () => {
  const four = ["a", "b", "c", "d"];
  expect(await nearest(four, ["e"])).toMatchObject({ ids: four, asked: [{ q: "fir, baubles" }] });
  expect((await nearest([], [])).ids).toEqual([]);
});
