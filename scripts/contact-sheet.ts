/**
 * Makes photos of the sample products in the four styles and lays them out in one picture, for people to look at.
 *
 *   node scripts/contact-sheet.ts sheet.jpg [--ratio 1:1] [--truth] [sample ...]
 *
 * `--truth` cuts the samples out along the alpha they were rendered with instead of by the network.
 */
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import sharp, { type OverlayOptions } from "sharp";
import type { StudioCutOut } from "#lib/generators/studio/product.ts";
import { renderPhoto } from "#lib/generators/studio/render.ts";
import {
  type AspectRatio,
  aspectRatios,
  outputSize,
  type Style,
  styleNames,
  styles,
} from "#lib/generators/styles.ts";
import { cutOut } from "#lib/matting/cut-out.ts";
import { loadSampleCutOut } from "./sample-cut-out.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ratio: { type: "string", default: "1:1" }, truth: { type: "boolean", default: false } },
});
const [target, ...asked] = positionals;
const ratio: AspectRatio | undefined = aspectRatios.find((known) => known === values.ratio);
if (!target || !ratio) {
  console.error("Use: node scripts/contact-sheet.ts sheet.jpg [--ratio 1:1] [--truth] [sample ...]");
  process.exit(1);
}
const folder = path.join(import.meta.dirname, "../public/samples");
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".alpha.png"))
  .map((file) => file.slice(0, -".alpha.png".length))
  .filter((name) => asked.length === 0 || asked.includes(name));

const size = outputSize(ratio, "1K");
const tileWidth = Math.round(size.width * 0.47);
const tileHeight = Math.round(size.height * 0.47);
const gap = 8;

async function loadProduct(name: string): Promise<StudioCutOut> {
  if (values.truth) return await loadSampleCutOut(folder, name);
  return await cutOut(await readFile(path.join(folder, `${name}.jpg`)), { maxBoxSide: size.width });
}

async function renderTile(product: StudioCutOut, style: Style, aspectRatio: AspectRatio): Promise<Buffer> {
  const photo = await renderPhoto(product, {
    style,
    prompt: styles[style].defaultPrompt,
    aspectRatio,
    resolution: "1K",
    ...size,
  });
  return await sharp(photo).resize(tileWidth, tileHeight).toBuffer();
}

const tiles: OverlayOptions[] = [];
for (const [row, name] of names.entries()) {
  const product = await loadProduct(name);
  for (const [column, style] of styleNames.entries()) {
    tiles.push({
      input: await renderTile(product, style, ratio),
      left: gap + column * (tileWidth + gap),
      top: gap + row * (tileHeight + gap),
    });
  }
}
await sharp({
  create: {
    width: gap + styleNames.length * (tileWidth + gap),
    height: gap + names.length * (tileHeight + gap),
    channels: 3,
    background: "#808080",
  },
})
  .composite(tiles)
  .jpeg({ quality: 88 })
  .toFile(target);
console.log(`${names.length} products x ${styleNames.length} styles: ${target}`);
