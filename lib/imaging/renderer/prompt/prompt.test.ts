import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Style, styleNames } from "#lib/contract/photos/styles.ts";
import { luminance, type Rgb } from "#lib/imaging/pixels/color.ts";
import { anyCharacter } from "#lib/testing/characters.ts";
import { toLab } from "#lib/testing/imaging/lab.ts";
import type { Scene } from "../scene/scene.ts";
import { styleDefinitions } from "../styles/index.ts";
import pins from "./pins.json" with { type: "json" };
import { readScene } from "./prompt.ts";
import { effects } from "./words.ts";

function numbersOf(scene: Scene): number[] {
  return [
    ...Object.values(scene),
    ...Object.values(scene.light),
    ...scene.backColor,
    ...(scene.surfaceColor ?? []),
  ].filter((value) => typeof value === "number");
}

function hue(color: Rgb): number {
  const [, a, b] = toLab(color);
  return (Math.atan2(b, a) * 180) / Math.PI;
}

describe("any prompt", () => {
  const words = fc.array(
    fc.constantFrom(...[...effects.keys()], "no", "without", "red", "dark", "#a3b18a", ",", "bottle"),
  );

  test("gives a scene of finite numbers, and never throws", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...styleNames),
        fc.string({ unit: anyCharacter, maxLength: 400 }),
        (style, prompt) => {
          expect(numbersOf(readScene(style, prompt)).every(Number.isFinite)).toBe(true);
        },
      ),
    );
  });

  test("of known words leaves every setting within its range", () => {
    fc.assert(
      fc.property(fc.constantFrom(...styleNames), words, (style, list) => {
        const scene = readScene(style, list.join(" "));
        for (const value of [
          scene.shadow,
          scene.reflection,
          scene.roughness,
          scene.rim,
          scene.glow,
          scene.vignette,
        ]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
        for (const channel of [...scene.backColor, ...(scene.surfaceColor ?? [])]) {
          expect(channel).toBeGreaterThanOrEqual(0);
          expect(channel).toBeLessThanOrEqual(1);
        }
        expect(Math.abs(scene.light.warmth)).toBeLessThanOrEqual(1);
        expect(scene.exposure).toBeGreaterThan(0.5);
        expect(scene.exposure).toBeLessThan(1.2);
        expect(scene.fillBulk).toBeGreaterThanOrEqual(0.3);
        expect(Math.max(scene.fillWidth, scene.fillHeight)).toBeLessThanOrEqual(0.95);
      }),
    );
  });

  test("does not change the definitions of the styles", () => {
    const before = structuredClone(styleDefinitions);
    for (const style of styleNames) readScene(style, [...effects.keys()].join(", "));
    expect(styleDefinitions).toEqual(before);
  });

  test("of a megabyte gives the same scene as its beginning", () => {
    const long = "marble ".repeat(150_000);
    expect(readScene("studio", long)).toEqual(readScene("studio", "marble ".repeat(400)));
  });

  test("of unknown words changes nothing", () => {
    expect(readScene("studio", "Xylophon quux, 12345 éèü 商品 🙂")).toEqual(styleDefinitions.studio.scene);
  });
});

describe("each style", () => {
  test.each(styleNames)("%s without a prompt gives the style's own scene", (style) => {
    expect(readScene(style, null)).toEqual(styleDefinitions[style].scene);
  });

  test("amazon stays pure white for any prompt", () => {
    fc.assert(
      fc.property(fc.string(), (prompt) => {
        expect(readScene("amazon", `${prompt} black marble, hard shadow`)).toEqual(
          styleDefinitions.amazon.scene,
        );
      }),
    );
  });
});

describe("colors", () => {
  const back = (prompt: string, style: Style = "studio") => readScene(style, prompt).backColor;

  test.each([
    ["#a3b18a", "#a3b18a background"],
    ["sage", "a sage backdrop"],
    ["sage", "sage green backdrop"],
    ["navy", "navy blue wall"],
    ["#bcdcf0", "sky blue background"],
    ["#dcab9d", "rose gold backdrop"],
    ["#1c2447", "midnight blue backdrop"],
  ])("%s is found in “%s”", (name, prompt) => {
    expect(back(prompt)).toEqual(back(name));
    expect(back(prompt)).not.toEqual(styleDefinitions.studio.scene.backColor);
  });

  test("light and dark change a color's lightness, and dark preserves its hue", () => {
    const plain = back("terracotta background");
    expect(luminance(back("light terracotta background"))).toBeGreaterThan(luminance(plain) * 1.4);
    expect(luminance(back("dark terracotta background"))).toBeLessThan(luminance(plain) * 0.5);
    expect(Math.abs(hue(back("dark terracotta background")) - hue(plain))).toBeLessThan(12);
  });

  test("the color of the product in the prompt does not color the background", () => {
    expect(back("a red bottle on a beige background")).toEqual(back("beige background"));
    expect(back("golden hour")).toEqual(styleDefinitions.studio.scene.backColor);
  });

  test("wall and table each get their own color", () => {
    const scene = readScene("lifestyle", "white marble table, sage wall");
    expect(scene.back).toBe("wall");
    expect(scene.backColor).toEqual(back("sage"));
    expect(scene.surface).toBe("marble");
    expect(luminance(scene.surfaceColor ?? [0, 0, 0])).toBeGreaterThan(0.8);
  });
});

describe("surfaces, rooms and light", () => {
  test.each([
    ["on white marble", "marble"],
    ["wooden table", "oak"],
    ["dark wood", "walnut"],
    ["concrete slab", "concrete"],
    ["linen cloth", "linen"],
    ["stretched canvas", "linen"],
    ["on wet stones", "slate"],
    ["a sandy beach", "sand"],
    ["acrylic", "acrylic"],
    ["on a mirror", "mirror"],
  ])("“%s” puts the product on %s", (prompt, surface) => {
    expect(readScene("studio", prompt)).toMatchObject({ backdrop: "set", surface });
  });

  test.each([
    ["bright kitchen", "kitchen"],
    ["bathroom shelf", "bathroom"],
    ["in the garden", "garden"],
    ["cosy living room", "room"],
    ["festive evening", "evening"],
    ["Christmas", "evening"],
    ["a sunny café", "kitchen"],
  ])("“%s” puts %s behind the table", (prompt, room) => {
    expect(readScene("lifestyle", prompt)).toMatchObject({ backdrop: "set", back: room });
  });

  test("a window and leaves in the prompt set the pattern of the light", () => {
    expect(readScene("studio", "cool daylight from a window").light.pattern).toBe("window");
    expect(readScene("studio", "sunlight through leaves").light.pattern).toBe("leaves");
  });

  test("light comes from the side that the prompt names", () => {
    expect(readScene("studio", "soft light from the right").light.azimuthDeg).toBeGreaterThan(0);
    expect(readScene("studio", "light from the left").light.azimuthDeg).toBeLessThan(0);
    expect(Math.abs(readScene("studio", "backlit").light.azimuthDeg)).toBeGreaterThan(135);
  });

  test("hard light is harder than soft light, golden hour is warm and lower than noon, and cool light is cool", () => {
    expect(readScene("studio", "hard light").light.softness).toBeLessThan(
      readScene("studio", "soft light").light.softness,
    );
    const golden = readScene("studio", "golden hour").light;
    expect(golden.warmth).toBeGreaterThan(0.5);
    expect(golden.elevationDeg).toBeLessThan(0.5 * readScene("studio", "noon").light.elevationDeg);
    expect(readScene("studio", "cool light").light.warmth).toBeLessThan(0);
  });

  test("negated words are left out of the scene", () => {
    expect(readScene("studio", "no shadow").shadow).toBe(0);
    expect(readScene("luxury", "without any reflection").reflection).toBe(0);
    expect(readScene("luxury", "no reflections, soft shadow")).toMatchObject({ reflection: 0, shadow: 0.85 });
    expect(readScene("studio", "no marble, oak table").surface).toBe("oak");
    expect(readScene("studio", "not red, blue background").backColor).toEqual(
      readScene("studio", "blue background").backColor,
    );
  });
});

test.each(pins)("“$prompt” gives the recorded scene", ({ style, prompt, scene }) => {
  const rounded = JSON.stringify(
    readScene(styleNames.find((name) => name === style) ?? "studio", prompt),
    (_, value) => (typeof value === "number" ? Math.round(value * 1e6) / 1e6 : value),
  );
  expect(JSON.parse(rounded)).toEqual(scene);
});
