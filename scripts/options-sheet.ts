import { parseArgs } from "node:util";
import sharp, { type OverlayOptions } from "sharp";
import type { Box } from "#lib/contract/photos/sizes.ts";
import { type Style, styleNames } from "#lib/contract/photos/styles.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { cutOut } from "#lib/imaging/matting/cut-out.ts";
import { makeStudioPhoto, makeStudioPreview } from "#lib/imaging/painted/studio.ts";
import { listSamples } from "#lib/samples/index.ts";
import { ownPictures } from "#scripts/parts/own-pictures.ts";
import { photoRequest, sampleWithTrueAlpha } from "#scripts/parts/samples.ts";

/**
 * Photos of the sample products with one kind of option each, on one sheet for visual review.
 *
 *   node scripts/options-sheet.ts sheet.png SET [--style studio] [--preview] [sample ...]
 *
 * SET is one of `sets` below; `--preview` renders previews instead of photos at 1K.
 */

const { room, drawn, tiles, paper } = await ownPictures();
const colors = ["#f4efe6", "#ffffff", "#c8102e", "#1d3557", "#101010", "#9fd3c7"];
const backdrop = (image: Uint8Array, horizon: number | null = null): RenderOptions => ({
  background: { image, role: "backdrop", horizon },
});
const surface = (image: Uint8Array): RenderOptions => ({
  background: { image, role: "surface", horizon: null },
});
const azimuths = [-90, -45, 0, 90, 150, 180];

const sets: Record<string, RenderOptions[]> = {
  rotation: [-90, -30, -10, 10, 45, 180].map((rotationDeg) => ({ layout: { rotationDeg } })),
  layout: [
    { layout: { x: 0.3 } },
    { layout: { x: 0.8, y: 0.4 } },
    { layout: { y: 0.8 } },
    { layout: { scale: 0.3 } },
    { layout: { scale: 1.2 } },
    { layout: { x: 0.2, y: 0.2, scale: 0.4, rotationDeg: 20 } },
  ],
  light: azimuths.map((azimuthDeg) => ({ light: { azimuthDeg } })),
  lamp: [
    { light: { elevationDeg: 15 } },
    { light: { elevationDeg: 85 } },
    { light: { warmth: -1 } },
    { light: { warmth: 1 } },
    { light: { exposure: 0.5 } },
    { light: { exposure: 1.6 } },
  ],
  ground: [
    { shadow: 0, reflection: 0 },
    { shadow: 0.5 },
    { shadow: 1 },
    { reflection: 0.3 },
    { reflection: 1 },
    { shadow: 1, reflection: 1 },
  ],
  color: colors.map((color) => ({ background: { color } })),
  backdrop: [
    backdrop(room),
    backdrop(room, 0.6),
    backdrop(drawn),
    backdrop(drawn, 0.5),
    { ...backdrop(room), layout: { x: 0.25, y: 0.7, scale: 0.4 } },
    { ...backdrop(drawn), shadow: 1, reflection: 0.5 },
  ],
  surface: [surface(tiles), surface(paper), surface(room)],
  crop: [
    { crop: { zoom: 1.5 } },
    { crop: { zoom: 2, y: 0.7 } },
    { crop: { zoom: 4, x: 0.45, y: 0.6 } },
    { crop: { zoom: 2, x: 0, y: 0 } },
  ],
  seed: [0, 1, 2, 3, 4, 5].map((seed) => ({ seed })),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { style: { type: "string", default: "studio" }, preview: { type: "boolean", default: false } },
});
const [target, setName = "", ...asked] = positionals;
const options = sets[setName];
const style = styleNames.find((name) => name === values.style);
if (!target || !options || !style) {
  console.error(
    `Use: node scripts/options-sheet.ts sheet.png ${Object.keys(sets).join("|")} [--style studio]`,
  );
  process.exit(1);
}
const names = (await listSamples())
  .map(({ name }) => name)
  .filter((name) => asked.length === 0 || asked.includes(name));
const [tile, gap] = [400, 8];

async function photoOf(product: Awaited<ReturnType<typeof cutOut>>, of: Style, given: RenderOptions) {
  const request = { ...photoRequest(of, "1:1"), options: given };
  const { bytes, boundingBox } = await (values.preview ? makeStudioPreview : makeStudioPhoto)(
    product,
    request,
  );
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  if (boundingBox) drawCorners(data, info.width, boundingBox);
  return await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .resize(tile, tile)
    .png()
    .toBuffer();
}

/** Marks the corners of the bounding box. */
function drawCorners(rgb: Buffer, width: number, box: Box): void {
  const reach = Math.round(width / 40);
  for (const [x, y, right, down] of [
    [box.left, box.top, 1, 1],
    [box.left + box.width - 1, box.top, -1, 1],
    [box.left, box.top + box.height - 1, 1, -1],
    [box.left + box.width - 1, box.top + box.height - 1, -1, -1],
  ] as const) {
    for (let i = 0; i < reach; i++) {
      for (const at of [y * width + x + i * right, (y + i * down) * width + x])
        rgb.set([255, 0, 255], at * 3);
    }
  }
}

const shown: OverlayOptions[] = [];
for (const [row, name] of names.entries()) {
  const product = await cutOut(await sampleWithTrueAlpha(name), { maxBoxSide: 1024 });
  for (const [column, given] of options.entries()) {
    shown.push({
      input: await photoOf(product, style, given),
      left: gap + column * (tile + gap),
      top: gap + row * (tile + gap),
    });
  }
}
const size = { width: gap + options.length * (tile + gap), height: gap + names.length * (tile + gap) };
await sharp({ create: { ...size, channels: 3, background: "#808080" } })
  .composite(shown)
  .png()
  .toFile(target);
console.log(`${names.length} products x ${options.length} of ${setName}: ${target}`);
