/**
 * Makes the small pictures of the docs, public/docs/prompts: one for every word of the prompt vocabulary, and removes
 * those of words no longer in it. Run it again whenever the vocabulary or the renderer changes.
 *
 *   node assets/makers/prompt-pictures.ts [--sheet sheet.png] [--kind surface] [value ...]
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import sharp, { type OverlayOptions } from "sharp";
import { cutOut } from "#lib/imaging/matting/cut-out.ts";
import { makeStudioPreview } from "#lib/imaging/painted/studio.ts";
import {
  documentedWords,
  exampleOf,
  promptPictureName,
} from "#lib/imaging/renderer/prompt/vocabulary/documented.ts";
import { photoRequest, sampleWithTrueAlpha } from "../../scripts/parts/samples.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sheet: { type: "string" }, kind: { type: "string" } },
});
const folder = fileURLToPath(new URL("../../public/docs/prompts", import.meta.url));
const sample = "mug";
const sidePx = 240;
const maxBytes = 8_000;

const wanted = documentedWords
  .filter(({ kind }) => values.kind === undefined || kind === values.kind)
  .filter(({ value }) => positionals.length === 0 || positionals.includes(value));
await mkdir(folder, { recursive: true });
const product = await cutOut(await sampleWithTrueAlpha(sample), { maxBoxSide: 512 });
for (const word of wanted) {
  const { style, prompt } = exampleOf(word);
  const { bytes } = await makeStudioPreview(product, { ...photoRequest(style, "1:1"), prompt });
  await writeFile(path.join(folder, promptPictureName(word)), await small(bytes));
}
const known = new Set(documentedWords.map(promptPictureName));
for (const file of await readdir(folder)) if (!known.has(file)) await rm(path.join(folder, file));
if (values.sheet) await writeSheet(values.sheet);
console.log(`${wanted.length} pictures`);

async function small(photo: Uint8Array): Promise<Buffer> {
  for (let quality = 78; ; quality -= 8) {
    const bytes = await sharp(photo).resize(sidePx, sidePx).webp({ quality, effort: 5 }).toBuffer();
    if (bytes.length <= maxBytes || quality <= 22) return bytes;
  }
}

/** Writes all pictures on one sheet for visual review. */
async function writeSheet(target: string): Promise<void> {
  const [columns, step] = [10, sidePx + 4];
  const tiles: OverlayOptions[] = [];
  for (const [index, word] of wanted.entries()) {
    const input = await readFile(path.join(folder, promptPictureName(word)));
    tiles.push({ input, left: (index % columns) * step, top: Math.floor(index / columns) * step });
  }
  const size = { width: columns * step, height: Math.ceil(wanted.length / columns) * step };
  await sharp({ create: { ...size, channels: 3, background: "#555555" } })
    .composite(tiles)
    .png()
    .toFile(target);
}
