// Guards that the shipped network is prepared once for this processor, which takes seconds, and kept.
import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { openSession } from "./session.ts";
import { isNet } from "./spec.ts";

test("opening a session caches the prepared network, and deletes old files of other networks from the cache", {
  timeout: 60_000,
}, async () => {
  const folder = path.join(env().DATA_DIR, "cache");
  // Replaces the folder that all test files share.
  await rm(folder);
  await mkdir(folder);
  const longAgo = new Date(Date.now() - 3_600_000);
  for (const name of ["is-net-old.onnx", "network-old.onnx.1.part", "network-new.onnx.2.part", "else.onnx"]) {
    await writeFile(path.join(folder, name), "x");
    if (!name.includes("new")) await utimes(path.join(folder, name), longAgo, longAgo);
  }
  await (await openSession(isNet)).release();
  const left = await readdir(folder);
  expect(left).toContain("else.onnx");
  expect(left).toContain("network-new.onnx.2.part");
  expect(left.filter((name) => name.includes("-old"))).toEqual([]);
  expect(left.filter((name) => /^network-(fp32|int8)-[0-9a-f]{16}\.onnx$/.test(name))).toHaveLength(1);
});
