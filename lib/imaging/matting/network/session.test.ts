import { mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { Tensor } from "onnxruntime-node";
import { beforeAll, describe, expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { tinyNetwork } from "#lib/testing/imaging/tiny-network.ts";
import { rowsOf } from "#lib/testing/trials.ts";
import { openSession, prepareSession } from "./session.ts";
import { isNet, type NetworkSpec } from "./spec.ts";

// The shipped network takes seconds.
test.each(rowsOf(["tiny", "shipped"], ["tiny"]))(
  "opening a session caches the prepared network, and deletes old files of other networks from the cache",
  async (network) => {
    const folder = path.join(env().DATA_DIR, "cache");
    // Replaces the folder that all test files share.
    await rm(folder, { recursive: true });
    await mkdir(folder);
    const longAgo = new Date(Date.now() - 3_600_000);
    for (const name of [
      "is-net-old.onnx",
      "network-old.onnx.1.part",
      "network-new.onnx.2.part",
      "else.onnx",
    ]) {
      await writeFile(path.join(folder, name), "x");
      if (!name.includes("new")) await utimes(path.join(folder, name), longAgo, longAgo);
    }
    await (await openSession(network === "tiny" ? await writeTiny() : isNet)).release();
    const left = await readdir(folder);
    expect(left).toContain("else.onnx");
    expect(left).toContain("network-new.onnx.2.part");
    expect(left.filter((name) => name.includes("-old"))).toEqual([]);
    expect(left.filter((name) => /^network-(fp32|int8)-[0-9a-f]{16}\.onnx$/.test(name))).toHaveLength(1);
  },
);

/** A number that occurs once in the tiny network. */
const weight = 2.5;

/** Writes an operator's own network that returns a weighted sum of the channels. */
async function writeTiny(): Promise<NetworkSpec> {
  const file = path.join(env().DATA_DIR, "tiny.onnx");
  const shape = { input: "x", output: "y", height: "height", width: "width" };
  await writeFile(file, tinyNetwork({ ...shape, weights: [[weight, 0.25, 0.25]], biases: [0] }));
  return {
    file,
    inputName: null,
    outputName: null,
    size: { width: 32, height: 32 },
    mean: [0, 0, 0],
    deviation: [1, 1, 1],
    activation: "none",
  };
}

/** What the network returns for a picture of ones: 3. */
async function sumOf(spec: NetworkSpec): Promise<unknown> {
  const session = await openSession(spec);
  const ones = new Tensor("float32", new Float32Array(3 * 32 * 32).fill(1), [1, 3, 32, 32]);
  const { y } = await session.run({ x: ones });
  await session.release();
  return y?.data[0];
}

describe("a prepared network", () => {
  let spec: NetworkSpec;
  let file = "";
  let whole = Buffer.alloc(0);
  beforeAll(async () => {
    const folder = path.join(env().DATA_DIR, "cache");
    await rm(folder, { recursive: true });
    await mkdir(folder);
    spec = await writeTiny();
    await prepareSession(spec);
    const [name = ""] = await readdir(folder);
    file = path.join(folder, name);
    whole = await readFile(file);
  });

  test("is used as it is", async () => {
    const marked = new Date(1_000_000_000_000);
    await utimes(file, marked, marked);
    expect(await sumOf(spec)).toBe(3);
    expect((await stat(file)).mtimeMs).toBe(marked.getTime());
  });

  const damages: [string, (bytes: Buffer) => Promise<void>][] = [
    [
      "a bit flipped in a tensor",
      async (bytes) => {
        const stored = Buffer.from(new Float32Array([weight]).buffer);
        const at = bytes.indexOf(stored);
        expect(at).toBeGreaterThan(0);
        bytes.writeUInt8(bytes.readUInt8(at + 3) ^ 0x40, at + 3);
        await writeFile(file, bytes);
      },
    ],
    ["its end missing", async (bytes) => truncate(file, bytes.length - 10)],
    ["no checksum", async (bytes) => truncate(file, bytes.length - 76)],
    ["no content", async () => truncate(file, 0)],
  ];

  test.each(damages)("with %s is prepared again when it is opened", async (_, damage) => {
    await damage(Buffer.from(whole));
    expect(await sumOf(spec)).toBe(3);
    expect(Buffer.compare(await readFile(file), whole)).toBe(0);
  });

  test.each(damages)("with %s is prepared again when the service starts", async (_, damage) => {
    await damage(Buffer.from(whole));
    await prepareSession(spec);
    expect(Buffer.compare(await readFile(file), whole)).toBe(0);
  });
});
