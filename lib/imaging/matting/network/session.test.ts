import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { tinyNetwork } from "#lib/testing/imaging/tiny-network.ts";
import { openSession } from "./session.ts";
import type { NetworkSpec } from "./spec.ts";

test("opening a session caches the prepared network, and deletes old files of other networks from the cache", async () => {
  const folder = path.join(env().DATA_DIR, "cache");
  // Replaces the folder that all test files share.
  await rm(folder);
  await mkdir(folder);
  const longAgo = new Date(Date.now() - 3_600_000);
  for (const name of ["is-net-old.onnx", "network-old.onnx.1.part", "network-new.onnx.2.part", "else.onnx"]) {
    await writeFile(path.join(folder, name), "x");
    if (!name.includes("new")) await utimes(path.join(folder, name), longAgo, longAgo);
  }
  const file = path.join(env().DATA_DIR, "tiny.onnx");
  const shape = { input: "x", output: "y", height: "height", width: "width" };
  await writeFile(file, tinyNetwork({ ...shape, weights: [[1, 1, 1]], biases: [0] }));
  const tiny: NetworkSpec = {
    file,
    inputName: null,
    outputName: null,
    size: { width: 32, height: 32 },
    mean: [0, 0, 0],
    deviation: [1, 1, 1],
    activation: "none",
  };
  await (await openSession(tiny)).release();
  const left = await readdir(folder);
  expect(left).toContain("else.onnx");
  expect(left).toContain("network-new.onnx.2.part");
  expect(left.filter((name) => name.includes("-old"))).toEqual([]);
  expect(left.filter((name) => /^network-(fp32|int8)-[0-9a-f]{16}\.onnx$/.test(name))).toHaveLength(1);
});
