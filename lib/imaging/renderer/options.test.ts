import { createHash } from "node:crypto";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { outputSize, type Style, styleNames } from "#lib/contract/photos/styles.ts";
import { resultFormats } from "#lib/contract/photos/values.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { makePixels, makeStudioPhoto } from "#lib/imaging/painted/studio.ts";
import { drawMug } from "#lib/testing/imaging/drawn-products.ts";
import { someOf, trials } from "#lib/testing/trials.ts";
import { finishPhoto, type RenderRequest } from "./compose.ts";
import { turnProduct } from "./product/turn.ts";
import { askedScene } from "./scene/asked-scene.ts";
import { withOptions } from "./scene/options.ts";
import { varyScene } from "./scene/seed.ts";
import { baseScene } from "./scene/variants.ts";
import { styleDefinitions } from "./styles/index.ts";

const size = { width: 256, height: 256 };
/** Renders at a small size, which has no influence on these tests. */
const effort = { design: size, cells: 64 };

function requestFor(style: Style, options: RenderOptions = {}, of = size): RenderRequest {
  return { style, prompt: null, aspectRatio: "1:1", resolution: "1K", ...of, options };
}

const pixelsOf = (style: Style, options: RenderOptions = {}) =>
  makePixels(drawMug(), requestFor(style, options), effort);

describe("a photo without options", () => {
  // Recorded hashes: photos for an existing catalogue change only on purpose. The product is neither enlarged nor
  // white.
  const known = {
    studio: "8e31f6aed95a41928ac5c890e3d989b5aebf843d77b83c07cd0f00b80aa2d4dd",
    amazon: "7f75a1000b0cfa4638c44d623f770c3903ccc2952dcf54254e87662fcd09ac30",
    luxury: "bea056ae2123ea042446e3422b5b815c310ed10dfc4cf77ba3c389b8744f4351",
    lifestyle: "9f7eb89311ea86da074e12ec6efe4cb71877d386e04171ee1f10e0a159307ead",
  };

  test.each(someOf(trials, styleNames))("has the recorded bytes, in style %s", async (style) => {
    const request = requestFor(style, { seed: 0 }, outputSize("1:1", "1K"));
    for (const given of someOf(trials, [request, { ...request, options: undefined }])) {
      const { bytes } = await makeStudioPhoto(drawMug(4), given);
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(known[style]);
    }
  });
});

describe("a seed", () => {
  test.each(someOf(trials, styleNames))(
    "gives the same bytes each time, and other bytes than another seed, in style %s",
    async (style) => {
      const [first, again, other, none] = await Promise.all(
        [1, 1, 2, 0].map(async (seed) => Buffer.from((await pixelsOf(style, { seed })).rgb)),
      );
      expect(first?.equals(again ?? Buffer.of())).toBe(true);
      expect(first?.equals(other ?? Buffer.of())).toBe(false);
      expect(first?.equals(none ?? Buffer.of())).toBe(false);
    },
  );

  test("varies the light and the size within the bounds of its style, and never moves a product out of the frame", () => {
    const box = { left: 100, top: 60, width: 700, height: 640 };
    fc.assert(
      fc.property(fc.constantFrom(...styleNames), fc.integer({ min: 1, max: 2 ** 31 - 1 }), (style, seed) => {
        const { scene, move } = varyScene(askedScene(style, null, { seed }), style, seed);
        const bounds = styleDefinitions[style].seedBounds;
        const standard = baseScene(style, seed, new Set());
        const azimuth = Math.abs(scene.light.azimuthDeg) - Math.abs(standard.light.azimuthDeg);
        expect(Math.abs(azimuth)).toBeLessThanOrEqual(bounds.azimuthDeg + 1e-9);
        expect(Math.abs(scene.light.warmth - standard.light.warmth)).toBeLessThanOrEqual(
          bounds.warmth + 1e-9,
        );
        const moved = move(box, { width: 1000, height: 800 });
        expect(Math.min(moved.left, moved.top)).toBeGreaterThanOrEqual(0);
        expect(moved.left + moved.width).toBeLessThanOrEqual(1000);
        expect(moved.top + moved.height).toBeLessThanOrEqual(800);
        expect(Math.abs(moved.width / box.width - 1)).toBeLessThanOrEqual(bounds.size + 2 / box.width);
      }),
      { numRuns: trials === "all" ? 500 : 50 },
    );
  });

  test("is overridden by the options of the request, and by the side of the light in the prompt", () => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const { scene } = varyScene(askedScene("studio", "light from the right", { seed }), "studio", seed);
      expect(Math.sin((scene.light.azimuthDeg * Math.PI) / 180)).toBeGreaterThan(0);
      const options = { light: { azimuthDeg: 30, warmth: -0.5 }, shadow: 0.25, reflection: 0.5 };
      const changed = withOptions(scene, options);
      expect(changed.light).toMatchObject(options.light);
      expect([changed.shadow, changed.reflection]).toEqual([0.25, 0.5]);
    }
  });
});

describe("layout", () => {
  test("puts the product at the requested place and size", async () => {
    const { boundingBox } = await pixelsOf("studio", { layout: { x: 0.3, y: 0.6, scale: 0.4 } });
    const { left = 0, top = 0, width = 0, height = 0 } = boundingBox ?? {};
    expect(Math.max(width, height) / 256).toBeCloseTo(0.4, 1);
    expect((left + width / 2) / 256).toBeCloseTo(0.3, 1);
    expect((top + height / 2) / 256).toBeCloseTo(0.6, 1);
  });

  test("copied from a photo's bounding box reproduces that box to within one pixel", async () => {
    const { boundingBox: before } = await pixelsOf("studio");
    if (!before) throw new Error("the product is not seen");
    const layout = {
      x: (before.left + before.width / 2) / 256,
      y: (before.top + before.height / 2) / 256,
      scale: Math.max(before.width, before.height) / 256,
    };
    const { boundingBox: after } = await pixelsOf("studio", { layout });
    for (const side of ["left", "top", "width", "height"] as const) {
      expect(Math.abs((after?.[side] ?? -9) - before[side]), side).toBeLessThanOrEqual(1);
    }
  });

  test("of any kind, with or without a crop, gives a photo with the bounding box inside the frame", async () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const layout = fc.record(
      {
        x: share,
        y: share,
        scale: fc.double({ min: 0.05, max: 2, noNaN: true }),
        rotationDeg: fc.double({ min: -180, max: 180, noNaN: true }),
      },
      { requiredKeys: [] },
    );
    const crop = fc.option(
      fc.record({ x: share, y: share, zoom: fc.double({ min: 1, max: 4, noNaN: true }) }),
      {
        nil: undefined,
      },
    );
    const one = fc.asyncProperty(fc.constantFrom(...styleNames), layout, crop, async (style, place, cut) => {
      const { rgb, boundingBox: box } = await pixelsOf(style, { layout: place, crop: cut });
      expect(rgb.length).toBe(256 * 256 * 3);
      if (!box) return;
      expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(0);
      expect(box.left + box.width).toBeLessThanOrEqual(256);
      expect(box.top + box.height).toBeLessThanOrEqual(256);
    });
    await fc.assert(one, { numRuns: trials === "all" ? 40 : 3 });
  });

  test("with a rotation of 0° leaves the product unchanged, and with 180° turns it upside down", () => {
    const mug = drawMug();
    expect(turnProduct(mug, 0).rgba).toBe(mug.rgba);
    const { rgba, width, box } = turnProduct(mug, 180);
    expect([box.width, box.height]).toEqual([mug.box.width, mug.box.height]);
    for (const [x, y] of [
      [40, 60],
      [120, 200],
      [250, 90],
    ] as const) {
      const before = ((mug.box.top + y) * mug.width + mug.box.left + x) * 4 + 3;
      const after = ((box.top + box.height - 1 - y) * width + box.left + box.width - 1 - x) * 4 + 3;
      expect(rgba[after]).toBe(mug.rgba[before]);
    }
  });
});

describe("a crop", () => {
  test("shows the requested part of the frame at full size, sharper than an enlargement", async () => {
    const whole = await pixelsOf("lifestyle");
    const part = await pixelsOf("lifestyle", { crop: { x: 0.5, y: 0.75, zoom: 2 } });
    const raw = { width: 256, height: 256, channels: 3 } as const;
    const enlarged = await sharp(whole.rgb, { raw })
      .extract({ left: 64, top: 128, width: 128, height: 128 })
      .resize(256, 256)
      .raw()
      .toBuffer();
    let difference = 0;
    for (const [i, value] of enlarged.entries()) difference += Math.abs(value - (part.rgb[i] as number));
    expect(difference / enlarged.length).toBeLessThan(6);
    expect(contrast(part.rgb)).toBeGreaterThan(contrast(enlarged));
  });
});

describe("a background", () => {
  test.each(someOf(trials, styleNames))(
    "of one color appears in a similar color around the product in style %s",
    async (style) => {
      const { rgb } = await pixelsOf(style, { background: { color: "#3a7ca5" } });
      const at = (28 * 256 + 128) * 3;
      const [red = 0, green = 0, blue = 0] = rgb.subarray(at, at + 3);
      expect(blue).toBeGreaterThan(green);
      expect(green).toBeGreaterThan(red);
      expect(Math.abs(blue - 0xa5)).toBeLessThan(70);
    },
  );
});

describe("size and format", () => {
  test.each(resultFormats)(
    "a photo in the format %s has exactly the requested size, and is sRGB",
    async (format) => {
      const of = { width: 301, height: 222 };
      const request = requestFor("studio", { format }, of);
      const made = await makePixels(drawMug(), request, { ...effort, design: of });
      const { bytes } = await finishPhoto(drawMug(), request, made);
      const facts = await sharp(bytes).metadata();
      expect(facts).toMatchObject({ width: 301, height: 222, space: "srgb", channels: 3 });
      expect(facts.format).toBe(format === "avif" ? "heif" : format);
      expect(facts.icc).toBeDefined();
    },
  );

  const thin = [
    [960, 120],
    [120, 960],
  ] as const;
  test.each(someOf(trials, thin))(
    "a photo of %i × %i pixels shows the whole product",
    async (width, height) => {
      const { rgb, boundingBox } = await makePixels(drawMug(), requestFor("studio", {}, { width, height }), {
        design: { width, height },
      });
      expect(rgb.length).toBe(width * height * 3);
      const { left = -1, top = -1, width: across = 9999, height: down = 9999 } = boundingBox ?? {};
      expect(Math.min(left, top)).toBeGreaterThan(0);
      expect(left + across).toBeLessThan(width);
      expect(top + down).toBeLessThan(height);
    },
  );
});

/** Mean step between neighbors, in 8-bit codes. */
function contrast(rgb: Uint8Array): number {
  let sum = 0;
  for (let i = 3; i < rgb.length; i++) sum += Math.abs((rgb[i] as number) - (rgb[i - 3] as number));
  return sum / rgb.length;
}
