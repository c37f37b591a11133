/**
 * Puts the sample products into painted scenes, on one sheet for visual review.
 *
 *   node assets/makers/scene-sheet.ts sheet.jpg [--scenes FOLDER] [--scene NAME …] [--ratio 1:1] [--style studio]
 *     [--tile 360] [--truth] [sample …]
 *
 * `--truth` uses the alpha that the samples were rendered with instead of the network's.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import sharp, { type OverlayOptions } from "sharp";
import { aspectRatios, outputSize, styleNames } from "#lib/contract/photos/styles.ts";
import { cutOut } from "#lib/imaging/matting/cut-out.ts";
import { planScene } from "#lib/imaging/painted/plan.ts";
import { makeStudioPhoto } from "#lib/imaging/painted/studio.ts";
import { listSamples } from "#lib/samples/index.ts";
import { photoRequest, readSample, sampleWithTrueAlpha } from "../../scripts/parts/samples.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scenes: {
      type: "string",
      default: fileURLToPath(new URL("../tests/empty-scenes", import.meta.url)),
    },
    scene: { type: "string", multiple: true, default: [] },
    ratio: { type: "string", default: "1:1" },
    style: { type: "string", default: "studio" },
    tile: { type: "string", default: "360" },
    truth: { type: "boolean", default: false },
  },
});
const [target, ...asked] = positionals;
const ratio = aspectRatios.find((known) => known === values.ratio);
const style = styleNames.find((known) => known === values.style);
if (!target || !ratio || !style) {
  console.error(
    "Use: node assets/makers/scene-sheet.ts sheet.jpg [--scenes FOLDER] [--scene NAME] [--ratio 1:1] [--style studio] [--tile 360] [--truth] [sample ...]",
  );
  process.exit(1);
}
const products = (await listSamples())
  .map(({ name }) => name)
  .filter((name) => asked.length === 0 || asked.includes(name));
const scenes = (await readdir(values.scenes))
  .filter((file) => file.endsWith(".jpg"))
  .filter((file) => values.scene.length === 0 || values.scene.includes(path.parse(file).name));

const request = photoRequest(style, ratio);
const frame = outputSize(ratio, "1K");
const scale = Number(values.tile) / Math.max(frame.width, frame.height);
const tile = { width: Math.round(frame.width * scale), height: Math.round(frame.height * scale) };
const gap = 6;
const tiles: OverlayOptions[] = [];
let composeMs = 0;
for (const [row, name] of products.entries()) {
  const picture = await (values.truth ? sampleWithTrueAlpha(name) : readSample(name));
  const product = await cutOut(picture, { maxBoxSide: frame.width });
  const plan = await planScene(product, request);
  for (const [column, file] of scenes.entries()) {
    const scene = await readFile(path.join(values.scenes, file));
    const startedMs = performance.now();
    const { bytes: photo } = await makeStudioPhoto(product, { ...request, plan, scene });
    composeMs += performance.now() - startedMs;
    tiles.push({
      input: await sharp(photo).resize(tile.width, tile.height).toBuffer(),
      left: gap + column * (tile.width + gap),
      top: gap + row * (tile.height + gap),
    });
  }
}
await sharp({
  create: {
    width: gap + scenes.length * (tile.width + gap),
    height: gap + products.length * (tile.height + gap),
    channels: 3,
    background: "#808080",
  },
})
  .composite(tiles)
  .toFile(target);
console.log(
  `${products.length} products x ${scenes.length} scenes, ${(composeMs / tiles.length).toFixed(0)} ms each: ${target}`,
);
