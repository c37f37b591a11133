import { describe, expect, test } from "vitest";
import { type Style, styleNames } from "#lib/contract/photos/styles.ts";
import { variantsPerStyle } from "#lib/contract/photos/values.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { makePixels } from "#lib/imaging/painted/studio.ts";
import { linearOfByte } from "#lib/imaging/pixels/color.ts";
import { drawCutOut } from "#lib/testing/imaging/drawn-products.ts";
import { toLab } from "#lib/testing/imaging/lab.ts";
import { someOf, trials } from "#lib/testing/trials.ts";

const size = { width: 320, height: 320 };

/** A box of one grey that the balance neither lifts nor dims. */
const grey = drawCutOut(300, 300, (x, y) =>
  x > 40 && x < 260 && y > 40 && y < 260 ? [140, 140, 140, 255] : null,
);

/** Mean color of the box's face: L*, a*, b*. */
async function faceIn(style: Style, prompt: string | null, options: RenderOptions = {}) {
  const request = { style, prompt, aspectRatio: "1:1", resolution: "1K", ...size, options } as const;
  const { rgb, boundingBox: box } = await makePixels(grey, request, { design: size, cells: 64 });
  if (!box) throw new Error("the product is not seen");
  const sum: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < 900; i++) {
    const x = Math.round(box.left + box.width * (0.25 + (0.5 * (i % 30)) / 30));
    const y = Math.round(box.top + box.height * (0.25 + (0.5 * Math.floor(i / 30)) / 30));
    for (const c of [0, 1, 2] as const)
      sum[c] += (linearOfByte[rgb[(y * 320 + x) * 3 + c] as number] as number) / 900;
  }
  return toLab(sum);
}

const plain = (style: Style, options: RenderOptions) => faceIn(style, null, options);

describe("the scene's light on the product", () => {
  test("is warmer and dimmer in the evening, and lilac under neon", async () => {
    const day = await faceIn("lifestyle", "on oak in a bright room");
    const evening = await faceIn("lifestyle", "on walnut in the evening");
    expect(day[0] - evening[0]).toBeGreaterThan(3);
    expect(evening[2] - day[2]).toBeGreaterThan(1.5);
    const neon = await faceIn("lifestyle", "neon");
    expect(neon[1] - day[1]).toBeGreaterThan(1);
    expect(neon[2]).toBeLessThan(day[2]);
  });

  test.each(someOf(trials, styleNames))(
    "stays within its bounds in every variant of style %s",
    async (style) => {
      const own = await plain(style, { light: { relight: false } });
      for (let seed = 0; seed < (trials === "all" ? variantsPerStyle : 2); seed++) {
        const [l, a, b] = await plain(style, { seed });
        expect(Math.abs(l - own[0]), `lightness of look ${seed}`).toBeLessThan(9);
        expect(Math.hypot(a - own[1], b - own[2]), `hue of look ${seed}`).toBeLessThan(7);
      }
    },
  );

  test.each(someOf(trials, styleNames))(
    "has no effect when relighting is disabled, in style %s",
    async (style) => {
      const faces = await Promise.all(
        someOf(trials, [0, 1, 2, 3], 2).map((seed) => plain(style, { seed, light: { relight: false } })),
      );
      const evening = await faceIn(style, "neon, in the evening, moody", { light: { relight: false } });
      for (const face of [...faces, evening]) {
        for (const c of [0, 1, 2] as const)
          expect(Math.abs(face[c] - (faces[0]?.[c] ?? 0))).toBeLessThan(0.4);
      }
    },
  );
});
