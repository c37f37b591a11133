/**
 * Makes photos of the sample products in the four styles and lays them out in one picture, for people to look at.
 *
 *   node scripts/contact-sheet.ts sheet.jpg [--ratio 1:1] [--truth] [sample ...]
 *
 * `--truth` cuts the samples out along the alpha they were rendered with instead of by the network.
 */
import { parseArgs } from "node:util";
import sharp, { type OverlayOptions } from "sharp";
import { aspectRatios, outputSize, styleNames } from "#lib/contract/styles.ts";
import { cutOut } from "#lib/imaging/matting/cut-out.ts";
import { renderPhoto } from "#lib/imaging/renderer/render.ts";
import { listSamples } from "#lib/samples/index.ts";
import { photoRequest, readSample, sampleWithTrueAlpha } from "./parts/samples.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ratio: { type: "string", default: "1:1" }, truth: { type: "boolean", default: false } },
});
const [target, ...asked] = positionals;
const ratio = aspectRatios.find((known) => known === values.ratio);
if (!target || !ratio) {
  console.error("Use: node scripts/contact-sheet.ts sheet.jpg [--ratio 1:1] [--truth] [sample ...]");
  process.exit(1);
}
const names = (await listSamples())
  .map(({ name }) => name)
  .filter((name) => asked.length === 0 || asked.includes(name));

const size = outputSize(ratio, "1K");
const tileWidth = Math.round(size.width * 0.47);
const tileHeight = Math.round(size.height * 0.47);
const gap = 8;

const tiles: OverlayOptions[] = [];
for (const [row, name] of names.entries()) {
  const picture = await (values.truth ? sampleWithTrueAlpha(name) : readSample(name));
  const product = await cutOut(picture, { maxBoxSide: size.width });
  for (const [column, style] of styleNames.entries()) {
    const { bytes: photo } = await renderPhoto(product, photoRequest(style, ratio));
    tiles.push({
      input: await sharp(photo).resize(tileWidth, tileHeight).toBuffer(),
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
