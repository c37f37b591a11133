import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { type AspectRatio, outputSize, type Resolution, type Style } from "#lib/contract/photos/styles.ts";

const folder = new URL("../../public/samples/", import.meta.url);

export function readSample(name: string) {
  return readFile(new URL(`${name}.jpg`, folder));
}

/** The file with the exact alpha that a sample was rendered with. */
export function sampleAlphaFile(name: string): string {
  return fileURLToPath(new URL(`${name}.alpha.png`, folder));
}

/** A sample with its exact alpha channel, which the cut-out then uses. */
export async function sampleWithTrueAlpha(name: string): Promise<Buffer> {
  const alpha = await sharp(sampleAlphaFile(name)).toColourspace("b-w").extractChannel(0).png().toBuffer();
  return await sharp(await readSample(name))
    .joinChannel(alpha)
    .png()
    .toBuffer();
}

/** A request to the renderer without a prompt. */
export function photoRequest(style: Style, aspectRatio: AspectRatio, resolution: Resolution = "1K") {
  return { style, prompt: null, aspectRatio, resolution, ...outputSize(aspectRatio, resolution) };
}
