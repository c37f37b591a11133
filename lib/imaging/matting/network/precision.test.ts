import { describe, expect, test } from "vitest";
import { precisionFor } from "./precision.ts";
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
