import { expect, test } from "vitest";
import { generation } from "#lib/contract/generations/schemas.ts";
import { examples } from "#lib/contract/openapi/examples.ts";
import { handoverOf } from "./handover.ts";

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

test("contains each source once, with its metadata, and the combined settings of the results", () => {
  const other = { ...lamp, style: "studio", prompt: "marble" };
  const { pictures, settings } = handoverOf([photo, { ...photo, id: "gen_3" }, other, cutout], {
    withSettings: true,
  });
  expect(pictures).toEqual([
    { name: "mug.jpg", imageUrl: photo.image_url, metadata: { sku: "M-1" } },
    { name: "lamp-7", imageUrl: lamp.image_url },
  ]);
  expect(settings).toMatchObject({
    styles: ["studio", "luxury"],
    aspectRatios: ["4:3"],
    resolutions: ["4K"],
    cutouts: true,
    prompt: "",
    mode: "studio",
    options: {},
  });
  const alike = handoverOf([{ ...photo, options: { shadow: 0.5 } }], { withSettings: true });
  expect(alike.settings).toMatchObject({ prompt: "oak", options: { shadow: 0.5 }, cutouts: false });
});

test("a photo for a marketplace is handed over with its marketplace, seed and own settings", () => {
  const options = { size: "amazon", look: "look_gone", shadow: 0, layout: { scale: 0.6 } };
  const { settings } = handoverOf([{ ...photo, resolution: "2K", seed: 5, options }], { withSettings: true });
  expect(settings).toMatchObject({ marketplaces: ["amazon"], seeds: [5], look: null });
  expect(settings?.options).toEqual({ shadow: 0, layout: { scale: 0.6 } });
});

test("photos of several sizes and seeds are handed over with the options that all of them share", () => {
  const settingsOf = (...options: object[]) =>
    handoverOf(
      options.map((one, at) => ({ ...photo, options: { ...one }, seed: [7, 0, 7][at] ?? 0 })),
      { withSettings: true },
    ).settings;
  const [layout, background] = [{ x: 0.3, y: 0.6 }, { color: "#f4efe6" }];
  expect(
    settingsOf(
      { size: "etsy", layout, background },
      { size: "amazon", layout, background },
      { layout, background },
    ),
  ).toMatchObject({ marketplaces: ["amazon", "etsy"], seeds: [0, 7], options: { layout, background } });
  expect(settingsOf({ layout, shadow: 0.2 }, { layout, shadow: 0.4 })?.options).toEqual({ layout });
  const size = { width: 1200, height: 800 };
  expect(settingsOf({ size, layout }, { size, layout })).toMatchObject({
    marketplaces: [],
    options: { size, layout },
  });
  expect(settingsOf({ size, layout }, { layout })?.options).toEqual({ layout });
});

test("the mode of a white photo does not count for the other styles", () => {
  const white = { ...photo, style: "amazon", mode: "studio" as const };
  const modeOf = (...entries: (typeof photo)[]) => handoverOf(entries, { withSettings: true }).settings?.mode;
  expect(modeOf(white)).toBeNull();
  expect(modeOf(white, { ...photo, mode: "scene" })).toBe("scene");
});

test("a source without a title is named after its sku, and has its metadata", () => {
  const { pictures } = handoverOf([{ ...photo, title: null }], { withSettings: false });
  expect(pictures).toEqual([{ name: "M-1", imageUrl: photo.image_url, metadata: { sku: "M-1" } }]);
});

test("contains no settings for cut-outs alone, nor if only the pictures are requested", () => {
  expect(handoverOf([cutout], { withSettings: true }).settings).toBeUndefined();
  expect(handoverOf([photo], { withSettings: false }).settings).toBeUndefined();
});
