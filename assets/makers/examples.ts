import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { heroScenes, sceneExamples } from "#components/landing/scene-examples.ts";
import { exampleWidthsPx } from "#components/ui/example-pictures.ts";
import { type Resolution, type Style, styleNames } from "#lib/contract/photos/styles.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { cutOut } from "#lib/imaging/matting/cut-out.ts";
import { makeStudioPhoto } from "#lib/imaging/painted/studio.ts";
import type { CutOut } from "#lib/imaging/pixels/cut-out.ts";
import { numberPicture } from "#lib/imaging/pixels/open-picture.ts";
import { listSamples } from "#lib/samples/index.ts";
import { photoRequest, readSample, sampleWithTrueAlpha } from "../../scripts/parts/samples.ts";
import { straightenDeg, toSnapshot } from "./snapshot.ts";

/*
 * Makes the example pictures of the pages, public/examples, from the bundled samples with the service's own
 * generator, and the README's picture from those. Run it again whenever the generator or the samples change:
 * node assets/makers/examples.ts. Only some of them: node assets/makers/examples.ts hero entrance
 */

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const examples = file("public/examples");

const aspectRatio = "4:3";
/** Sample that is shown in every style, side by side. */
const styleSample = "mug";
/** Before-and-after pair with the product in the same place: the photo is made from the snapshot. */
const pair = { sample: "mug", style: "lifestyle" } as const;
const pairWidthsPx = [640, 1200];
/** The snapshot of the first picture, rendered by `assets/makers/samples/products/cluttered.py`. */
const heroSnapshot = file("assets/makers/samples/cluttered.jpg");
/** Size of the product in the photo relative to the snapshot, which is cropped to the same position. */
const heroZoom = 1.25;
/** The picture beside the sign-up form: upright, as large as a window. */
const entrance = { sample: "lotion", scene: "podium-petals", aspectRatio: "3:4" } as const;
const quality = 80;

type Layout = NonNullable<RenderOptions["layout"]>;

const parts = {
  styles: makeStyles,
  pair: makePair,
  hero: makeHero,
  entrance: makeEntrance,
  scenes: makeScenes,
  samples: makeSamples,
};

async function main(): Promise<void> {
  await mkdir(examples, { recursive: true });
  const wanted = process.argv.slice(2);
  for (const [name, make] of Object.entries(parts)) {
    if (wanted.length === 0 || wanted.includes(name)) await make();
  }
}

async function makeStyles(): Promise<void> {
  const picture = await readSample(styleSample);
  for (const style of styleNames) {
    await writeWidths(
      await makePhoto(picture, style, { resolution: "2K" }),
      `style-${style}`,
      exampleWidthsPx.style,
    );
  }
}

async function makePair(): Promise<void> {
  const { width, height } = photoRequest(pair.style, aspectRatio);
  const snapshot = await toSnapshot(await readSample(pair.sample), width, height);
  const layout = placeIn(await cutOut(snapshot));
  const after = await makePhoto(snapshot, pair.style, { resolution: "1K", layout });
  await writeWidths(snapshot, `${pair.sample}-before`, pairWidthsPx);
  await writeWidths(after, `${pair.sample}-after`, pairWidthsPx);
}

async function makeEntrance(): Promise<void> {
  const { sample, scene, aspectRatio } = entrance;
  const request = photoRequest("studio", aspectRatio, "2K");
  await writeWidths(await makeScenePhoto(sample, scene, request), "entrance", exampleWidthsPx.entrance);
}

async function makeScenes(): Promise<void> {
  for (const { scene, sample } of sceneExamples) {
    const photo = await makeScenePhoto(sample, scene, photoRequest("studio", aspectRatio));
    await writeWidths(photo, `scene-${scene}`, exampleWidthsPx.scene);
  }
}

async function makeSamples(): Promise<void> {
  for (const { name } of await listSamples()) {
    const [side] = exampleWidthsPx.sampleButton;
    const square = { width: side, height: side, fit: "cover" } as const;
    const picture = await readSample(name);
    const button = await sharp(picture).resize(square).png().toBuffer();
    await writeWidths(button, `sample-${name}`, exampleWidthsPx.sampleButton);
    await writeWidths(picture, `sample-${name}`, exampleWidthsPx.sample);
  }
}

async function makePhoto(
  image: Uint8Array,
  style: Style,
  { resolution, layout }: { resolution: Resolution; layout?: Layout },
): Promise<Uint8Array> {
  const request = { ...photoRequest(style, aspectRatio, resolution), options: { layout } };
  const product = await cutOut(image, { maxBoxSide: Math.max(request.width, request.height) });
  return (await makeStudioPhoto(product, request)).bytes;
}

async function makeScenePhoto(
  sample: string,
  libraryScene: string,
  request: ReturnType<typeof photoRequest>,
): Promise<Uint8Array> {
  const picture = await sampleWithTrueAlpha(sample);
  const product = await cutOut(picture, { maxBoxSide: Math.max(request.width, request.height) });
  const pictureNumber = await numberPicture(picture);
  return (await makeStudioPhoto(product, { ...request, libraryScene, pictureNumber })).bytes;
}

/**
 * Renders one snapshot in several scenes and, for each, a crop of the snapshot with the product in the same place.
 */
async function makeHero(): Promise<void> {
  const size = await sharp(heroSnapshot).metadata();
  const snapshot = await toSnapshot(await readFile(heroSnapshot), size.width, size.height);
  const product = await cutOut(snapshot, { maxBoxSide: size.width });
  const { y: _, ...place } = placeIn(product);
  const layout = { ...place, scale: place.scale * heroZoom };
  const request = { ...photoRequest("studio", aspectRatio, "2K"), options: { layout } };
  const pictureNumber = await numberPicture(snapshot);
  for (const libraryScene of heroScenes) {
    const { bytes, boundingBox } = await makeStudioPhoto(product, {
      ...request,
      libraryScene,
      pictureNumber,
    });
    if (!boundingBox) throw new Error(`${libraryScene}: the product's place is not known`);
    const scale = product.box.height / boundingBox.height;
    const width = Math.min(size.width, Math.round(request.width * scale));
    const height = Math.min(size.height, Math.round(request.height * scale));
    const start = (from: number, to: number, length: number, most: number) =>
      Math.max(0, Math.min(most - length, Math.round(from - to * scale)));
    const left = start(product.box.left, boundingBox.left, width, size.width);
    const top = start(product.box.top, boundingBox.top, height, size.height);
    const part = await sharp(snapshot).extract({ left, top, width, height }).png().toBuffer();
    const before = await sharp(part).resize(request.width, request.height, { fit: "cover" }).png().toBuffer();
    await writeWidths(before, `hero-${libraryScene}-before`, exampleWidthsPx.hero);
    await writeWidths(bytes, `hero-${libraryScene}-after`, [
      ...exampleWidthsPx.heroThumb,
      ...exampleWidthsPx.hero,
    ]);
  }
}

/** Layout that keeps the product's place in a picture with the photo's aspect ratio, but straightens it. */
function placeIn({ width, height, box }: CutOut) {
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

/** README picture: the original snapshot next to the four styles. */
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

/** The scenes of the landing page, side by side. */
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
