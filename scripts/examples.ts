import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { photoGenerator } from "#lib/generators/index.ts";
import { outputSize, type Style, styleNames, styles } from "#lib/generators/styles.ts";
import { listSamples } from "#lib/samples/index.ts";

/*
 * Makes the example pictures of the pages, public/examples, from the bundled samples with the service's own
 * generator. Run it again whenever the generator or the samples change: node scripts/examples.ts
 */

const publicFolder = fileURLToPath(new URL("../public", import.meta.url));
const examples = path.join(publicFolder, "examples");

const aspectRatio = "4:3";
/** Shown in each of the styles, side by side. */
const styleSample = "mug";
const styleWidthsPx = [320, 640];
/** Shown before and after. */
const pairs: readonly { sample: string; style: Style }[] = [
  { sample: "mug", style: "lifestyle" },
  { sample: "camera", style: "luxury" },
  { sample: "mokapot", style: "studio" },
];
const pairWidthsPx = [640, 800, 1200];
const thumbWidthPx = 160;
/** The buttons that take a sample in. */
const buttonSidePx = 192;
const quality = 80;

async function main(): Promise<void> {
  await mkdir(examples, { recursive: true });
  const made = new Map<string, Uint8Array>();
  const photoOf = async (sample: string, style: Style) => {
    const key = `${sample} ${style}`;
    const photo = made.get(key) ?? (await makePhoto(sample, style));
    made.set(key, photo);
    return photo;
  };
  for (const style of styleNames) {
    await writeWidths(await photoOf(styleSample, style), `style-${style}`, styleWidthsPx);
  }
  for (const { sample, style } of pairs) {
    const { width, height } = outputSize(aspectRatio, "1K");
    const before = await sharp(await readSample(sample))
      .rotate()
      .resize(width, height, { fit: "cover" })
      .png()
      .toBuffer();
    await writeWidths(before, `${sample}-before`, pairWidthsPx);
    await writeWidths(await photoOf(sample, style), `${sample}-after`, [thumbWidthPx, ...pairWidthsPx]);
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

function readSample(sample: string): Promise<Buffer> {
  return readFile(path.join(publicFolder, "samples", `${sample}.jpg`));
}

async function makePhoto(sample: string, style: Style): Promise<Uint8Array> {
  console.log(`${sample} in the style ${style}`);
  return photoGenerator().generate({
    image: await readSample(sample),
    style,
    prompt: styles[style].defaultPrompt,
    aspectRatio,
    resolution: "1K",
    ...outputSize(aspectRatio, "1K"),
    caller: "examples",
    deadlineAtMs: Date.now() + 120_000,
    signal: AbortSignal.timeout(120_000),
  });
}

async function writeWidths(picture: Uint8Array, name: string, widthsPx: readonly number[]): Promise<void> {
  for (const width of widthsPx) {
    const bytes = await sharp(picture).resize({ width }).webp({ quality, effort: 6 }).toBuffer();
    await writeFile(path.join(examples, `${name}-${width}.webp`), bytes);
  }
}

await main();
process.exit(0);
