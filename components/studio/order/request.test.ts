import { describe, expect, test } from "vitest";
import { batchRequest } from "#lib/contract/batches/schemas.ts";
import { marketplaceSizeNames } from "#lib/contract/marketplaces/list.ts";
import { defaultBaseCosts } from "#lib/contract/photos/styles.ts";
import { createLanguage } from "#lib/language/translate.ts";
import { german } from "../../language/de/index.ts";
import { toBatchRequest } from "../../photos/build-order.ts";
import type { Settings } from "../../photos/settings.ts";
import { emptyStudio } from "../state.ts";
import { applyLook } from "./looks.ts";
import { choose, maxOrderItems, measureOrder, nameOrder } from "./request.ts";

const english = createLanguage("en", {}, { loft: "Concrete loft" });
const settings: Settings = { ...emptyStudio.settings, options: {} };
const cutoutsOnly: Settings = { ...settings, styles: [], cutouts: true };
const picture = (name: string) => ({
  name,
  imageUrl: `https://host.example/${encodeURIComponent(name.toWellFormed())}`,
});
const itemsOf = (names: readonly string[], chosen: Settings) =>
  toBatchRequest({ pictures: names.map(picture), settings: chosen }).items;
const idsOf = (names: readonly string[], chosen: Settings) =>
  itemsOf(names, chosen).map((item) => item.custom_id);
/** A field of each photo of one picture. */
const fieldsOf = (name: string, chosen: Settings) =>
  itemsOf(["mug.jpg"], chosen).map(({ request }) =>
    new Map<string, unknown>(Object.entries(request)).get(name),
  );
const titleOf = (names: readonly string[], chosen: Settings, language = english) =>
  nameOrder({ pictures: names.map(picture), settings: chosen }, language);

describe("an order", () => {
  const large: Settings = {
    ...settings,
    styles: ["studio", "luxury"],
    aspectRatios: ["1:1", "9:16", "4:3"],
    resolutions: ["1K", "4K"],
    cutouts: true,
  };

  test("has every style in every shape and size of every picture, and costs the sum of its items", () => {
    const items = itemsOf(["mug.jpg", "hat.png"], large);
    expect(items).toHaveLength(2 * (2 * 3 * 2 + 1));
    expect(measureOrder(2, large, defaultBaseCosts)).toEqual({
      photos: 24,
      cutouts: 2,
      total: items.length,
      credits: 2 * (2 * 3 * (1 + 4) + 10),
    });
  });

  test("has the chosen props where it has the scene, whose ground they lie on", () => {
    const options = { props: ["towel" as const] };
    const chosen: Settings = { ...settings, styles: ["studio", "amazon"], scene: "podium-petals", options };
    expect(fieldsOf("props", chosen)).toEqual([["towel"], undefined]);
    expect(fieldsOf("props", { ...chosen, scene: null })).toEqual([undefined, undefined]);
  });

  test("has the chosen scene if the style can have one and there is no custom background", () => {
    const chosen: Settings = { ...settings, styles: ["studio", "amazon"], scene: "podium-petals" };
    expect(fieldsOf("scene", chosen)).toEqual(["podium-petals", undefined]);
    const colored = { ...chosen, options: { background: { color: "#ffffff" } } };
    expect(fieldsOf("scene", colored)).toEqual([undefined, undefined]);
  });

  test("is valid for the API with any picture names", () => {
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

  test("has unique custom_ids of picture, style, shape and size", () => {
    expect(idsOf(["mug.jpg", "Mug.png", "camera v1.2.jpeg"], settings)).toEqual([
      "mug_studio_1k",
      "Mug-2_studio_1k",
      "camera-v1.2_studio_1k",
    ]);
    expect(idsOf(["mug.jpg"], cutoutsOnly)).toEqual(["mug_cutout"]);
    // The deduplicated second name must not equal the third name.
    expect(new Set(idsOf(["mug.jpg", "mug.jpg", "mug-2.jpg"], settings)).size).toBe(3);
  });

  test("has the marketplace in a custom_id once, and every take but the first", () => {
    const shown: Settings = { ...settings, styles: ["amazon", "luxury"], marketplaces: ["amazon", "etsy"] };
    expect(idsOf(["blue mug.jpg"], shown)).toEqual([
      "blue-mug_amazon",
      "blue-mug_amazon_etsy",
      "blue-mug_luxury_amazon",
      "blue-mug_luxury_etsy",
    ]);
    expect(idsOf(["mug.jpg"], { ...settings, aspectRatios: ["16:9"], seeds: [0, 1, 7] })).toEqual([
      "mug_studio_16x9_1k",
      "mug_studio_16x9_1k_take-2",
      "mug_studio_16x9_1k_take-8",
    ]);
    // A picture whose name ends like the name of another picture's result.
    const ids = idsOf(["mug.jpg", "mug_studio.jpg"], { ...shown, styles: ["studio", "amazon"] });
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("has a photo per style, marketplace and take, at the cheapest resolution for the marketplace", () => {
    const shown: Settings = {
      ...settings,
      styles: ["studio", "luxury"],
      marketplaces: ["amazon", "instagram_square"],
      seeds: [0, 1],
      // Marketplace sizes replace these.
      aspectRatios: ["1:1", "16:9"],
      resolutions: ["4K"],
    };
    const sizes = fieldsOf("size", shown);
    expect(sizes.slice(0, 4)).toEqual(["amazon", "amazon", "instagram_square", "instagram_square"]);
    expect(new Set(fieldsOf("resolution", shown))).toEqual(new Set(["2K"]));
    expect(measureOrder(1, shown, defaultBaseCosts)).toEqual({
      photos: 8,
      cutouts: 0,
      total: sizes.length,
      credits: 2 * 2 * (2 + 2),
    });
    for (const name of marketplaceSizeNames) {
      const one = { items: itemsOf(["mug.jpg"], { ...settings, marketplaces: [name] }) };
      expect(batchRequest.safeParse(one).error?.issues, name).toBeUndefined();
    }
  });

  test("reuses earlier results for all its items", () => {
    expect(fieldsOf("reuse", large).every((isReused) => isReused === true)).toBe(true);
  });

  test("has the id and name of its brand look if its settings cover all of the look", () => {
    const look = {
      id: "look_1",
      name: "Warm oak",
      settings: {
        style: "lifestyle",
        prompt: "Oak",
        light: { warmth: 0.4 },
        size: "amazon",
        resolution: "2K",
      },
    } as const;
    const worn = applyLook({ ...settings, prompt: "before" }, look);
    const looksOf = (chosen: Settings) => fieldsOf("look", chosen);
    expect(looksOf(worn)).toEqual(["look_1"]);
    expect(looksOf({ ...worn, marketplaces: ["amazon", "etsy"], styles: ["lifestyle", "luxury"] })).toEqual(
      Array(4).fill("look_1"),
    );
    // Options that the seller removed must not be restored by the look.
    expect(looksOf({ ...worn, prompt: "" })).toEqual([undefined]);
    expect(looksOf({ ...worn, options: {} })).toEqual([undefined]);
    expect(looksOf({ ...worn, look: null })).toEqual([undefined]);
    expect(titleOf(["mug.jpg"], worn)).toBe("mug, Warm oak");
    expect(titleOf(["mug.jpg"], { ...worn, prompt: "Pine" })).toBe("mug, Lifestyle");
  });

  test("is named after its pictures and styles", () => {
    const two: Settings = { ...settings, styles: ["studio", "luxury"] };
    const three: Settings = { ...settings, styles: ["studio", "luxury", "amazon"] };
    expect(titleOf(["mug.jpg"], { ...settings, styles: ["luxury"] })).toBe("mug, Luxury");
    expect(titleOf(["mug.jpg", "hat.jpg", "pen.jpg"], two)).toBe("mug and 2 more, Studio and Luxury");
    expect(titleOf(["mug.jpg"], three)).toBe("mug, 3 styles");
    expect(titleOf(["mug.jpg"], cutoutsOnly)).toBe("mug, Cut-out");
  });

  test("is not named after the file of a camera, a phone or a messenger", () => {
    for (const name of [
      "IMG_2034.HEIC",
      "DSC01234.jpg",
      "PXL_20261127_101213.jpg",
      "WhatsApp Image 2026-11-27 at 10.12.13.jpeg",
      "5f3c9a1e-77aa-4b6e-9d1c-0242ac120002.png",
      "1.png",
      "",
    ]) {
      expect(titleOf([name], settings), name).toBe("Studio");
      expect(titleOf([name, "b.jpg"], settings), name).toBe("2 pictures, Studio");
    }
    expect(titleOf(["IMG_2034 blue-mug_2.jpg"], settings)).toBe("blue mug, Studio");
    expect(titleOf(["Blaue Tasse.png", "1.png"], settings)).toBe("Blaue Tasse and 1 more, Studio");
  });

  test("is named after its scene, except with several styles, pure white or a custom background", () => {
    const titleWith = (styles: Settings["styles"], options = {}) =>
      titleOf(["mug.jpg"], { ...settings, scene: "loft", styles, options });
    expect(titleWith(["lifestyle"])).toBe("mug, Concrete loft");
    expect(titleWith(["amazon"])).toBe("mug, Amazon");
    expect(titleWith(["studio", "luxury"])).toBe("mug, Studio and Luxury");
    expect(titleWith(["lifestyle"], { background: { color: "#ffffff" } })).toBe("mug, Lifestyle");
  });

  test("has a German name for a German seller", () => {
    const inGerman = createLanguage("de", german);
    const names = ["tasse.jpg", "hut.jpg"];
    const two: Settings = { ...settings, styles: ["studio", "luxury"] };
    expect(titleOf(names, two, inGerman)).toBe("tasse und 1 weiteres, Studio und Luxus");
    expect(titleOf(names, cutoutsOnly, inGerman)).toBe("tasse und 1 weiteres, Freisteller");
  });

  test("has the seller's prompt in every photo, unless the prompt is blank", () => {
    const promptsOf = (prompt: string) => fieldsOf("prompt", { ...large, cutouts: false, prompt });
    expect(new Set(promptsOf(" Red velvet "))).toEqual(new Set(["Red velvet"]));
    expect(new Set(promptsOf("  "))).toEqual(new Set([undefined]));
  });

  test("has the chosen mode for its photos, except for those that are always white", () => {
    const modesOf = (mode: Settings["mode"]) =>
      fieldsOf("mode", { ...settings, styles: ["amazon", "luxury"], mode });
    expect(modesOf("edit")).toEqual([undefined, "edit"]);
    expect(modesOf(null)).toEqual([undefined, undefined]);
  });

  test("has at most as many items as the API accepts", () => {
    expect(measureOrder(maxOrderItems / 2, { ...settings, cutouts: true }, defaultBaseCosts).total).toBe(
      1_000,
    );
  });
});

describe("a click on an option", () => {
  const options = ["a", "b", "c"] as const;

  test("replaces the choice if only one option may be chosen", () => {
    expect(choose(options, ["a"], { option: "c", several: false })).toEqual(["c"]);
  });

  test("adds or removes it if several may be chosen, in the order of the options, and leaves at least one", () => {
    expect(choose(options, ["c"], { option: "a", several: true })).toEqual(["a", "c"]);
    expect(choose(options, ["a", "c"], { option: "a", several: true })).toEqual(["c"]);
    expect(choose(options, ["c"], { option: "c", several: true })).toEqual(["c"]);
  });
});
