import { appendFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeEach, expect, test } from "vitest";
import { FolderWatch } from "./watch.ts";

const root = await mkdtemp(path.join(os.tmpdir(), "sdk-watch-"));
afterAll(() => rm(root, { recursive: true }));
let folder: string;
let now: number;
let watch: FolderWatch;

beforeEach(async () => {
  folder = await mkdtemp(path.join(root, "folder-"));
  now = 0;
  watch = new FolderWatch(folder, { isRecursive: true, now: () => now });
});
const write = (name: string, content: Uint8Array | string) => writeFile(path.join(folder, name), content);
const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } });

test.each(["jpeg", "png", "webp"] as const)(
  "a %s is reported once, when all of it is written",
  async (format) => {
    const bytes = await picture.toFormat(format).toBuffer();
    const name = `mug.${format}`;
    await write(name, bytes.subarray(0, 40));
    expect([await watch.next(), await watch.next()]).toEqual([[], []]);
    await appendFile(path.join(folder, name), bytes.subarray(40));
    expect(await watch.next()).toEqual([]);
    expect([await watch.next(), await watch.next()]).toEqual([[name], []]);
    await write(name, await picture.clone().negate().resize(9).toFormat(format).toBuffer());
    expect([await watch.next(), await watch.next()]).toEqual([[], [name]]);
  },
);

test("a file whose format does not show its end is reported when it has been quiet", async () => {
  await mkdir(path.join(folder, "new"));
  await write(path.join("new", "mug.heic"), "unknown format");
  await write("empty.jpg", "");
  expect([await watch.next(), await watch.next()]).toEqual([[], []]);
  now += 10_000;
  expect(await watch.next()).toEqual([path.join("new", "mug.heic")]);
});

test("results, hidden files and others are ignored; a file that is removed and comes back is reported again", async () => {
  const bytes = await picture.png().toBuffer();
  for (const name of ["mug.studio.photo.png", ".mug.png", "mug.png.part", "notes.txt"])
    await write(name, bytes);
  await write("mug.png", bytes);
  expect([await watch.next(), await watch.next()]).toEqual([[], ["mug.png"]]);
  await rm(path.join(folder, "mug.png"));
  expect(await watch.next()).toEqual([]);
  await write("mug.png", bytes);
  expect([await watch.next(), await watch.next()]).toEqual([[], ["mug.png"]]);
});
