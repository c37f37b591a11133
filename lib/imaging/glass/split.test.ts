import sharp from "sharp";
import { expect, test } from "vitest";
import { makePixels } from "#lib/imaging/painted/studio.ts";
import { encodedOfLinear, encodedOfLinearScale, linearOfByte } from "#lib/imaging/pixels/color.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import type { RenderRequest } from "#lib/imaging/renderer/compose.ts";
import { sampleFile } from "#lib/testing/imaging/labels.ts";
import { readCutOut } from "#lib/testing/imaging/stances.ts";
import { splitGlass } from "./split.ts";

const [width, height] = [240, 480];
const box = { left: 40, top: 40, width: 160, height: 400 };
const ground = [0.6, 0.55, 0.5] as const;
const green = [0.3, 0.7, 0.35] as const;
const byte = (light: number) => Math.round(encodedOfLinear[Math.round(light * encodedOfLinearScale)] ?? 0);
/** A red cap, and a small white highlight. */
const isCap = (y: number) => y < box.top + 60;
const isHighlight = (x: number, y: number) => x >= 80 && x < 86 && y >= 200 && y < 320;

/** A bottle of green glass before a plain ground. */
function drawBottle(): ProductCutOut {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) {
      const color = isCap(y)
        ? [0.4, 0.03, 0.03]
        : isHighlight(x, y)
          ? [0.9, 0.9, 0.9]
          : ground.map((light, c) => light * (green[c] ?? 0));
      rgba.set([...color.map(byte), 255], (y * width + x) * 4);
    }
  }
  const side = ground.map(byte);
  const colors = Array.from({ length: 100 }, () => [...side, ...side]).flat();
  const around = {
    dark: { above: 0, beside: 0, below: 0 },
    hasHorizon: null,
    beside: { top: box.top / height, bottom: (box.top + box.height) / height, colors },
  };
  return { rgba, width, height, box, around };
}

const split = async (cut: ProductCutOut) => {
  const parts = await splitGlass(cut);
  if (parts === null) throw new Error("this machine cannot read text");
  const lightAt = (which: "own" | "passing", x: number, y: number) =>
    [0, 1, 2].map((c) => linearOfByte[parts[which][(y * cut.width + x) * 4 + c] ?? 0] ?? 0);
  return lightAt;
};

test("glass passes its own color and adds no light; caps and highlights are its own light", async () => {
  const lightAt = await split(drawBottle());
  for (const [c, share] of green.entries()) {
    expect(lightAt("passing", 150, 250)[c]).toBeCloseTo(share, 1);
    expect(lightAt("own", 150, 250)[c]).toBeLessThan(0.03);
    expect(lightAt("passing", 120, 60)[c]).toBe(0);
    // The highlight is white, whatever is behind it.
    expect(lightAt("own", 83, 260)[c]).toBeGreaterThan(0.3);
  }
  expect(lightAt("own", 120, 60)[0]).toBeCloseTo(0.4, 1);
});

test("own light and what passed before the picture's ground are the picture again", async () => {
  const cut = drawBottle();
  const lightAt = await split(cut);
  for (const [x, y] of [
    [150, 250],
    [83, 260],
    [120, 60],
    [60, 400],
  ] as const) {
    for (const c of [0, 1, 2] as const) {
      const light = (lightAt("own", x, y)[c] ?? 0) + (lightAt("passing", x, y)[c] ?? 0) * ground[c];
      expect(light).toBeCloseTo(linearOfByte[cut.rgba[(y * width + x) * 4 + c] ?? 0] ?? 0, 1);
    }
  }
});

test("a label and a golden cap stay as they are, and the liquid beside the label passes light", async () => {
  const lightAt = await split(await readCutOut(sampleFile("perfume"), sampleFile("perfume", "alpha.png")));
  const [cap, label, liquid] = [
    [136, 110],
    [147, 249],
    [103, 214],
  ] as const;
  for (const c of [0, 1, 2]) {
    expect(lightAt("passing", ...cap)[c]).toBe(0);
    expect(lightAt("passing", ...label)[c]).toBe(0);
    expect(lightAt("passing", ...liquid)[c]).toBeGreaterThan(0.1);
  }
});

const size = { aspectRatio: "1:1", resolution: "1K", width: 512, height: 512 } as const;

test("glass lets light through to the ground beside it, in drawn and in rendered scenes", async () => {
  const photo = async (material: "glass" | undefined, scene: { libraryScene?: string }) => {
    const options = { light: { azimuthDeg: -90, elevationDeg: 30 }, material };
    const request: RenderRequest = {
      style: "studio",
      prompt: "",
      ...size,
      options,
      ...scene,
    };
    const { rgb, boundingBox } = await makePixels(drawBottle(), request, { design: size });
    if (boundingBox === null) throw new Error("the bottle is not in the photo");
    const { data, info } = await sharp(rgb, { raw: { width: 512, height: 512, channels: 3 } })
      .grayscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const row = Math.round(boundingBox.top + boundingBox.height - 4);
    const right = Math.round(boundingBox.left + boundingBox.width) + 6;
    const beside = data.subarray(row * info.width + right, row * info.width + right + 30);
    return beside.reduce((sum, value) => sum + value, 0) / beside.length;
  };
  for (const scene of [{}, { libraryScene: "concrete-loft" }]) {
    const [opaque, glass] = [await photo(undefined, scene), await photo("glass", scene)];
    expect(glass, JSON.stringify(scene)).toBeGreaterThan(opaque + 4);
  }
});
