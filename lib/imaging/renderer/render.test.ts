import sharp from "sharp";
import { describe, expect, test } from "vitest";
import {
  aspectRatios,
  outputSize,
  type Resolution,
  resolutions,
  type Style,
  styleNames,
} from "#lib/contract/photos/styles.ts";
import { makePixels, makeStudioPhoto } from "#lib/imaging/painted/studio.ts";
import { linearOfByte } from "#lib/imaging/pixels/color.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { chartColors, drawChart, drawCutOut, drawMug } from "#lib/testing/imaging/drawn-products.ts";
import { toLab } from "#lib/testing/imaging/lab.ts";
import { someOf, trials } from "#lib/testing/trials.ts";
import { finishPhoto, type RenderRequest } from "./compose.ts";

/** A few photos are designed at their own size, not at that of the service. */
async function jpegOf(given: ProductCutOut, request: RenderRequest): Promise<Uint8Array> {
  const { width, height } = request;
  const made = await makePixels(given, request, trials === "all" ? undefined : { design: { width, height } });
  return (await finishPhoto(given, request, made)).bytes;
}

function requestFor(style: Style, change: Partial<RenderRequest> = {}): RenderRequest {
  const aspectRatio = change.aspectRatio ?? "1:1";
  const resolution: Resolution = change.resolution ?? "1K";
  return {
    style,
    prompt: null,
    aspectRatio,
    resolution,
    ...outputSize(aspectRatio, resolution),
    ...change,
  };
}

async function decode(jpeg: Uint8Array) {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

describe("a photo", () => {
  const sizes = aspectRatios.flatMap((aspectRatio) =>
    resolutions.map((resolution) => ({ aspectRatio, resolution })),
  );
  const few = sizes.filter(({ aspectRatio, resolution }) => aspectRatio === "4:3" && resolution === "1K");
  const side = trials === "all" ? {} : { width: 320, height: 320 };

  test.each(trials === "all" ? sizes : few)(
    "in $aspectRatio at $resolution has exactly the promised size",
    async (size) => {
      // Larger sizes are tested with the plainest style: the others differ in content, not in size.
      const request = requestFor(size.resolution === "1K" ? "lifestyle" : "amazon", size);
      const { width, height } = await sharp(await jpegOf(drawMug(), request)).metadata();
      expect([width, height]).toEqual([request.width, request.height]);
    },
  );

  test.each(someOf(trials, styleNames))(
    "in style %s is an sRGB JPEG with full chroma, and byte-identical when repeated",
    async (style) => {
      const jpeg = await jpegOf(drawMug(), requestFor(style, side));
      const facts = await sharp(jpeg).metadata();
      expect(facts).toMatchObject({
        format: "jpeg",
        space: "srgb",
        channels: 3,
        chromaSubsampling: "4:4:4",
      });
      expect(facts.icc).toBeDefined();
      const again = await jpegOf(drawMug(), requestFor(style, side));
      expect(Buffer.compare(jpeg, again)).toBe(0);
    },
  );

  test.each(someOf(trials, ["9:16", "1:1", "16:9"] as const))(
    "of a product that is one pixel wide has the requested width in %s",
    async (aspectRatio) => {
      const thin = {
        rgba: new Uint8Array(4 * 60).fill(200),
        width: 1,
        height: 60,
        box: { left: 0, top: 0, width: 1, height: 60 },
      };
      for (const style of someOf(trials, styleNames)) {
        const request = requestFor(style, { aspectRatio, ...side });
        expect((await sharp(await jpegOf(thin, request)).metadata()).width).toBe(request.width);
      }
    },
  );
});

describe("the marketplace style", () => {
  test.each(someOf(trials, aspectRatios))(
    "is exactly 255,255,255 outside the product, which fills at least 85 %% in %s",
    async (aspectRatio) => {
      const request = requestFor("amazon", {
        aspectRatio,
        prompt: "black marble, long hard shadow, red background",
        ...(trials === "all" ? {} : { width: 512, height: 512 }),
      });
      const { data, width, height } = await decode(await jpegOf(drawMug(), request));
      let [left, top, right, bottom] = [width, height, 0, 0];
      for (let i = 0; i < width * height; i++) {
        if (Math.min(data[i * 3] as number, data[i * 3 + 1] as number, data[i * 3 + 2] as number) > 235)
          continue;
        left = Math.min(left, i % width);
        right = Math.max(right, i % width);
        top = Math.min(top, Math.floor(i / width));
        bottom = Math.max(bottom, Math.floor(i / width));
      }
      const tighter = Math.min(width, height);
      expect(Math.max((right - left + 1) / tighter, (bottom - top + 1) / tighter)).toBeGreaterThanOrEqual(
        0.85,
      );
      expect(Math.abs(left + right + 1 - width)).toBeLessThanOrEqual(4);
      expect(Math.abs(top + bottom + 1 - height)).toBeLessThanOrEqual(4);
      // JPEG works in blocks of 8 pixels: blocks without a pixel of the product stay pure.
      const block = (value: number) => value & ~7;
      let impure = 0;
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const inside =
            x >= block(left - 2) &&
            x < block(right + 2) + 8 &&
            y >= block(top - 2) &&
            y < block(bottom + 2) + 8;
          if (inside) continue;
          const at = (y * width + x) * 3;
          if (data[at] !== 255 || data[at + 1] !== 255 || data[at + 2] !== 255) impure++;
        }
      }
      expect(impure).toBe(0);
    },
  );
});

describe("the product", () => {
  // Distances in CIE L*a*b*; a just visible difference is about 2.3. Lightness may follow the scene, hue may not.
  const bounds: Record<Style, { lightness: number; chroma: number }> = {
    studio: { lightness: 8, chroma: 5 },
    amazon: { lightness: 4, chroma: 3 },
    luxury: { lightness: 9, chroma: 6 },
    lifestyle: { lightness: 9, chroma: 7 },
  };

  test.each(someOf(trials, styleNames, 2))(
    "preserves the colors of a test chart within tolerances in style %s",
    async (style) => {
      const { data, width, height } = await decode(
        await jpegOf(drawChart(), requestFor(style, trials === "all" ? {} : { width: 512, height: 512 })),
      );
      const place = findChart(data, width, height);
      for (const [index, source] of chartColors.entries()) {
        const x = place.left + ((index % 4) + 0.5) * (place.width / 4);
        const y = place.top + (Math.floor(index / 4) + 0.5) * (place.height / 3);
        const [l, a, b] = labOf(meanAround(data, width, x, y));
        const [sourceL, sourceA, sourceB] = labOf(source);
        expect(Math.abs(l - sourceL), `lightness of patch ${index}`).toBeLessThan(bounds[style].lightness);
        expect(Math.hypot(a - sourceA, b - sourceB), `hue of patch ${index}`).toBeLessThan(
          bounds[style].chroma,
        );
      }
    },
  );
});

function labOf([r, g, b]: readonly [number, number, number]) {
  return toLab([
    linearOfByte[Math.round(r)] as number,
    linearOfByte[Math.round(g)] as number,
    linearOfByte[Math.round(b)] as number,
  ]);
}

function meanAround(data: Uint8Array, width: number, x: number, y: number): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (let dy = -6; dy <= 6; dy++) {
    for (let dx = -6; dx <= 6; dx++) {
      const at = ((Math.round(y) + dy) * width + Math.round(x) + dx) * 3;
      for (const c of [0, 1, 2] as const) sum[c] += (data[at + c] as number) / 169;
    }
  }
  return sum;
}

// The yellow and the red patch are unique in every scene: their outlines give the chart's position and scale.
function findChart(data: Uint8Array, width: number, height: number) {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let i = 0; i < width * height; i++) {
    const [r, g, b] = [data[i * 3] as number, data[i * 3 + 1] as number, data[i * 3 + 2] as number];
    if (!(r - b > 130 && g - b > 110)) continue;
    left = Math.min(left, i % width);
    right = Math.max(right, i % width);
    top = Math.min(top, Math.floor(i / width));
    bottom = Math.max(bottom, Math.floor(i / width));
  }
  const patch = { width: right - left + 1, height: Math.min(bottom - top + 1, right - left + 1) };
  return {
    left: left - 2 * patch.width,
    top: top - patch.height,
    width: patch.width * 4,
    height: patch.height * 3,
  };
}

test("the product that stands furthest back still stands on the table", async () => {
  const [wide, tall] = [60, 120];
  const jars = drawCutOut(340, 340, (px, py) => {
    const [x, y] = [px - 20, py - 20];
    const isFront = x >= 0 && x < wide && y >= 300 - tall && y < 300;
    const isBack = x >= 300 - wide && x < 300 && y >= 62 && y < 62 + tall;
    return isFront || isBack ? [180, 60, 40, 255] : null;
  });
  const request = requestFor("luxury");
  const { bytes, boundingBox } = await makeStudioPhoto(jars, request);
  const { data, width, height } = await decode(bytes);
  const brightness = (y: number) => {
    let sum = 0;
    for (let x = 0; x < 40; x++) sum += data[(y * width + x) * 3] as number;
    return sum / 40;
  };
  // The wall ends where the brightness drops most within a few rows.
  const drops = Array.from({ length: height - 6 }, (_, y) => brightness(y) - brightness(y + 6));
  const tableEnd = drops.indexOf(Math.max(...drops));
  const scale = (boundingBox?.height ?? 0) / 238;
  expect(tableEnd).toBeLessThan((boundingBox?.top ?? 0) + tall * scale);
});
