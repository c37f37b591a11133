import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inspectImage } from "#lib/images/inspect.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { heicFile, heifOf } from "#lib/testing/imaging/heif-files.ts";
import { gifBlocks, jpegSegment, pngOfTexts, rawPng } from "#lib/testing/imaging/hostile-pictures.ts";
import { deepTest, rowsOf } from "#lib/testing/trials.ts";
import { taskBounds, workerBounds } from "./bounds.ts";
import { runTask, stopWorkers, workerPid } from "./pool.ts";
import { cpuTimeMsOf } from "./process.ts";

everyTestTries("decode");

/** Limits that a test may lower, so that it need not wait or fill the memory. */
const usual = { wallTimeMs: 10_000, memoryLimitBytes: 750 * 1024 ** 2 };
const narrowed = { ...usual };
const own = [
  ...[taskBounds.inspect, taskBounds.decode].map((bounds) => [bounds, "wallTimeMs"] as const),
  ...[workerBounds.light, workerBounds.decode].map((bounds) => [bounds, "memoryLimitBytes"] as const),
].map(([bounds, name]) => ({ bounds, name, value: Reflect.get(bounds, name) }));
beforeAll(() => {
  for (const { bounds, name } of own) {
    Object.defineProperty(bounds, name, { get: () => narrowed[name], configurable: true });
  }
  stopWorkers();
});
beforeEach(() => void Object.assign(narrowed, usual));
afterAll(() => {
  for (const { bounds, name, value } of own) {
    Object.defineProperty(bounds, name, { value, configurable: true, enumerable: true, writable: true });
  }
  stopWorkers();
});

const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: "white",
      noise: { type: "gaussian", mean: 120, sigma: 50 },
    },
  });

/** Measures processor time, which other processes do not lengthen. */
async function timed(image: Uint8Array) {
  await inspectImage(await noise(8).png().toBuffer());
  const pid = workerPid("light");
  const cpuTimeMs = () => cpuTimeMsOf(pid) ?? Number.NaN;
  const startedMs = cpuTimeMs();
  const outcome = await inspectImage(image, { caller: "attacker" }).catch((error: unknown) => error);
  return { outcome, usedMs: cpuTimeMs() - startedMs };
}

describe("a picture that is expensive to decode", () => {
  const costly: Record<string, { make: () => Promise<Buffer>; expected: object }> = {
    "85 compressed texts in a PNG of 64 × 64 is inspected": {
      make: async () => pngOfTexts(await noise(64).png().toBuffer()),
      expected: { format: "png", width: 64 },
    },
    "thousands of JPEG scans is rejected": {
      make: async () => {
        const clean = await noise(2_000).jpeg({ progressive: true }).toBuffer();
        const scan = jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 0, 0]));
        const end = clean.length - 2;
        const scans = Array<Buffer>(5_000).fill(scan);
        return Buffer.concat([clean.subarray(0, end), ...scans, clean.subarray(end)]);
      },
      expected: { name: "UnreadableImageError", message: expect.stringMatching(/damaged/) },
    },
    "twenty thousand GIF frames is inspected": {
      make: async () => {
        const gif = await noise(16).gif().toBuffer();
        const at = gif.indexOf(0x2c, 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1));
        const frames = Array<Buffer>(20_000).fill(gif.subarray(at, gif.length - 1));
        const comment = gifBlocks(0xfe, Buffer.alloc(500_000));
        return Buffer.concat([gif.subarray(0, at), comment, ...frames, gif.subarray(-1)]);
      },
      expected: { format: "gif", pages: 20_000, width: 16 },
    },
  };
  const names = Object.keys(costly);
  test.each(rowsOf(names, names.slice(0, 1)))("with %s with a second of processor time", async (name) => {
    const { make, expected } = costly[name] as (typeof costly)[string];
    const hostile = await make();
    const { outcome, usedMs } = await timed(hostile);
    expect(outcome).toMatchObject(expected);
    expect(usedMs).toBeLessThan(1_000);
  });

  deepTest(
    "is rejected when it takes too long to decode, and a new process serves the next picture",
    async () => {
      await inspectImage(await noise(8).png().toBuffer());
      const pid = workerPid("light");
      narrowed.wallTimeMs = 20;
      const small = await noise(9).png().toBuffer();
      const slow = inspectImage(rawPng(9_000, 9_000, 9_000), { caller: "attacker" });
      const next = inspectImage(small, { caller: "somebody" }).catch(() => null);
      await expect(slow).rejects.toMatchObject({
        name: "UnreadableImageError",
        message: "the picture took too long to decode",
      });
      await next;
      narrowed.wallTimeMs = 10_000;
      expect(await inspectImage(await noise(10).png().toBuffer())).toMatchObject({ width: 10 });
      expect(workerPid("light")).not.toBe(pid);
    },
  );

  deepTest("is not blamed when its worker gets no CPU time: the error is overloaded", async () => {
    await inspectImage(await noise(8).png().toBuffer());
    const pid = workerPid("light") ?? 0;
    narrowed.wallTimeMs = 1_500;
    process.kill(pid, "SIGSTOP");
    await expect(inspectImage(await noise(11).png().toBuffer())).rejects.toMatchObject({
      name: "ApiError",
      code: "overloaded",
    });
    narrowed.wallTimeMs = 10_000;
    expect(await inspectImage(await noise(12).png().toBuffer())).toMatchObject({ width: 12 });
  });

  test("is rejected when it needs too much memory, and the next picture is served", async () => {
    // A process keeps the limit with which it was started.
    stopWorkers();
    narrowed.memoryLimitBytes = 200 * 1024 ** 2;
    // Progressive: the whole picture has to be in memory before the first row is known.
    const hostile = await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: "red" } })
      .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
      .toBuffer();
    await expect(inspectImage(hostile)).rejects.toMatchObject({
      name: "UnreadableImageError",
      message: "the picture needs too much memory to decode",
    });
    narrowed.memoryLimitBytes = 750 * 1024 ** 2;
    expect(await inspectImage(await noise(10).png().toBuffer())).toMatchObject({ width: 10 });
  });
});

describe("a HEIC picture that is expensive to decode", () => {
  // 900 tiles with the same data in the file.
  const hostile = heifOf({ width: 3_840, height: 2_880, grid: { columns: 30, rows: 30 } });
  const good = heicFile("quarters");

  deepTest("is rejected when it takes too long, and a new process serves the next picture", async () => {
    expect(hostile.length).toBeLessThan(50_000);
    await inspectImage(good);
    const pid = workerPid("decode");
    narrowed.wallTimeMs = 50;
    await expect(inspectImage(hostile, { caller: "attacker" })).rejects.toMatchObject({
      name: "UnreadableImageError",
      message: "the picture took too long to decode",
    });
    narrowed.wallTimeMs = 40_000;
    expect(await inspectImage(good)).toMatchObject({ width: 128 });
    expect(workerPid("decode")).not.toBe(pid);
  });

  deepTest("is rejected when it exceeds the memory limit, and the next picture is served", async () => {
    stopWorkers();
    narrowed.wallTimeMs = 40_000;
    narrowed.memoryLimitBytes = 120 * 1024 ** 2;
    await expect(inspectImage(hostile, { caller: "attacker" })).rejects.toMatchObject({
      name: "UnreadableImageError",
      message: "the picture needs too much memory to decode",
    });
    narrowed.memoryLimitBytes = 750 * 1024 ** 2;
    expect(await inspectImage(good)).toMatchObject({ width: 128 });
  });
});

test("a derived picture is written completely, and the reported measurements match the file", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "transform-"));
  try {
    const [source, target] = [path.join(folder, "source"), path.join(folder, "target")];
    await writeFile(source, pngOfTexts(await noise(64).png().toBuffer()));
    const output = { format: "webp", quality: 82 } as const;
    const resize = { widthPx: 10 };
    const made = await runTask("transform", { source, resize, output, target });
    expect(made).toMatchObject({ format: "webp", width: 10, height: 10, hasAlpha: false, pages: 1 });
    expect(await inspectImage(target)).toEqual(made);
    expect(await readdir(folder)).toEqual(["source", "target"]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
