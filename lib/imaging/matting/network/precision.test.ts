import { afterEach, describe, expect, test, vi } from "vitest";
import { listSamples } from "#lib/samples/index.ts";
import { compareCutOuts, readTruth } from "#lib/testing/imaging/edge-quality.ts";
import { readSample, sampleAlphaFile } from "#scripts/parts/samples.ts";
import { type Precision, precisionFor } from "./precision.ts";
import { quantizeWeights } from "./quantize-weights.ts";

describe("the precision", () => {
  test.each([
    ["flags : fpu sse2 avx avx2 avx512f avx512_vnni amx_int8", "int8", "amx_int8"],
    ["flags : fpu avx2 avx_vnni", "int8", "avx_vnni"],
    ["flags : fpu avx avx2", "int8", "avx2"],
    ["flags : fpu sse4_2 avx", "fp32", "not known"],
    ["Features : fp asimd asimddp i8mm", "fp32", "not known"],
  ])("for %s is %s", (features, precision, reason) => {
    expect(precisionFor(features)).toMatchObject({ precision, reason: expect.stringContaining(reason) });
  });
});

describe("weights in 8 bits", () => {
  test("differ from the originals by at most 1.1 steps, whatever their channel's range, and stay within ±63", () => {
    const weights = Float32Array.from({ length: 4 * 50 }, (_, index) => {
      const size = 10 ** (Math.floor(index / 50) - 2);
      return size * Math.sin(index * 1.7);
    });
    const { values, scales } = quantizeWeights(weights, 4);
    for (let index = 0; index < weights.length; index += 1) {
      const scale = scales[Math.floor(index / 50)] ?? 0;
      expect(Math.abs(values[index] ?? 0)).toBeLessThanOrEqual(63);
      expect(Math.abs((values[index] ?? 0) * scale - (weights[index] ?? 0))).toBeLessThan(scale * 1.1);
    }
  });

  test("are 0 for a channel of zeros", () => {
    const { values, scales } = quantizeWeights(new Float32Array(9), 1);
    expect([...values]).toEqual(new Array(9).fill(0));
    expect([...scales]).toEqual([1]);
  });
});

describe("the network in either precision", { timeout: 300_000 }, () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  async function cutSamples(precision: Precision) {
    vi.resetModules();
    vi.stubEnv("CUTOUT_PRECISION", precision);
    const { cutOut } = await import("../cut-out.ts");
    const samples = (await listSamples()).slice(0, 4);
    return Promise.all(
      samples.map(async ({ name }) => {
        const jpeg = await readSample(name);
        return { cut: await cutOut(jpeg), truth: await readTruth(jpeg, sampleAlphaFile(name)) };
      }),
    );
  }

  test("cuts samples out in 8 bits with at most 5 % more edge error than in 32 bits", async () => {
    const exact = await cutSamples("fp32");
    const rounded = await cutSamples("int8");
    const bands = { fp32: 0, int8: 0 };
    for (const [index, { cut, truth }] of exact.entries()) {
      const other = rounded[index]?.cut;
      if (other === undefined) throw new Error("a sample was not cut out");
      expect(Buffer.compare(cut.rgba, other.rgba)).not.toBe(0);
      expect(compareCutOuts(other, cut, 8).iou).toBeGreaterThan(0.99);
      bands.fp32 += compareCutOuts(cut, truth, 12).bandMae;
      bands.int8 += compareCutOuts(other, truth, 12).bandMae;
    }
    expect(bands.int8).toBeLessThan(bands.fp32 * 1.05);
  });
});
