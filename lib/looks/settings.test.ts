import { describe, expect, test } from "vitest";
import { applyLook, readSettings } from "./settings.ts";

const look = readSettings({
  style: "lifestyle",
  prompt: "Oak",
  aspectRatio: "1:1",
  resolution: "2K",
  size: "amazon",
  shadow: 0.6,
  layout: { x: 0.4, scale: 0.7 },
  light: { azimuthDeg: -50, warmth: 0.4 },
  background: { imageUrl: "https://host.example/wall.jpg", role: "surface" },
});

describe("a request with a brand look", () => {
  test.each([
    ["says nothing: it is the look's", {}, look],
    ["says a style: the rest is the look's", { style: "luxury" }, { ...look, style: "luxury" }],
    ["says an empty prompt: the style's own", { prompt: "" }, { ...look, prompt: "" }],
    ["says no shadow at all", { shadow: 0 }, { ...look, shadow: 0 }],
    ["says a field as undefined: it is the look's", { shadow: undefined }, look],
    [
      "says a part of the layout: the other parts are the look's",
      { layout: { x: 0.6, y: 0.5 } },
      { ...look, layout: { x: 0.6, y: 0.5, scale: 0.7 } },
    ],
    [
      "says a part of the light as undefined",
      { light: { warmth: -1, azimuthDeg: undefined } },
      { ...look, light: { azimuthDeg: -50, warmth: -1 } },
    ],
    [
      "says a background: it is one thing, and takes the place of the look's",
      { background: { color: "#ffffff" } },
      { ...look, background: { color: "#ffffff" } },
    ],
    ["says a size of its own", { size: "etsy" }, { ...look, size: "etsy" }],
    ["says crop, which the look does not", { crop: { zoom: 2 } }, { ...look, crop: { zoom: 2 } }],
  ] as const)("%s", (_name, request, expected) => {
    expect(applyLook<typeof look>(request, look)).toEqual(expected);
  });

  test("with an aspect ratio uses that instead of the size of the look", () => {
    const applied = applyLook<typeof look>({ aspectRatio: "16:9" }, look);
    expect(applied).toMatchObject({ aspectRatio: "16:9", resolution: "2K" });
    expect(applied).not.toHaveProperty("size");
    expect(applyLook<typeof look>({ aspectRatio: "16:9", size: "etsy" }, look).size).toBe("etsy");
  });

  test("does not change the look", () => {
    const before = structuredClone(look);
    applyLook<typeof look>({ layout: { x: 0.1 }, light: { warmth: 0 } }, look);
    expect(look).toEqual(before);
  });
});

test("settings that are no longer valid are dropped when read, without affecting the others", () => {
  expect(readSettings({ style: "vintage", shadow: 0.5, size: "myspace", light: { warmth: 9 } })).toEqual({
    shadow: 0.5,
  });
  // Without a valid resolution, the size has too many pixels.
  expect(readSettings({ size: "amazon", resolution: "8K", prompt: "Oak" })).toEqual({ prompt: "Oak" });
  for (const broken of [null, 7, "x", [], {}]) expect(readSettings(broken)).toEqual({});
});
