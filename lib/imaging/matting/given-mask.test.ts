import { InferenceSession } from "onnxruntime-node";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { NothingFoundError } from "#lib/images/picture.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";
import { cutOut } from "./cut-out.ts";

const side = 240;
const product = [200, 40, 30] as const;
const backdrop = [30, 90, 200] as const;
const at = (x: number, y: number) => y * side + x;

/** Coverage (0..1) of a pixel by a ball with a soft edge. */
function cover(x: number, y: number): number {
  const distance = Math.hypot(x + 0.5 - side / 2, y + 0.5 - side / 2);
  return Math.min(1, Math.max(0, (side / 3 - distance) / 4 + 0.5));
}

const everyPixel = Array.from(
  { length: side * side },
  (_, index) => [index % side, Math.floor(index / side)] as const,
);

function ball(): Promise<Buffer> {
  const rgb = Buffer.alloc(side * side * 3);
  for (const [x, y] of everyPixel) {
    const share = cover(x, y);
    product.forEach((value, channel) => {
      rgb[at(x, y) * 3 + channel] = Math.round(share * value + (1 - share) * (backdrop[channel] ?? 0));
    });
  }
  return sharp(rgb, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}

function maskOf(value: (x: number, y: number) => number, size = side): Promise<Buffer> {
  const grey = Buffer.from(
    Array.from({ length: size * size }, (_, index) =>
      Math.round(value(index % size, Math.floor(index / size)) * 255),
    ),
  );
  return sharp(grey, { raw: { width: size, height: size, channels: 1 } })
    .toColourspace("b-w")
    .png()
    .toBuffer();
}

test("a given mask becomes the alpha of the cut-out, and the network does not run", async () => {
  const run = vi.spyOn(Reflect.get(InferenceSession, "prototype") as InferenceSession, "run");
  const isLeft = (x: number) => (x < 90 ? 1 : 0);
  const cut = await cutOut(await ball(), { mask: await maskOf((x, y) => Math.min(isLeft(x), cover(x, y))) });
  const differences = everyPixel.map(([x, y]) => {
    const wanted = 255 * Math.min(isLeft(x), cover(x, y));
    return Math.abs((cut.rgba[at(x, y) * 4 + 3] ?? 0) - wanted);
  });
  expect(Math.max(...differences)).toBeLessThan(1.5);
  expect(cut.box.left + cut.box.width).toBe(90);
  expect(run).not.toHaveBeenCalled();
});

test("most of the backdrop's color is removed from the soft edge of a given mask", async () => {
  const { rgba } = await cutOut(await ball(), { mask: await maskOf(cover) });
  const edge = everyPixel.filter(([x, y]) => cover(x, y) > 0.2 && cover(x, y) < 0.95);
  expect(edge.length).toBeGreaterThan(500);
  const blue = edge.map(([x, y]) => rgba[at(x, y) * 4 + 2] ?? 0);
  const excess = (values: number[]) =>
    values.reduce((sum, value) => sum + value - product[2], 0) / values.length;
  const mixed = edge.map(([x, y]) => cover(x, y) * product[2] + (1 - cover(x, y)) * backdrop[2]);
  expect(excess(blue)).toBeLessThan(0.4 * excess(mixed));
  expect(Math.max(...blue)).toBeLessThan(90);
  expect(Math.max(...mixed)).toBeGreaterThan(150);
});

test("the hard edge of a given mask has no ring and no gap when the picture is scaled down", async () => {
  const isIn = (x: number, y: number) => x >= 60 && x < 180 && y >= 60 && y < 180;
  const mask = await maskOf((x, y) => (isIn(x, y) ? 1 : 0));
  const small = await cutOut(await ball(), { mask, maxSide: 100 });
  const scale = side / small.width;
  const [outer, inner]: [number[], number[]] = [[], []];
  for (let index = 0; index < small.width * small.height; index += 1) {
    const [x, y] = [((index % small.width) + 0.5) * scale, (Math.floor(index / small.width) + 0.5) * scale];
    const [dx, dy] = [Math.min(x - 60, 180 - x), Math.min(y - 60, 180 - y)];
    const inside = Math.min(dx, dy);
    const alpha = small.rgba[index * 4 + 3] ?? 0;
    if (inside < -2 * scale) outer.push(alpha);
    if (inside > 2 * scale) inner.push(alpha);
  }
  expect([Math.max(...outer), Math.min(...inner)]).toEqual([0, 255]);
});

test("a given mask reveals nothing more of a picture that is already cut out", async () => {
  const picture = await drawnProduct(96);
  const own = await cutOut(picture);
  const white = await cutOut(picture, { mask: await maskOf(() => 1, 96) });
  expect(Buffer.compare(white.rgba, own.rgba)).toBe(0);
  const half = await cutOut(picture, { mask: await maskOf((x) => (x < 48 ? 1 : 0), 96) });
  expect(half.box.left + half.box.width).toBeLessThanOrEqual(48);
});

test("a given mask that is black everywhere throws NothingFoundError", async () => {
  const mask = await maskOf(() => 0);
  await expect(cutOut(await ball(), { mask })).rejects.toThrow(NothingFoundError);
  await expect(cutOut(await ball(), { mask })).rejects.toThrow("black everywhere");
});
