import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { sceneExamples } from "#components/landing/scene-examples.ts";
import { type Style, styleNames } from "#lib/contract/photos/styles.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { cutOut } from "#lib/imaging/matting/cut-out.ts";
import { makeStudioPhoto } from "#lib/imaging/painted/studio.ts";
import { numberPicture } from "#lib/imaging/pixels/open-picture.ts";
import { listSamples } from "#lib/samples/index.ts";
import { photoRequest, readSample, sampleWithTrueAlpha } from "./parts/samples.ts";
import { straightenDeg, toSnapshot } from "./parts/snapshot.ts";

/*
 * Makes the example pictures of the pages, public/examples, from the bundled samples with the service's own
 * generator, and the README's picture from those. Run it again whenever the generator or the samples change:
 * node scripts/examples.ts
 */

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const examples = file("public/examples");

const aspectRatio = "4:3";
/** Shown in each of the styles, side by side. */
const styleSample = "mug";
const styleWidthsPx = [320, 640];
/** Shown before and after, the product in the same place: the photo is made from the snapshot before it. */
const pairs: readonly { sample: string; style: Style }[] = [
  { sample: "mug", style: "lifestyle" },
  { sample: "camera", style: "luxury" },
  { sample: "candle", style: "studio" },
];
const pairWidthsPx = [640, 800, 1200];
const sceneWidthsPx = [320, 640];
const thumbWidthPx = 160;
/** The buttons that take a sample in. */
const buttonSidePx = 192;
const quality = 80;

type Layout = NonNullable<RenderOptions["layout"]>;

async function main(): Promise<void> {
  await mkdir(examples, { recursive: true });
  const made = new Map<string, Uint8Array>();
  const photoOf = async (sample: string, style: Style) => {
    const key = `${sample} ${style}`;
    const photo = made.get(key) ?? (await makePhoto(await readSample(sample), style));
    made.set(key, photo);
    return photo;
  };
  for (const style of styleNames) {
    await writeWidths(await photoOf(styleSample, style), `style-${style}`, styleWidthsPx);
  }
  for (const { sample, style } of pairs) {
    const { width, height } = photoRequest(style, aspectRatio);
    const snapshot = await toSnapshot(await readSample(sample), width, height);
    const after = await makePhoto(snapshot, style, await placeOf(snapshot));
    await writeWidths(snapshot, `${sample}-before`, pairWidthsPx);
    await writeWidths(after, `${sample}-after`, [thumbWidthPx, ...pairWidthsPx]);
  }
  for (const { scene, sample } of sceneExamples) {
    await writeWidths(await makeScenePhoto(sample, scene), `scene-${scene}`, sceneWidthsPx);
  }
  for (const { name } of await listSamples()) {
    const square = { width: buttonSidePx, height: buttonSidePx, fit: "cover" } as const;
    const button = await sharp(await readSample(name))
      .resize(square)
      .png()
      .toBuffer();
    await writeWidths(button, `sample-${name}`, [buttonSidePx]);
  }
}

async function makePhoto(image: Uint8Array, style: Style, layout?: Layout): Promise<Uint8Array> {
  const request = { ...photoRequest(style, aspectRatio), options: { layout } };
  const product = await cutOut(image, { maxBoxSide: Math.max(request.width, request.height) });
  return (await makeStudioPhoto(product, request)).bytes;
}

async function makeScenePhoto(sample: string, libraryScene: string): Promise<Uint8Array> {
  const picture = await sampleWithTrueAlpha(sample);
  const request = photoRequest("studio", aspectRatio);
  const product = await cutOut(picture, { maxBoxSide: Math.max(request.width, request.height) });
  const pictureNumber = await numberPicture(picture);
  return (await makeStudioPhoto(product, { ...request, libraryScene, pictureNumber })).bytes;
}

/** Where the product is in a picture of the photo's shape; it is straightened there. */
async function placeOf(snapshot: Uint8Array): Promise<Layout> {
  const { width, height, box } = await cutOut(snapshot);
  return {
    x: (box.left + box.width / 2) / width,
    y: (box.top + box.height / 2) / height,
    scale: Math.max(box.width, box.height) / Math.min(width, height),
    rotationDeg: straightenDeg,
  };
}

async function writeWidths(picture: Uint8Array, name: string, widthsPx: readonly number[]): Promise<void> {
  for (const width of widthsPx) {
    const bytes = await sharp(picture).resize({ width }).webp({ quality, effort: 6 }).toBuffer();
    await writeFile(`${examples}/${name}-${width}.webp`, bytes);
  }
}

/** The picture as taken, and beside it the four styles. */
async function writeReadmePicture(): Promise<void> {
  const [width, height, gap] = [1600, 600, 8];
  const halfWidth = (width - gap) / 2;
  const smallWidth = (halfWidth - gap) / 2;
  const smallHeight = (height - gap) / 2;
  const tile = (name: string, tileWidth: number, tileHeight: number) =>
    sharp(`${examples}/${name}.webp`).resize(tileWidth, tileHeight, { fit: "cover" }).toBuffer();
  const parts = [{ input: await tile(`${styleSample}-before-1200`, halfWidth, height), left: 0, top: 0 }];
  for (const [index, style] of styleNames.entries()) {
    parts.push({
      input: await tile(`style-${style}-640`, smallWidth, smallHeight),
      left: halfWidth + gap + (index % 2) * (smallWidth + gap),
      top: Math.floor(index / 2) * (smallHeight + gap),
    });
  }
  await sharp({ create: { width, height, channels: 3, background: "#ffffff" } })
    .composite(parts)
    .jpeg({ quality: 86, mozjpeg: true })
    .toFile(file("docs/before-after.jpg"));
}

/** The scenes of the first page, side by side. */
async function writeScenesPicture(): Promise<void> {
  const [columns, tileWidth, tileHeight, gap] = [4, 394, 296, 8];
  const rows = Math.ceil(sceneExamples.length / columns);
  const parts = await Promise.all(
    sceneExamples.map(async ({ scene }, index) => ({
      input: await sharp(`${examples}/scene-${scene}-640.webp`).resize(tileWidth, tileHeight).toBuffer(),
      left: (index % columns) * (tileWidth + gap),
      top: Math.floor(index / columns) * (tileHeight + gap),
    })),
  );
  const width = columns * (tileWidth + gap) - gap;
  const height = rows * (tileHeight + gap) - gap;
  await sharp({ create: { width, height, channels: 3, background: "#ffffff" } })
    .composite(parts)
    .jpeg({ quality: 86, mozjpeg: true })
    .toFile(file("docs/scenes.jpg"));
}

await main();
await writeReadmePicture();
await writeScenesPicture();
process.exit(0);
