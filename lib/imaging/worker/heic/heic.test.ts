import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { inspectImage } from "#lib/images/inspect.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { colored, heicFile, heifOf, mirrored, rotated } from "#lib/testing/imaging/heif-files.ts";
import { deepTest, rowsOf } from "#lib/testing/trials.ts";
import { stopWorkers, workerPid } from "../pool.ts";
import { openHeif } from "./libheif.ts";

everyTestTries("decode");

const folder = await mkdtemp(path.join(tmpdir(), "heic-"));
afterAll(async () => {
  await rm(folder, { recursive: true });
});

type Places = readonly (readonly [x: number, y: number])[];
/** The middles of a picture's quarters, row by row, as shares of its size. */
const quarters: Places = [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x) => [x, y] as const));

/** The decoded copy of a picture: its properties, and the colors at these places. */
async function decoded(bytes: Buffer, places = quarters) {
  const copyTo = path.join(folder, "copy");
  const inspected = await inspectImage(bytes, { copyTo });
  const copy = sharp(copyTo);
  const { format, icc } = await copy.metadata();
  const { data, info } = await copy.raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return [...data.subarray(start, start + info.channels)];
  };
  await rm(copyTo);
  return { inspected, format, icc, colors: places.map(([x, y]) => at(x, y)) };
}

type Names = readonly ("red" | "green" | "blue" | "white")[];
const palette = { red: [220, 40, 40], green: [40, 180, 40], blue: [40, 40, 220], white: [255, 255, 255] };

function expectColors(colors: number[][], names: Names, most = 4): void {
  names.forEach((name, quarter) => {
    palette[name].forEach((value, channel) => {
      expect(Math.abs((colors[quarter]?.[channel] ?? -1000) - value), `${name} of ${colors}`).toBeLessThan(
        most,
      );
    });
  });
}

const upright: Names = ["red", "green", "blue", "white"];

describe("a HEIC picture", () => {
  test("in Display P3, given as a profile or as a code, is converted to sRGB", async () => {
    const byProfile = await decoded(heicFile("quarters"));
    expect(byProfile.inspected).toMatchObject({ format: "heic", width: 128, height: 96, hasAlpha: false });
    expect([byProfile.format, byProfile.icc]).toEqual(["jpeg", undefined]);
    expectColors(byProfile.colors, upright);
    const { colors } = await decoded(heifOf({ width: 128, height: 96, properties: [colored(12)] }));
    expectColors(colors, upright);
  });

  const turned = [
    ["turned by a quarter", rotated(1), ["green", "white", "red", "blue"], true],
    ["turned by two", rotated(2), ["white", "blue", "green", "red"], false],
    ["turned by three", rotated(3), ["blue", "red", "white", "green"], true],
    ["upside down in a mirror", mirrored(0), ["blue", "white", "red", "green"], false],
    ["in a mirror", mirrored(1), ["green", "red", "white", "blue"], false],
  ] as const;
  test.each(rowsOf(turned, [turned[0], turned[4]]))(
    "that is stored %s is turned upright exactly once",
    async (_name, property, names, isTurned) => {
      const properties = [colored(12), property];
      const { inspected, colors } = await decoded(heifOf({ width: 128, height: 96, properties }));
      expect(inspected).toMatchObject(isTurned ? { width: 96, height: 128 } : { width: 128, height: 96 });
      expectColors(colors, names);
    },
  );

  test("keeps its transparency", async () => {
    const { inspected, format, colors } = await decoded(heicFile("cutout"));
    expect([inspected.hasAlpha, format]).toEqual([true, "png"]);
    expect(colors.map((color) => color[3])).toEqual([255, 0, 255, 0]);
  });

  test("of many tiles is decoded at its full size, with the pixels of every tile", async () => {
    const grid = { columns: 4, rows: 3 };
    const [width, height] = [500, 280];
    const file = heifOf({ width, height, grid, properties: [colored(12)] });
    const tiles = Array.from({ length: grid.columns * grid.rows }, (_, tile) => {
      const [left, top] = [128 * (tile % grid.columns), 96 * Math.floor(tile / grid.columns)];
      return quarters.map(([x, y]) => [(left + x * 128) / width, (top + y * 96) / height] as const);
    });
    const { inspected, colors } = await decoded(file, tiles.flat());
    expect(inspected).toMatchObject({ width, height });
    for (const tile of tiles.keys()) expectColors(colors.slice(4 * tile, 4 * tile + 4), upright);
  });
});

describe("a malicious HEIC file", () => {
  const large = /^the picture is too large: HEIC pictures have at most 50 megapixels$/;
  const damaged = /^the HEIC data is damaged or incomplete$/;
  const mug = heicFile("mug");
  const malicious: [what: string, bytes: Buffer, message: RegExp][] = [
    ["announces 900 megapixels", heifOf({ width: 30_000, height: 30_000 }), large],
    ["announces a little too much", heifOf({ width: 10_000, height: 5_001 }), large],
    ["announces a line of 40 million pixels", heifOf({ width: 40_000_000, height: 1 }), damaged],
    ["announces more than there is", heifOf({ width: 7_000, height: 7_000 }), damaged],
    ["announces less than there is", heifOf({ width: 16, height: 16 }), large],
    [
      "has ten thousand tiles",
      heifOf({ width: 12_800, height: 9_600, grid: { columns: 100, rows: 100 } }),
      large,
    ],
    ["is no HEIC behind its first bytes", Buffer.concat([mug.subarray(0, 28), Buffer.alloc(5_000)]), damaged],
    ["ends behind its first bytes", mug.subarray(0, 28), damaged],
  ];
  const few = ["announces 900 megapixels", "announces more than there is", "has ten thousand tiles"];
  const fewMalicious = malicious.filter(([what]) => few.includes(what));
  test.each(rowsOf(malicious, fewMalicious))(
    "that %s is rejected with a specific error, and its worker goes on",
    async (_name, bytes, message) => {
      await inspectImage(heicFile("quarters"));
      const pid = workerPid("decode");
      const copyTo = path.join(folder, "refused");
      await expect(inspectImage(bytes, { copyTo, caller: "attacker" })).rejects.toMatchObject({
        name: "UnreadableImageError",
        message: expect.stringMatching(message),
      });
      expect(await inspectImage(heicFile("quarters"))).toMatchObject({ width: 128 });
      expect(workerPid("decode")).toBe(pid);
      expect(await readdir(folder)).toEqual([]);
    },
  );

  deepTest("fails when it needs more memory than the limit of the decoder", async () => {
    const tiles = heifOf({ width: 2_560, height: 1_920, grid: { columns: 20, rows: 20 } });
    const decode = async (maxMemoryBytes: number) => {
      const heif = await openHeif(tiles, { maxPixels: 50_000_000, maxMemoryBytes });
      heif.decodeInto(new Uint8Array(heif.width * heif.height * 3));
      return heif.width;
    };
    await expect(decode(24 * 1024 ** 2)).rejects.toMatchObject({ fault: "out_of_memory" });
    expect(await decode(96 * 1024 ** 2)).toBe(2_560);
  });

  test("never reaches the worker that decodes other pictures", async () => {
    await inspectImage(heicFile("quarters"));
    stopWorkers();
    await inspectImage(heicFile("quarters"));
    expect(workerPid("light")).toBeNull();
  });
});
