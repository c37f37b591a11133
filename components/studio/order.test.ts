import { describe, expect, test } from "vitest";
import { batchRequest } from "#lib/contract/batch-schemas.ts";
import { choose, cutoutsOnly, maxOrderItems, measureOrder, type Settings, toBatchRequest } from "./order.ts";

const settings: Settings = {
  styles: ["studio"],
  prompt: "",
  aspectRatios: ["1:1"],
  resolutions: ["1K"],
  mode: null,
  cutouts: false,
  options: {},
};
const picture = (name: string) => ({
  name,
  imageUrl: `https://host.example/${encodeURIComponent(name.toWellFormed())}`,
});
const idsOf = (names: readonly string[], chosen: Settings) =>
  toBatchRequest({ pictures: names.map(picture), settings: chosen }).items.map((item) => item.custom_id);

describe("an order", () => {
  const large: Settings = {
    ...settings,
    styles: ["studio", "luxury"],
    aspectRatios: ["1:1", "9:16", "4:3"],
    resolutions: ["1K", "4K"],
    cutouts: true,
  };

  test("is every style in every shape and size of every picture, and costs what its items cost", () => {
    const { items } = toBatchRequest({ pictures: [picture("mug.jpg"), picture("hat.png")], settings: large });
    expect(items).toHaveLength(2 * (2 * 3 * 2 + 1));
    expect(measureOrder(2, large)).toEqual({
      photos: 24,
      cutouts: 2,
      total: items.length,
      credits: 2 * (2 * 3 * (1 + 4) + 10),
    });
  });

  test("is what the API takes, whatever its pictures are called", () => {
    const names = [
      "mug.jpg",
      "MUG.png",
      "",
      "a/b\\c?.jpg",
      "\ud83c",
      "ü".repeat(300),
      "ü".repeat(300),
      "🍵".repeat(90),
    ];
    const request = toBatchRequest({ pictures: names.map(picture), settings: large });
    expect(batchRequest.safeParse(request).error?.issues).toBeUndefined();
  });

  test("names picture, style, shape and size, no two alike", () => {
    expect(idsOf(["mug.jpg", "Mug.png", "camera v1.2.jpeg"], settings)).toEqual([
      "mug-studio-1x1-1k",
      "Mug-2-studio-1x1-1k",
      "camera v1.2-studio-1x1-1k",
    ]);
    expect(idsOf(["mug.jpg"], cutoutsOnly)).toEqual(["mug-cutout"]);
    // The second of a name is not to take the name of a third.
    expect(new Set(idsOf(["mug.jpg", "mug.jpg", "mug-2.jpg"], settings)).size).toBe(3);
  });

  test("is called after its pictures and styles", () => {
    const titleOf = (names: string[], styles: Settings["styles"]) =>
      toBatchRequest({ pictures: names.map(picture), settings: { ...settings, styles } }).title;
    expect(titleOf(["mug.jpg"], ["luxury"])).toBe("mug, Luxury");
    expect(titleOf(["mug.jpg", "hat.jpg", "pen.jpg"], ["studio", "luxury"])).toBe(
      "mug and 2 more, Studio and Luxury",
    );
    expect(titleOf(["mug.jpg"], ["studio", "luxury", "amazon"])).toBe("mug, 3 styles");
    expect(toBatchRequest({ pictures: [picture("mug.jpg")], settings: cutoutsOnly }).title).toBe(
      "mug, Cut-out",
    );
  });

  test("carries the seller's prompt to every photo, and none that is blank", () => {
    const promptsOf = (prompt: string) =>
      toBatchRequest({
        pictures: [picture("mug.jpg")],
        settings: { ...large, cutouts: false, prompt },
      }).items.map(({ request }) => ("prompt" in request ? request.prompt : null));
    expect(new Set(promptsOf(" Red velvet "))).toEqual(new Set(["Red velvet"]));
    expect(new Set(promptsOf("  "))).toEqual(new Set([null]));
  });

  test("says how its photos are made where that was chosen, but not of those that are always white", () => {
    const modesOf = (mode: Settings["mode"]) =>
      toBatchRequest({
        pictures: [picture("mug.jpg")],
        settings: { ...settings, styles: ["amazon", "luxury"], mode },
      }).items.map(({ request }) => ("mode" in request ? request.mode : null));
    expect(modesOf("edit")).toEqual([null, "edit"]);
    expect(modesOf(null)).toEqual([null, null]);
  });

  test("has no more items than the API takes", () => {
    expect(measureOrder(maxOrderItems / 2, { ...settings, cutouts: true }).total).toBe(1_000);
  });
});

describe("a click on an option", () => {
  const options = ["a", "b", "c"] as const;

  test("chooses it alone where one is to be chosen", () => {
    expect(choose(options, ["a"], { option: "c", several: false })).toEqual(["c"]);
  });

  test("adds it or takes it away where several may be, in the order of the options, and leaves one", () => {
    expect(choose(options, ["c"], { option: "a", several: true })).toEqual(["a", "c"]);
    expect(choose(options, ["a", "c"], { option: "a", several: true })).toEqual(["c"]);
    expect(choose(options, ["c"], { option: "c", several: true })).toEqual(["c"]);
  });
});
