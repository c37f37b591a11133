import { expect, test } from "vitest";
import { lookSettings } from "#lib/contract/looks/schemas.ts";
import { coversLook } from "../../photos/build-order.ts";
import type { ChosenLook, Settings } from "../../photos/settings.ts";
import { emptyStudio } from "../state.ts";
import { applyLook, isChanged, toLookSettings } from "./looks.ts";

const { settings } = emptyStudio;
const look: ChosenLook = {
  id: "look_1",
  name: "Warm oak",
  settings: {
    style: "lifestyle",
    prompt: "Oak",
    resolution: "2K",
    aspect_ratio: "4:3",
    shadow: 0,
    light: { warmth: 0.4, azimuth_deg: -50 },
  },
};

test("a brand look fills the settings, leaves other settings unchanged, and can be read from them again", () => {
  const worn = applyLook({ ...settings, cutouts: true, seeds: [0, 1], prompt: "before" }, look);
  expect(worn).toMatchObject({ styles: ["lifestyle"], prompt: "Oak", cutouts: true, seeds: [0, 1] });
  expect(toLookSettings(worn)).toEqual({ ...look.settings, correct: "auto" });
  const plain: ChosenLook = { ...look, settings: { ...look.settings, correct: "off" } };
  expect(toLookSettings(applyLook(settings, plain))).toEqual(plain.settings);
  const open = applyLook({ ...settings, aspectRatios: ["9:16"] }, { ...look, settings: { shadow: 1 } });
  expect(open).toMatchObject({
    styles: ["studio"],
    prompt: "",
    aspectRatios: ["9:16"],
    options: { shadow: 1 },
  });
});

test.each<[string, Partial<Settings>]>([
  ["one place", { marketplaces: ["amazon"] }],
  ["several places", { marketplaces: ["amazon", "etsy"] }],
  [
    "several of everything",
    { styles: ["studio", "luxury"], aspectRatios: ["1:1", "4:3"], resolutions: ["1K", "4K"] },
  ],
  ["a size of one's own", { resolutions: ["2K"], options: { size: { width: 1800, height: 1200 } } }],
  [
    "everything",
    { mode: "scene", prompt: " Oak ", options: { shadow: 0, background: { color: "#ffffff" } } },
  ],
])("settings with %s are saved in a form that is valid for the API", (_name, part) => {
  const saved = toLookSettings({ ...settings, ...part });
  expect(lookSettings.safeParse(saved).error?.issues).toBeUndefined();
});

test.each<[string, (worn: Settings) => Settings, boolean]>([
  ["nothing else", (worn) => worn, false],
  ["another style", (worn) => ({ ...worn, styles: ["luxury"] }), true],
  ["one more style", (worn) => ({ ...worn, styles: ["lifestyle", "luxury"] }), true],
  ["another prompt", (worn) => ({ ...worn, prompt: "Pine" }), true],
  ["the light taken away", (worn) => ({ ...worn, options: { shadow: 0 } }), true],
  [
    "the same light in another order",
    (worn) => ({ ...worn, options: { ...worn.options, light: { azimuth_deg: -50, warmth: 0.4 } } }),
    false,
  ],
  ["another place", (worn) => ({ ...worn, marketplaces: ["etsy", "amazon"] }), false],
  ["more takes", (worn) => ({ ...worn, seeds: [0, 1, 2] }), false],
  ["no look", (worn) => ({ ...worn, look: null, prompt: "Pine" }), false],
])(
  "settings with a brand look and %s count as changed only if they differ from it",
  (_name, change, expected) => {
    expect(isChanged(change(applyLook(settings, look)))).toBe(expected);
  },
);

test("options cover a brand look only if they have every key of it", () => {
  expect(coversLook({ light: { warmth: 1 } }, { light: { warmth: 0 } })).toBe(true);
  expect(coversLook({ light: { warmth: 1 } }, { light: { exposure: 1 } })).toBe(false);
  expect(coversLook({ background: { color: "#ffffff" } }, { background: { image_url: "x" } })).toBe(true);
  expect(coversLook({}, { shadow: 0 })).toBe(false);
  expect(coversLook({ shadow: 0 }, { shadow: 0.4 })).toBe(true);
});
