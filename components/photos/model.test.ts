import { expect, test } from "vitest";
import { generation } from "#lib/contract/generations/schemas.ts";
import { examples } from "#lib/contract/openapi/examples.ts";
import { createLanguage } from "#lib/language/translate.ts";
import { describeCutout, describeFailure, distinctPictures, type Entry } from "./model.ts";
import { settingsOf, sizeOf } from "./settings.ts";

const english = createLanguage("en", {});
const photo = (part: Partial<Entry> = {}): Entry => ({
  ...generation.parse(examples.photo),
  style: "luxury",
  aspect_ratio: "16:9",
  resolution: "2K",
  prompt: null,
  options: {},
  seed: 0,
  width: null,
  height: null,
  content_type: null,
  result_url: null,
  ...part,
});

test("the settings of a photo can be ordered again unless its style was withdrawn", () => {
  expect(settingsOf(photo({ prompt: "Red velvet", mode: "scene" }))).toEqual({
    styles: ["luxury"],
    aspectRatios: ["16:9"],
    resolutions: ["2K"],
    cutouts: false,
    options: {},
    prompt: "Red velvet",
    scene: null,
    mode: "scene",
    marketplaces: [],
    seeds: [0],
    look: null,
  });
  const options = { look: "look_1", size: "etsy", format: "png", light: { warmth: 0.4 } };
  expect(settingsOf(photo({ options, seed: 3 }))).toMatchObject({
    marketplaces: ["etsy"],
    seeds: [3],
    look: null,
    options: { format: "png", light: { warmth: 0.4 } },
  });
  expect(sizeOf(photo({ options }))).toEqual({ width: 2000, height: 1500 });
  const size = { width: 1200, height: 800 };
  expect(settingsOf(photo({ options: { size } }))?.options).toEqual({ size });
  expect(settingsOf(photo({ style: "vintage" }))).toBeNull();
  expect(sizeOf(photo())).toEqual({ width: 2752, height: 1536 });
  expect(sizeOf(photo({ width: 800, height: 600 }))).toEqual({ width: 800, height: 600 });
  expect(sizeOf(photo({ style: null }))).toBeNull();
});

test("a cut-out is described by its format and transparency", () => {
  const { t } = english;
  const textOf = (part: Partial<Entry>) =>
    describeCutout(photo({ operation: "remove_bg", style: null, ...part }), t);
  const background = { color: "#ffffff" };
  expect(textOf({})).toBe("transparent PNG");
  expect(textOf({ content_type: "image/webp", options: { format: "webp" } })).toBe("transparent WebP");
  expect(textOf({ content_type: "image/jpeg", options: { format: "jpeg", background } })).toBe("JPEG");
  expect(textOf({ result_url: "https://host.example/mug.png", options: { background } })).toBe("PNG");
  expect(textOf({ options: { output: "mask" } })).toBe("PNG");
  expect(describeCutout(photo(), t)).toBeNull();
});

test("a picture with several photos is cut out once", () => {
  const mug = { name: "mug.jpg", imageUrl: "https://host.example/mug.jpg" };
  expect(distinctPictures([mug, { ...mug, name: "again" }])).toEqual([mug]);
});

test("a failure is described with its fix, without the backticks of the API", () => {
  const textOf = (message: string | null, fix: string | null) =>
    describeFailure({ error_code: "generation_failed", error_message: message, error_fix: fix }, english);
  expect(textOf("The model refused.", "The credits were refunded. Ask for `mode` `studio`.")).toBe(
    "The model refused. The credits were refunded. Ask for mode studio.",
  );
  expect(textOf(null, null)).toBe("The image could not be made. Its credits were refunded.");
});
