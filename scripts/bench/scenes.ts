/**
 * Renders every sample in every scene of the library into one sheet for visual review, and prints the times: the
 * first photo of a product with its cut-out, each further scene, and previews.
 *
 *   npm run bench -- scenes [sheet.jpg] [--scene ID …] [--sample NAME …] [--ratio 1:1] [--resolution 1K] [--seed 0]
 *     [--tile 320] [--truth] [--folder FOLDER]
 *
 * `--truth` uses the exact alpha of the samples; `--folder` also saves each photo there at full size.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import sharp, { type OverlayOptions } from "sharp";
import { previewSide } from "#lib/contract/photos/sizes.ts";
import { aspectRatios, resolutions } from "#lib/contract/photos/styles.ts";
import { listSceneFolders } from "#lib/imaging/library/scene-files.ts";
import { cutOut } from "#lib/imaging/matting/cut-out.ts";
import { loadNetwork } from "#lib/imaging/matting/network/index.ts";
import { makeStudioPhoto, makeStudioPreview } from "#lib/imaging/painted/studio.ts";
import { numberPicture } from "#lib/imaging/pixels/open-picture.ts";
import { listSamples } from "#lib/samples/index.ts";
import { photoRequest, readSample, sampleWithTrueAlpha } from "../parts/samples.ts";
import { median } from "./parts/measure.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scene: { type: "string", multiple: true, default: [] },
    sample: { type: "string", multiple: true, default: [] },
    ratio: { type: "string", default: "1:1" },
    resolution: { type: "string", default: "1K" },
    seed: { type: "string", default: "0" },
    tile: { type: "string", default: "320" },
    truth: { type: "boolean", default: false },
    folder: { type: "string" },
  },
});
const ratio = aspectRatios.find((known) => known === values.ratio) ?? "1:1";
const resolution = resolutions.find((known) => known === values.resolution) ?? "1K";
const isChosen = (chosen: readonly string[], name: string) => chosen.length === 0 || chosen.includes(name);
const scenes = listSceneFolders()
  .map(({ id }) => id)
  .filter((id) => isChosen(values.scene, id));
const samples = (await listSamples()).map(({ name }) => name).filter((name) => isChosen(values.sample, name));
const request = { ...photoRequest("studio", ratio, resolution), options: { seed: Number(values.seed) } };
const scale = Number(values.tile) / Math.max(request.width, request.height);
const tile = { width: Math.round(request.width * scale), height: Math.round(request.height * scale) };
const gap = 6;

async function timed<T>(run: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedMs = performance.now();
  return { value: await run(), ms: performance.now() - startedMs };
}

if (!values.truth) await loadNetwork();
const tiles: OverlayOptions[] = [];
const [first, further, previews]: [number[], number[], number[]] = [[], [], []];
for (const [row, name] of samples.entries()) {
  const picture = await (values.truth ? sampleWithTrueAlpha(name) : readSample(name));
  const pictureNumber = await numberPicture(picture);
  const maxBoxSide = Math.max(request.width, request.height);
  const product = await timed(() => cutOut(picture, { maxBoxSide }));
  const small = await cutOut(picture, { maxBoxSide: previewSide });
  for (const [column, libraryScene] of scenes.entries()) {
    const { value, ms } = await timed(() =>
      makeStudioPhoto(product.value, { ...request, libraryScene, pictureNumber }),
    );
    if (column === 0) first.push(ms + product.ms);
    else further.push(ms);
    previews.push(
      (await timed(() => makeStudioPreview(small, { ...request, libraryScene, pictureNumber }))).ms,
    );
    if (values.folder) await writeFile(path.join(values.folder, `${libraryScene}-${name}.jpg`), value.bytes);
    tiles.push({
      input: await sharp(value.bytes).resize(tile.width, tile.height).toBuffer(),
      left: gap + column * (tile.width + gap),
      top: gap + row * (tile.height + gap),
    });
  }
}
await sharp({
  create: {
    width: gap + scenes.length * (tile.width + gap),
    height: gap + samples.length * (tile.height + gap),
    channels: 3,
    background: "#808080",
  },
})
  .composite(tiles)
  .toFile(positionals[0] ?? "scenes.jpg");
const report = (title: string, times: readonly number[]) =>
  console.log(
    `${title.padEnd(44)}${median(times).toFixed(0).padStart(7)} ms${Math.max(...times)
      .toFixed(0)
      .padStart(9)} ms`,
  );
console.log(
  `${samples.length} products x ${scenes.length} scenes, ${ratio} ${resolution}`.padEnd(44),
  "median      most",
);
report("first photo of a product, with its cut-out", first);
if (further.length > 0) report("further scene of the same product", further);
report("preview of a further scene", previews);
