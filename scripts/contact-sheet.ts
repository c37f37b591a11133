import { parse } from "node:path";
import { parseArgs } from "node:util";
import sharp, { type OverlayOptions } from "sharp";
import { aspectRatios, outputSize, styleNames } from "#lib/contract/photos/styles.ts";
import { variantsPerStyle } from "#lib/contract/photos/values.ts";
import { cutOut } from "#lib/imaging/matting/cut-out.ts";
import { type RenderRequest, renderPhoto } from "#lib/imaging/renderer/render.ts";
import { listSamples } from "#lib/samples/index.ts";
import { listYardstick, readYardstick } from "#lib/testing/imaging/yardstick.ts";
import { photoRequest, readSample, sampleWithTrueAlpha } from "#scripts/parts/samples.ts";

/**
 * Makes photos of products in the four styles and writes sheets of eight products each for visual review.
 *
 *   node scripts/contact-sheet.ts sheet.png [--ratio 1:1] [--yardstick] [--truth] [--variants STYLE] [name ...]
 *
 * `--yardstick` uses the yardstick's pictures in hard classes instead of the samples. `--variants` shows the variants
 * of one style, by their seeds. `--truth` uses the alpha that the pictures were rendered with instead of the network's.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ratio: { type: "string", default: "1:1" },
    yardstick: { type: "boolean", default: false },
    truth: { type: "boolean", default: false },
    variants: { type: "string" },
  },
});
const [target, ...asked] = positionals;
const ratio = aspectRatios.find((known) => known === values.ratio);
const styleOfVariants = styleNames.find((style) => style === values.variants);
if (!target || !ratio || (values.variants !== undefined && !styleOfVariants)) {
  console.error(
    `Use: node scripts/contact-sheet.ts sheet.png [--ratio 1:1] [--yardstick] [--truth] [--variants ${styleNames.join("|")}] [name ...]`,
  );
  process.exit(1);
}

const rowsPerSheet = 8;
const gap = 8;
const size = outputSize(ratio, "1K");
const tile = { width: Math.round(size.width / 2), height: Math.round(size.height / 2) };

const columns: readonly RenderRequest[] = styleOfVariants
  ? Array.from({ length: variantsPerStyle }, (_, seed) => ({
      ...photoRequest(styleOfVariants, ratio),
      options: { seed },
    }))
  : styleNames.map((style) => photoRequest(style, ratio));

const pictures = (values.yardstick ? await yardstickPictures() : await samplePictures()).filter(
  ({ name }) => asked.length === 0 || asked.includes(name),
);
const sheets = Math.ceil(pictures.length / rowsPerSheet);
for (let sheet = 0; sheet < sheets; sheet++) {
  const shown = pictures.slice(sheet * rowsPerSheet, (sheet + 1) * rowsPerSheet);
  const file = sheets === 1 ? target : numbered(target, sheet + 1);
  await layOut(shown, file);
  console.log(`${file}: ${shown.map(({ name }) => name).join(", ")}`);
}

interface Shown {
  name: string;
  read(): Promise<Uint8Array>;
}

async function samplePictures(): Promise<Shown[]> {
  const read = values.truth ? sampleWithTrueAlpha : readSample;
  return (await listSamples()).map(({ name }) => ({ name, read: () => read(name) }));
}

async function yardstickPictures(): Promise<Shown[]> {
  return (await listYardstick()).map((picture) => ({
    name: picture.name,
    read: async () => {
      const { jpeg, truth } = await readYardstick(picture);
      if (!values.truth) return jpeg;
      const { rgba, width, height } = truth;
      return await sharp(rgba, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer();
    },
  }));
}

async function layOut(shown: readonly Shown[], file: string): Promise<void> {
  const tiles: OverlayOptions[] = [];
  for (const [row, picture] of shown.entries()) {
    const product = await cutOut(await picture.read(), { maxBoxSide: Math.max(size.width, size.height) });
    for (const [column, request] of columns.entries()) {
      const { bytes: photo } = await renderPhoto(product, request);
      tiles.push({
        input: await sharp(photo).resize(tile).toBuffer(),
        left: gap + column * (tile.width + gap),
        top: gap + row * (tile.height + gap),
      });
    }
  }
  const width = gap + columns.length * (tile.width + gap);
  const height = gap + shown.length * (tile.height + gap);
  await sharp({ create: { width, height, channels: 3, background: "#808080" } })
    .composite(tiles)
    .toFile(file);
}

function numbered(file: string, number: number): string {
  const { dir, name, ext } = parse(file);
  return `${dir ? `${dir}/` : ""}${name}-${number}${ext}`;
}
