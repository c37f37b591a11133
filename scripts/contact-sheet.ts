/**
 * Makes photos of the sample products in the four styles and lays them out in one picture, for people to look at.
 *
 *   node scripts/contact-sheet.ts sheet.jpg [--ratio 1:1] [--truth] [--looks STYLE] [sample ...]
 *
 * `--looks` shows the looks of one style instead, as their seeds choose them; `--truth` cuts the samples out along the alpha they were rendered with instead of by the network.
 */
import { parseArgs } from "node:util";
import sharp, { type OverlayOptions } from "sharp";
import { looksPerStyle } from "#lib/contract/photo-values.ts";
import { aspectRatios, outputSize, styleNames } from "#lib/contract/styles.ts";
import { cutOut } from "#lib/imaging/matting/cut-out.ts";
import { type RenderRequest, renderPhoto } from "#lib/imaging/renderer/render.ts";
import { listSamples } from "#lib/samples/index.ts";
import { photoRequest, readSample, sampleWithTrueAlpha } from "./parts/samples.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ratio: { type: "string", default: "1:1" },
    truth: { type: "boolean", default: false },
    looks: { type: "string" },
  },
});
const [target, ...asked] = positionals;
const ratio = aspectRatios.find((known) => known === values.ratio);
const styleOfLooks = styleNames.find((style) => style === values.looks);
if (!target || !ratio || (values.looks !== undefined && !styleOfLooks)) {
  console.error(
    `Use: node scripts/contact-sheet.ts sheet.jpg [--ratio 1:1] [--truth] [--looks ${styleNames.join("|")}] [sample ...]`,
  );
  process.exit(1);
}
const names = (await listSamples())
  .map(({ name }) => name)
  .filter((name) => asked.length === 0 || asked.includes(name));

const size = outputSize(ratio, "1K");
const tileWidth = Math.round(size.width * 0.47);
const tileHeight = Math.round(size.height * 0.47);
const gap = 8;

const columns: readonly RenderRequest[] = styleOfLooks
  ? Array.from({ length: looksPerStyle }, (_, seed) => ({
      ...photoRequest(styleOfLooks, ratio),
      options: { seed },
    }))
  : styleNames.map((style) => photoRequest(style, ratio));

const tiles: OverlayOptions[] = [];
for (const [row, name] of names.entries()) {
  const picture = await (values.truth ? sampleWithTrueAlpha(name) : readSample(name));
  const product = await cutOut(picture, { maxBoxSide: size.width });
  for (const [column, request] of columns.entries()) {
    const { bytes: photo } = await renderPhoto(product, request);
    tiles.push({
      input: await sharp(photo).resize(tileWidth, tileHeight).toBuffer(),
      left: gap + column * (tileWidth + gap),
      top: gap + row * (tileHeight + gap),
    });
  }
}
await sharp({
  create: {
    width: gap + columns.length * (tileWidth + gap),
    height: gap + names.length * (tileHeight + gap),
    channels: 3,
    background: "#808080",
  },
})
  .composite(tiles)
  .jpeg({ quality: 88 })
  .toFile(target);
console.log(`${names.length} products x ${columns.length} ${styleOfLooks ? "looks" : "styles"}: ${target}`);
