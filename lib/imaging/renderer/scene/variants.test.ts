import { describe, expect, test } from "vitest";
import { type Style, styleNames } from "#lib/contract/photos/styles.ts";
import { variantsPerStyle } from "#lib/contract/photos/values.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { makePixels } from "#lib/imaging/painted/studio.ts";
import { drawMug } from "#lib/testing/imaging/drawn-products.ts";
import { readScene } from "../prompt/prompt.ts";
import { styleDefinitions } from "../styles/index.ts";
import { askedScene } from "./asked-scene.ts";
import { withOptions } from "./options.ts";
import type { Scene } from "./scene.ts";

const size = { width: 256, height: 256 };
const seeds = Array.from({ length: variantsPerStyle }, (_, seed) => seed);
const sets = styleNames.filter((style) => style !== "amazon");
const sceneOf = (style: Style, seed: number, prompt: string | null = null, options: RenderOptions = {}) =>
  askedScene(style, prompt, { ...options, seed }).scene;

async function pixelsOf(style: Style, seed: number) {
  const request = {
    style,
    prompt: null,
    aspectRatio: "1:1",
    resolution: "1K",
    ...size,
    options: { seed },
  } as const;
  return await makePixels(drawMug(), request, { design: size, cells: 64 });
}

describe("the variants of a style", () => {
  test.each(styleNames)(
    "are six, start with the standard scene, and repeat after the sixth, in style %s",
    (style) => {
      expect(seeds).toHaveLength(6);
      expect(sceneOf(style, 0)).toEqual(styleDefinitions[style].scene);
      expect(sceneOf(style, 2)).toEqual(sceneOf(style, 2 + variantsPerStyle));
    },
  );

  test.each(sets)(
    "all differ from each other in backdrop, surface or color, and in light, in style %s",
    (style) => {
      const set = ({ backdrop, back, backColor, surface }: Scene) =>
        JSON.stringify([backdrop, back, backColor, surface]);
      expect(new Set(seeds.map((seed) => set(sceneOf(style, seed)))).size).toBe(variantsPerStyle);
      expect(new Set(seeds.map((seed) => JSON.stringify(sceneOf(style, seed).light))).size).toBe(
        variantsPerStyle,
      );
    },
  );

  test.each([...seeds, 10, 11])("leave the border of a marketplace photo white: seed %i", async (seed) => {
    const { rgb, boundingBox } = await pixelsOf("amazon", seed);
    expect(sceneOf("amazon", seed).backdrop).toBe("white");
    let impure = 0;
    for (let i = 0; i < size.width; i++) {
      for (const at of [
        i,
        i * size.width,
        i * size.width + size.width - 1,
        (size.height - 1) * size.width + i,
      ]) {
        if (rgb[at * 3] !== 255 || rgb[at * 3 + 1] !== 255 || rgb[at * 3 + 2] !== 255) impure++;
      }
    }
    expect(impure).toBe(0);
    expect(Math.max(boundingBox?.width ?? 0, boundingBox?.height ?? 0) / 256).toBeGreaterThan(0.85);
  });

  test("of a marketplace photo differ in light: shading of the product, a shadow, a mirror image", async () => {
    const [plain, left, right, , shadow, mirror] = await Promise.all(
      seeds.map((seed) => pixelsOf("amazon", seed)),
    );
    const sum = (photo: typeof plain, from: number, to: number) => {
      const { left: x = 0, top = 0, width = 1, height = 1 } = photo?.boundingBox ?? {};
      let total = 0;
      for (let i = 0; i < 400; i++) {
        const px = Math.round(x + width * (from + ((to - from) * (i % 20)) / 20));
        const py = Math.round(top + height * (0.3 + (0.4 * Math.floor(i / 20)) / 20));
        total += photo?.rgb[(py * 256 + px) * 3] ?? 0;
      }
      return total / 400;
    };
    const tilt = (photo: typeof plain) => sum(photo, 0.08, 0.2) - sum(photo, 0.45, 0.55);
    expect(tilt(left)).toBeGreaterThan(tilt(plain) + 2);
    expect(tilt(right)).toBeLessThan(tilt(plain) - 2);
    const grey = (photo: typeof plain) => {
      let count = 0;
      for (let i = 0; i < 65_536; i++) {
        const [r = 0, g = 0, b = 0] = photo?.rgb.subarray(i * 3, i * 3 + 3) ?? [];
        if (r < 254 && Math.max(r, g, b) - Math.min(r, g, b) < 14 && r > 150) count++;
      }
      return count;
    };
    expect(grey(shadow)).toBeGreaterThan(grey(plain) + 100);
    expect(grey(mirror)).toBeGreaterThan(grey(plain) + 100);
  });
});

describe("a variant", () => {
  test.each(sets)("changes nothing that the prompt names, in style %s", (style) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const place = sceneOf(style, seed, "on the beach");
      const asked = readScene(style, "on the beach");
      expect([place.back, place.surface, place.exposure, place.backdrop]).toEqual([
        asked.back,
        asked.surface,
        asked.exposure,
        asked.backdrop,
      ]);
      const paper = sceneOf(style, seed, "sage green background");
      const green = readScene(style, "sage green background");
      expect([paper.backColor, paper.backdrop, paper.surface, paper.surfaceColor]).toEqual([
        green.backColor,
        green.backdrop,
        green.surface,
        green.surfaceColor,
      ]);
      expect(sceneOf(style, seed, "standing on slate").surface).toBe("slate");
      const lamp = readScene(style, "hard light from the right, low sun");
      expect(sceneOf(style, seed, "hard light from the right, low sun").light).toEqual(lamp.light);
    }
  });

  test("sets what the prompt leaves open: when it names a surface, the room still varies", () => {
    const rooms = seeds.map((seed) => sceneOf("lifestyle", seed, "on a slate board").back);
    expect(new Set(rooms).size).toBeGreaterThan(3);
    // A negated word does not count as naming something.
    expect(sceneOf("lifestyle", 1, "no people, no text").surface).toBe("marble");
  });

  test("is overridden by a background and a light in the options", () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const background = { color: "#3a7ca5" };
      const scene = withOptions(sceneOf("lifestyle", seed, undefined, { background }), { background });
      expect([scene.backdrop, scene.exposure, scene.surface]).toEqual(["sweep", 1, "matte"]);
      const lit = withOptions(sceneOf("lifestyle", seed), { light: { azimuthDeg: 12 }, shadow: 0.1 });
      expect([lit.light.azimuthDeg, lit.shadow]).toEqual([12, 0.1]);
    }
  });
});
