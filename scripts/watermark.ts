import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { watermarkSide } from "#lib/imaging/pixels/encode.ts";

/*
 * Draws what is laid over the photos of visitors without an account: the service's name, again and again, aslant. It
 * needs a sans-serif font on this machine: node scripts/watermark.ts
 */

const name = "Photo Generation Service";
const fontSizePx = 27;
const lineStepPx = 118;
const nameStepPx = 430;
const angleDeg = -30;

const half = watermarkSide / 2;
const rows = Array.from({ length: 16 }, (_, index) => index - 8);
const words = rows.flatMap((row) =>
  [-2, -1, 0, 1, 2].map((column) => {
    const x = half + (column + (row % 2 === 0 ? 0 : 0.5)) * nameStepPx;
    return `<text x="${x}" y="${half + row * lineStepPx}">${name}</text>`;
  }),
);
const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${watermarkSide}" height="${watermarkSide}">
  <g transform="rotate(${angleDeg} ${half} ${half})" text-anchor="middle" font-family="DejaVu Sans, sans-serif"
     font-weight="700" font-size="${fontSizePx}" fill="#fff" fill-opacity="0.44" stroke="#000" stroke-opacity="0.2"
     stroke-width="1.6" paint-order="stroke">${words.join("")}</g>
</svg>`;

await sharp(Buffer.from(drawn))
  .png({ palette: true, colours: 32, effort: 10 })
  .toFile(fileURLToPath(new URL("../lib/imaging/pixels/watermark.png", import.meta.url)));
