// Guards that the prepared network returns the masks of the package's own model.

import { InferenceSession, Tensor } from "onnxruntime-node";
import { describe, expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { drawTestPicture } from "#lib/testing/imaging/drawn-pictures.ts";
import { segment } from "./index.ts";
import { readWeights, readWeightsManifest } from "./weights.ts";

// Settings are read once, so this must run before the first read.
useEnvironment({ CUTOUT_PRECISION: "fp32" });

describe("the network", { timeout: 300_000 }, () => {
  test("returns the same mask as the package's own model, to 0.001 on average", async () => {
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
