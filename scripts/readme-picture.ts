import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { styleNames } from "#lib/generators/styles.ts";

/*
 * Makes the README's picture from the example photos: the picture as taken, and beside it the four styles.
 * Run it after scripts/examples.ts: node scripts/readme-picture.ts
 */

const width = 1600;
const height = 600;
const gap = 8;

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

function tile(name: string, tileWidth: number, tileHeight: number): Promise<Buffer> {
  return sharp(file(`public/examples/${name}.webp`))
    .resize(tileWidth, tileHeight, { fit: "cover" })
    .toBuffer();
}

const halfWidth = (width - gap) / 2;
const smallWidth = (halfWidth - gap) / 2;
const smallHeight = (height - gap) / 2;
const parts = [{ input: await tile("mug-before-1200", halfWidth, height), left: 0, top: 0 }];
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
