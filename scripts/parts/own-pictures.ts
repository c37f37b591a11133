import { readFile } from "node:fs/promises";
import sharp from "sharp";

/** Pictures that a seller might upload: a room, a drawn set, and two materials. */
export async function ownPictures() {
  const room = await readFile(new URL("../../lib/testing/models/scenes/loft.jpg", import.meta.url));
  return { room, drawn: await drawnSet(), tiles: await drawnTiles(), paper: await drawnPaper() };
}

/** A wall lit from the right, and a table that ends at 62 % of the height. */
function drawnSet(): Promise<Buffer> {
  return draw(1500, 1000, (x, y) => {
    const share = x / 1500;
    return y < 620
      ? [124 + 77 * share, 143 + 71 * share, 134 + 66 * share]
      : [165 + 52 * share, 118 + 50 * share, 78 + 42 * share];
  });
}

function drawnTiles(): Promise<Buffer> {
  return draw(800, 800, (x, y) => {
    if (x % 100 < 3 || y % 100 < 3) return [138, 134, 124];
    return (Math.floor(x / 100) + Math.floor(y / 100)) % 2 ? [47, 111, 115] : [232, 226, 210];
  });
}

/** Smooth stains on cream. */
function drawnPaper(): Promise<Buffer> {
  return draw(1200, 900, (x, y) => {
    const stain = Math.sin(x / 37 + Math.sin(y / 53) * 2) * Math.sin(y / 41 + Math.sin(x / 29) * 1.5);
    return [236 + 7 * stain, 228 + 8 * stain, 214 + 10 * stain];
  });
}

type Draw = (x: number, y: number) => readonly [number, number, number];

function draw(width: number, height: number, color: Draw): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) pixels.set(color(i % width, Math.floor(i / width)), i * 3);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}
