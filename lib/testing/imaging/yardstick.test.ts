import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { compareCutOuts } from "./edge-quality.ts";
import { listYardstick, readYardstick, yardstickClasses, yardstickFile } from "./yardstick.ts";

const pictures = await listYardstick();
const truthFile = (picture: (typeof pictures)[number]) =>
  "alpha" in picture ? picture.alpha : picture.foreground;

test("every class has at least two pictures, and there are 32 or more in all", () => {
  expect(pictures.length).toBeGreaterThanOrEqual(32);
  expect(new Set(pictures.map(({ name }) => name)).size).toBe(pictures.length);
  for (const name of yardstickClasses) {
    expect(pictures.filter((picture) => picture.class === name).length, name).toBeGreaterThanOrEqual(2);
  }
});

test("each picture and its true foreground have the size given in the index", async () => {
  for (const picture of pictures) {
    const { width, height } = picture;
    const [photo, truth] = await Promise.all(
      [picture.file, truthFile(picture)].map((file) => sharp(yardstickFile(file)).metadata()),
    );
    expect(photo, picture.name).toMatchObject({ format: "jpeg", width, height });
    expect(truth, picture.name).toMatchObject({ width, height, channels: "alpha" in picture ? 1 : 4 });
  }
});

test("the folder contains exactly the files named in the index, within 10 MB", async () => {
  const folder = path.dirname(yardstickFile("yardstick.json"));
  const files = (await readdir(folder)).sort();
  const named = pictures.flatMap((picture) => [picture.file, truthFile(picture)]);
  expect(files).toEqual(["yardstick.json", ...named].sort());
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(folder, file))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10e6);
});

test("a true foreground has no error against itself, and is partly transparent for glass", async () => {
  const glass = pictures.find((picture) => picture.class === "glass-liquid");
  if (glass === undefined) throw new Error("no glass");
  const { truth } = await readYardstick(glass);
  const { sad, compositeOnBlack, compositeOnWhite, compositeOnGreen } = compareCutOuts(truth, truth, 8);
  expect({ sad, compositeOnBlack, compositeOnWhite, compositeOnGreen }).toEqual({
    sad: 0,
    compositeOnBlack: 0,
    compositeOnWhite: 0,
    compositeOnGreen: 0,
  });
  const partly = truth.rgba.filter((value, at) => at % 4 === 3 && value > 25 && value < 230).length;
  expect(partly).toBeGreaterThan(0.03 * truth.width * truth.height);
});
