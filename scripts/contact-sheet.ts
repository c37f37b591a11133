/**
 * Renders every sample product in the four styles into one picture, for people to look at.
 * Usage: node scripts/contact-sheet.ts <sheet.jpg> [ratio] [sample ...]
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp, { type OverlayOptions } from "sharp";
import { renderPhoto } from "#lib/generators/studio/render.ts";
import {
  type AspectRatio,
  aspectRatios,
  outputSize,
  type Style,
  styleNames,
  styles,
} from "#lib/generators/styles.ts";
import { loadSampleCutOut } from "./sample-cut-out.ts";

const [target, ...rest] = process.argv.slice(2);
if (!target) {
  console.error("Say where the sheet goes: node scripts/contact-sheet.ts sheet.jpg [ratio] [sample ...]");
  process.exit(1);
}
const ratio: AspectRatio = aspectRatios.find((known) => known === rest[0]) ?? "1:1";
const asked = rest.filter((word) => word !== ratio);
const folder = join(import.meta.dirname, "../public/samples");
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".alpha.png"))
  .map((file) => file.slice(0, -".alpha.png".length))
  .filter((name) => asked.length === 0 || asked.includes(name));

const size = outputSize(ratio, "1K");
const tileWidth = Math.round(size.width * 0.47);
const tileHeight = Math.round(size.height * 0.47);
const gap = 8;

async function renderTile(name: string, style: Style): Promise<Buffer> {
  const cutOut = await loadSampleCutOut(folder, name);
  const photo = await renderPhoto(cutOut, {
    style,
    prompt: styles[style].defaultPrompt,
    aspectRatio: ratio,
    resolution: "1K",
    ...size,
  });
  return await sharp(photo).resize(tileWidth, tileHeight).toBuffer();
}

const tiles: OverlayOptions[] = [];
for (const [row, name] of names.entries()) {
  for (const [column, style] of styleNames.entries()) {
    tiles.push({
      input: await renderTile(name, style),
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
