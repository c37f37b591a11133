/**
 * Compares methods to enlarge a product whose picture is too small with the ground truth: crops of the sample
 * renders, of the materials, and lettering at the size of a 4K photo, shrunk by 2, 3 and 4 and enlarged again.
 *
 *   node scripts/bench/enlarge.ts [--factors 2,3,4] [--network FOLDER] [--save FOLDER]
 *
 * `--network`: a folder with x2, x3 and x4 of a small network, as `@upscalerjs/esrgan-slim` has them (models/).
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import sharp, { type Sharp } from "sharp";
import { listSamples } from "#lib/samples/index.ts";
import { readSample } from "../parts/samples.ts";
import {
  byInterpolator,
  byKernel,
  byRenderer,
  byResize,
  compare,
  enlarge,
  kernels,
  type Pixels,
  shrink,
} from "./parts/enlarging.ts";
import { openEnlarger } from "./parts/super-resolution.ts";

const { values } = parseArgs({
  options: {
    factors: { type: "string", default: "2,3,4" },
    network: { type: "string" },
    save: { type: "string" },
  },
});
const factors = values.factors.split(",").map(Number);
/** A multiple of all factors. */
const side = 768;

type Kind = "product" | "material" | "lettering";

async function truths(): Promise<{ kind: Kind; name: string; picture: Pixels }[]> {
  const products = await Promise.all(
    (await listSamples()).map(async ({ name, width, height }) => {
      const picture = sharp(await readSample(name)).extract({
        left: (width - side) >> 1,
        top: Math.round((height - side) * 0.55),
        width: side,
        height: side,
      });
      return { kind: "product" as const, name, picture: await pixelsOf(picture) };
    }),
  );
  const folder = new URL("../../lib/imaging/renderer/set/backdrops/surfaces/", import.meta.url);
  const materials = await Promise.all(
    ["oak", "linen", "marble", "wool"].map(async (name) => {
      const picture = sharp(new URL(`${name}.jpg`, folder).pathname).extract({
        left: 200,
        top: 200,
        width: side,
        height: side,
      });
      return { kind: "material" as const, name, picture: await pixelsOf(picture) };
    }),
  );
  const lettering = await Promise.all(
    [34, 22, 15].map(async (size) => ({
      kind: "lettering" as const,
      name: `${size} px`,
      picture: await lettersOf(size),
    })),
  );
  return [...products, ...materials, ...lettering];
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { rgb: new Uint8Array(data), width: info.width, height: info.height };
}

/** Small print of a label with letters `size` pixels high. */
async function lettersOf(size: number): Promise<Pixels> {
  sharp.unblock({ operation: ["VipsForeignLoadSvg"] });
  const words =
    "INGREDIENTS: Aqua, Glycerin, Butyrospermum Parkii, Avena Sativa 250 ml 8.5 fl oz No 4711 Lot 83K29B";
  const lines = Array.from({ length: Math.floor(side / (size * 1.5)) }, (_, line) => {
    const text = words.slice((line * 7) % 40).concat(" ", words);
    const fill = line % 3 === 1 ? "#7a4a21" : "#20242a";
    return `<text x="12" y="${(line + 1) * size * 1.5}" font-family="sans-serif" font-size="${size}" fill="${fill}">${text}</text>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="100%" height="100%" fill="#e9e2d3"/>${lines.join("")}</svg>`;
  return pixelsOf(sharp(Buffer.from(svg)));
}

type Method = (small: Pixels, factor: number) => Promise<Pixels>;

const by =
  (resample: Parameters<typeof enlarge>[2]["resample"], sharpening: number): Method =>
  (small, factor) =>
    enlarge(small, factor, { resample, sharpening });

/**
 * Each is measured with and without sharpening. `resize` is libvips' resize, whose result is the same for every
 * kernel.
 */
const resamplings = new Map([
  ["resize", byResize],
  ["as the renderer does", byRenderer],
  ...(["bicubic", "nohalo", "lbb", "vsqbs"] as const).map((name) => [name, byInterpolator(name)] as const),
  ...Object.entries(kernels).map(([name, kernel]) => [name, byKernel(kernel)] as const),
]);
const methods = new Map<string, Method>(
  [...resamplings].flatMap(([name, resample]) => [
    [name, by(resample, 0)],
    [`${name}, sharpened`, by(resample, 1)],
  ]),
);
if (values.network !== undefined) {
  const networks = new Map<number, Awaited<ReturnType<typeof openEnlarger>>>();
  for (const factor of factors)
    networks.set(factor, await openEnlarger(path.join(values.network, `x${factor}`), factor));
  methods.set("network", async (small, factor) => {
    const rgb = await networks.get(factor)?.enlarge(small.rgb, small);
    if (!rgb) throw new Error(`no network enlarges ${factor} times`);
    return { rgb, width: small.width * factor, height: small.height * factor };
  });
}

const pictures = await truths();
const kinds: readonly Kind[] = ["product", "material", "lettering"];
const mean = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
if (values.save) await mkdir(values.save, { recursive: true });
for (const factor of factors) {
  console.log(`\n× ${factor}, PSNR in dB and SSIM: ${kinds.join(", ")}; time for a megapixel`);
  for (const [name, method] of methods) {
    const found = new Map<Kind, { psnr: number; ssim: number }[]>(kinds.map((kind) => [kind, []]));
    let ms = 0;
    for (const truth of pictures) {
      const small = shrink(truth.picture, factor);
      const startedMs = performance.now();
      const made = await method(small, factor);
      ms += performance.now() - startedMs;
      found.get(truth.kind)?.push(compare(truth.picture, made));
      if (values.save) {
        const file = path.join(
          values.save,
          `${truth.name}-x${factor}-${name}.png`.replaceAll(/[ ,()]+/g, "_"),
        );
        await sharp(made.rgb, { raw: { width: made.width, height: made.height, channels: 3 } })
          .png()
          .toFile(file);
      }
    }
    const cells = kinds.map((kind) => {
      const all = found.get(kind) ?? [];
      return `${mean(all.map(({ psnr }) => psnr)).toFixed(2)} ${mean(all.map(({ ssim }) => ssim)).toFixed(4)}`;
    });
    const perMegapixel = ms / ((pictures.length * side * side) / 1e6);
    console.log(
      `  ${name.padEnd(32)}${cells.map((cell) => cell.padStart(16)).join("")}${perMegapixel.toFixed(0).padStart(9)} ms`,
    );
  }
}
