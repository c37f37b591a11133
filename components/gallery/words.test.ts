import { expect, test } from "vitest";
import { generation } from "#lib/contract/generations/schemas.ts";
import { examples } from "#lib/contract/openapi/examples.ts";
import { createLanguage } from "#lib/language/translate.ts";
import { german } from "../language/de/index.ts";
import {
  describeCost,
  describeNotes,
  describeOptions,
  describeSeed,
  describeSize,
  describeWork,
  titleOf,
} from "./words.ts";

const english = createLanguage("en", {}, { moss: "Moss forest" });
const inGerman = createLanguage("de", german, { moss: "Mooswald" });
const { t } = english;
const { t: de } = inGerman;

test("work is named after its scene, else its prompt, else its style, also if it is no longer offered", () => {
  const luxury = { operation: "generate", style: "luxury", scene: null, prompt: null, options: {} } as const;
  expect([describeWork(luxury, english), describeWork(luxury, inGerman)]).toEqual([
    "Luxury photo",
    "Luxus-Foto",
  ]);
  expect(describeWork({ ...luxury, style: "vintage" }, english)).toBe("vintage photo");
  const inScene = { ...luxury, scene: "moss", prompt: "moss and fern" };
  expect([describeWork(inScene, english), describeWork(inScene, inGerman)]).toEqual([
    "Moss forest",
    "Mooswald",
  ]);
  expect(describeWork({ ...inScene, scene: "removed" }, english)).toBe("removed");
  expect(describeWork({ ...luxury, prompt: " on oak " }, english)).toBe("“on oak”");
  expect(describeWork({ ...luxury, prompt: "a".repeat(200) }, english)).toBe(`“${"a".repeat(60)}…”`);
  const cutout = { operation: "remove_bg", style: null, scene: null, prompt: null, options: {} } as const;
  expect([
    describeWork(cutout, english),
    describeWork({ ...cutout, options: { output: "mask" } }, inGerman),
  ]).toEqual(["Cut-out", "Maske"]);
});

test("a size is a marketplace, pixels, or the resolution", () => {
  expect(describeSize({ options: { size: "etsy" }, resolution: "2K" }, t)).toBe("Etsy listing");
  expect(describeSize({ options: { size: { width: 1200, height: 800 } }, resolution: "2K" }, t)).toBe(
    "1200 × 800",
  );
  expect(describeSize({ options: { size: "constructor" }, resolution: "2K" }, t)).toBe("2K");
});

test("settings are described in plain words, and only those that were set", () => {
  expect(describeOptions({}, t)).toEqual([]);
  const options = {
    background: { color: "#f4efe6" },
    layout: { x: 0.4 },
    light: { warmth: 1 },
    shadow: 0.35,
    reflection: 0,
    crop: { zoom: 2 },
    margin: 0.1,
    mask_url: "https://x",
    format: "webp",
    size: "etsy",
  };
  expect(describeOptions(options, t)).toEqual([
    ...[
      "Background #f4efe6",
      "Placed by hand",
      "Light set by hand",
      "Shadow 35 %",
      "Reflection 0 %",
      "Cropped",
    ],
    ...["Trimmed to the product", "Corrected cut-out", "WEBP"],
  ]);
  expect(describeOptions({ background: { image_url: "https://x" } }, de)).toEqual([
    "Eigenes Bild als Hintergrund",
  ]);
  expect([null, 0, 12345].map((seed) => describeSeed(seed, t))).toEqual([null, "Default", "Variant 12345"]);
});

test("a note that occurs twice is described once", () => {
  const notes = [{ code: "unsure_parts" }, { code: "unsure_parts" }, { code: "small_source" }] as const;
  expect(describeNotes(notes, t)).toHaveLength(2);
  expect(describeNotes([{ code: "color_cast", corrected: true }], t)).toEqual([
    "The light of the picture had a color cast, which was removed.",
  ]);
  expect(describeNotes([{ code: "unsure_stance" }], de)[0]).toContain("steht, liegt, hängt oder schwebt");
});

test("the cost of failed, refunded and reused work is described as nothing", () => {
  expect(describeCost({ credits_used: 1, status: "succeeded", refunded_at: null }, de)).toBe("1 Credit");
  expect(describeCost({ credits_used: 0, status: "failed", refunded_at: null }, t)).toBe("Nothing, refunded");
  expect(describeCost({ credits_used: 0, status: "succeeded", refunded_at: null }, t)).toBe(
    "Nothing, reused",
  );
  const refunded = { credits_used: 0, status: "succeeded", refunded_at: "2026-11-26T12:00:00.000Z" } as const;
  expect(describeCost(refunded, t)).toBe("Nothing, refunded");
});

test("a picture without a name is named after its work", () => {
  const photo = {
    ...generation.parse(examples.photo),
    style: "amazon",
    prompt: null,
    title: null,
    source_name: null,
    metadata: null,
    image_url: "http://localhost/x/image/upload/v1/inputs/u/k2.jpg",
  };
  expect(titleOf(photo, english)).toBe("Amazon photo");
  expect(titleOf({ ...photo, title: "mug.png" }, english)).toBe("mug");
});
