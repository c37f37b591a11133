import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { watermarkSide } from "#lib/imaging/pixels/watermark.ts";
import { ownBrandName } from "#lib/platform/brand-name.ts";

/*
 * Draws the watermark for photos of visitors without an account: a faint word across the photo, and the service's
 * name for a corner. It needs a sans-serif font on this machine: node assets/makers/watermark.ts
 */

const folder = new URL("../marks/", import.meta.url);
const letters =
  'font-family="DejaVu Sans, sans-serif" font-weight="700" fill="#fff" stroke="#000" paint-order="stroke"';

async function save(name: string, svg: string) {
  await sharp(Buffer.from(svg))
    .png({ palette: true, colours: 32, effort: 10 })
    .toFile(fileURLToPath(new URL(`${name}.png`, folder)));
}

await mkdir(folder, { recursive: true });
const half = watermarkSide / 2;
await save(
  "diagonal",
  `<svg xmlns="http://www.w3.org/2000/svg" width="${watermarkSide}" height="${watermarkSide}">
  <g transform="rotate(-45 ${half} ${half})" text-anchor="middle" opacity="0.3"><text x="${half}" y="${half + 58}"
    font-size="164" letter-spacing="44" stroke-opacity="0.35" stroke-width="3" ${letters}>SAMPLE</text></g>
</svg>`,
);
const height = 72;
await save(
  "corner",
  `<svg xmlns="http://www.w3.org/2000/svg" width="830" height="${height}"><text x="826" y="52" text-anchor="end"
    font-size="50" fill-opacity="0.85" stroke-opacity="0.3" stroke-width="3" ${letters}>${ownBrandName}</text></svg>`,
);
