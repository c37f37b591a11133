// Guards that the network in 8 bits cuts out nearly as well as in 32 bits.
import { afterEach, describe, expect, test, vi } from "vitest";
import { forgetAll } from "#lib/platform/lazy.ts";
import { listSamples } from "#lib/samples/index.ts";
import { compareCutOuts, readTruth } from "#lib/testing/imaging/edge-quality.ts";
import { readSample, sampleAlphaFile } from "#scripts/parts/samples.ts";
import { cutOut } from "../cut-out.ts";
import type { Precision } from "./precision.ts";

describe("the network in either precision", { timeout: 300_000 }, () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    forgetAll();
  });

  async function cutSamples(precision: Precision) {
    vi.stubEnv("CUTOUT_PRECISION", precision);
    forgetAll();
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
