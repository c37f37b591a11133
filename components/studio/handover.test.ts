import { expect, test } from "vitest";
import { examples } from "#lib/contract/examples.ts";
import { generation } from "#lib/contract/schemas.ts";
import { bringIn, handoverOf } from "./handover.ts";
import { emptyStudio } from "./state.ts";

const photo = generation.parse({
  ...examples.photo,
  title: "mug.jpg",
  metadata: { sku: "M-1" },
  prompt: "oak",
});
const lamp = {
  ...photo,
  id: "gen_2",
  image_url: "https://shop.example/lamp.jpg",
  title: null,
  custom_id: "lamp-7",
  metadata: null,
};
const cutout = {
  ...photo,
  operation: "remove_bg" as const,
  style: null,
  aspect_ratio: null,
  resolution: null,
};

test("gives every source once, with its words, and what the results have between them", () => {
  const other = { ...lamp, style: "studio", prompt: "marble" };
  const { pictures, settings } = handoverOf([photo, { ...photo, id: "gen_3" }, other, cutout], {
    withSettings: true,
  });
  expect(pictures).toEqual([
    { name: "mug.jpg", imageUrl: photo.image_url, metadata: { sku: "M-1" } },
    { name: "lamp-7", imageUrl: lamp.image_url },
  ]);
  expect(settings).toMatchObject({
    ...{ styles: ["studio", "luxury"], aspectRatios: ["4:3"], resolutions: ["4K"] },
    ...{ cutouts: true, prompt: "", mode: "studio", options: {} },
  });
  const alike = handoverOf([{ ...photo, options: { shadow: 0.5 } }], { withSettings: true });
  expect(alike.settings).toMatchObject({ prompt: "oak", options: { shadow: 0.5 }, cutouts: false });
});

test("gives no settings for cut-outs alone, nor where only the pictures are wanted", () => {
  expect(handoverOf([cutout], { withSettings: true }).settings).toBeUndefined();
  expect(handoverOf([photo], { withSettings: false }).settings).toBeUndefined();
});

test("the studio chooses what was brought and nothing else, and knows pictures that it has already", () => {
  const first = { ...emptyStudio, ...bringIn(emptyStudio, handoverOf([lamp], { withSettings: false })) };
  expect(first.settings).toEqual(emptyStudio.settings);
  const both = { ...first, ...bringIn(first, handoverOf([photo], { withSettings: false })) };
  expect(both.sources.map(({ name, selected }) => [name, selected])).toEqual([
    ["lamp-7", false],
    ["mug.jpg", true],
  ]);
  const again = {
    ...both,
    ...bringIn(both, handoverOf([lamp, { ...photo, style: "studio" }], { withSettings: true })),
  };
  expect(again.sources.map(({ id, selected }) => [id, selected])).toEqual(
    both.sources.map(({ id }) => [id, true]),
  );
  expect(again.several).toEqual({ styles: true, aspectRatios: false, resolutions: false });
  expect(again.shownId).toBe(both.sources[0]?.id);
});
