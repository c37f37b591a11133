import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { listSupportedBackends } from "onnxruntime-node";
import sharp from "sharp";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { cutoutDevices, readEnvironment } from "#lib/platform/env.ts";
import { forgetAll } from "#lib/platform/lazy.ts";
import { tinyNetwork } from "#lib/testing/imaging/tiny-network.ts";
import { deepTest, rowsOf } from "#lib/testing/trials.ts";
import { cutOut } from "../cut-out.ts";
import { loadNetwork, networkSize, segment } from "./index.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "networks-"));
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  forgetAll();
});

/** A network that returns 20 × (mean of the channels − 0.5): white is product, black is not. */
const brightness = { weights: [[20 / 3, 20 / 3, 20 / 3]], biases: [-10] } as const;
const plainValues = { mean: [0, 0, 0], std: [1, 1, 1] };
const open = { height: "height", width: "width" };

interface Brought {
  name: string;
  model: Uint8Array | null;
  description: unknown;
}

/** Stores the files of a model that the operator has set, and restarts. */
async function bring({ name, model, description }: Brought): Promise<void> {
  const file = path.join(folder, `${name}.onnx`);
  if (model !== null) await writeFile(file, model);
  if (description !== undefined) {
    const text = typeof description === "string" ? description : JSON.stringify(description);
    await writeFile(path.join(folder, `${name}.json`), text);
  }
  restartWith("CUTOUT_MODEL", file);
}

function restartWith(name: string, value: string): void {
  vi.stubEnv(name, value);
  forgetAll();
}

/** A white disc on black, 400 × 300. */
async function drawDisc(): Promise<Uint8Array> {
  const grey = new Uint8Array(400 * 300);
  for (let index = 0; index < grey.length; index += 1) {
    const distance = Math.hypot((index % 400) + 0.5 - 180, Math.floor(index / 400) + 0.5 - 150);
    grey[index] = 255 * Math.min(1, Math.max(0, 90.5 - distance));
  }
  return sharp(grey, { raw: { width: 400, height: 300, channels: 1 } })
    .png()
    .toBuffer();
}

async function expectDisc(): Promise<void> {
  const { rgba } = await cutOut(await drawDisc());
  const alphaAt = (x: number, y: number) => rgba[(y * 400 + x) * 4 + 3];
  for (const [x, y] of [
    [180, 150],
    [100, 150],
    [180, 70],
    [262, 150],
  ] as const)
    expect(alphaAt(x, y)).toBe(255);
  for (const [x, y] of [
    [20, 20],
    [84, 150],
    [180, 54],
    [276, 150],
  ] as const)
    expect(alphaAt(x, y)).toBe(0);
}

describe("an operator's own network", () => {
  deepTest(
    "cuts out at sizes that are multiples of its step, with the sigmoid applied to its output",
    async () => {
      const model = tinyNetwork({ input: "picture", output: "logits", ...open, ...brightness });
      const description = {
        input: { multiple_of: 32, longest_side: 256 },
        normalization: plainValues,
        output: { activation: "sigmoid" },
      };
      await bring({ name: "steps", model, description });
      expect(networkSize({ width: 4000, height: 3000 }, "fine")).toEqual({ width: 256, height: 192 });
      await expectDisc();
    },
  );

  test("cuts out at its single fixed size, with its own input and output names", async () => {
    const model = tinyNetwork({
      input: "a",
      output: "b",
      height: 128,
      width: 160,
      ...brightness,
    });
    const description = {
      input: { name: "a", width: 160, height: 128 },
      normalization: plainValues,
      output: { name: "b", activation: "sigmoid" },
    };
    await bring({ name: "fixed", model, description });
    expect(networkSize({ width: 4000, height: 3000 }, "coarse")).toEqual({ width: 160, height: 128 });
    await expectDisc();
  });

  test("receives values that are normalized by the described mean and deviation", async () => {
    const model = tinyNetwork({ input: "x", output: "y", ...open, weights: [[1, 10, 100]], biases: [0] });
    const description = {
      input: { multiple_of: 32, longest_side: 64 },
      normalization: { mean: [0.5, 0.4, 0.2], std: [0.5, 0.25, 0.2] },
      output: { activation: "none" },
    };
    await bring({ name: "values", model, description });
    const rgb = new Uint8Array(32 * 32 * 3);
    for (let at = 0; at < rgb.length; at += 3) rgb.set([255, 204, 51], at);
    const [first] = await segment(rgb, { width: 32, height: 32 });
    expect(first).toBeCloseTo((1 - 0.5) / 0.5 + (10 * (0.8 - 0.4)) / 0.25 + 0, 3);
  });

  const unusable: [string, Brought, RegExp][] = [
    [
      "without its file",
      { name: "absent", model: null, description: valid() },
      /CUTOUT_MODEL names .*absent\.onnx/,
    ],
    ["without a description", { name: "bare", model: tiny(), description: undefined }, /needs .*bare\.json/],
    [
      "with a description that is no JSON",
      { name: "torn", model: tiny(), description: "{" },
      /needs .*torn\.json/,
    ],
    [
      "with a description that says too little",
      { name: "short", model: tiny(), description: { ...valid(), normalization: { mean: [0, 0, 0] } } },
      /short\.json is not usable[\s\S]*normalization/,
    ],
    [
      "that divides by nothing",
      {
        name: "zero",
        model: tiny(),
        description: { ...valid(), normalization: { mean: [0, 0, 0], std: [0, 1, 1] } },
      },
      /zero\.json is not usable[\s\S]*std/,
    ],
  ];
  test.each(
    rowsOf(
      unusable,
      unusable.filter((_, at) => at === 0 || at === 3),
    ),
  )("%s is rejected, and the error names the file at fault", async (_what, brought, message) => {
    await bring(brought);
    await expect(loadNetwork()).rejects.toThrow(message);
  });

  test("that returns more values than a mask has is rejected", async () => {
    const weights = [
      [1, 1, 1],
      [2, 2, 2],
    ] as const;
    const model = tinyNetwork({ input: "x", output: "y", ...open, weights, biases: [0, 0] });
    await bring({ name: "double", model, description: valid() });
    await expect(segment(new Uint8Array(64 * 64 * 3), { width: 64, height: 64 })).rejects.toThrow(
      "answers with 8192 values",
    );
  });

  test("that is not an ONNX file is rejected", async () => {
    const model = new TextEncoder().encode("not a model");
    await bring({ name: "text", model, description: valid() });
    await expect(loadNetwork()).rejects.toThrow(/text\.onnx/);
  });
});

describe("a device", () => {
  test("that the runtime does not support is rejected, and the error lists the supported ones", async () => {
    const absent = cutoutDevices.find(
      (device) => !listSupportedBackends().some(({ name }) => name === device),
    );
    restartWith("CUTOUT_DEVICE", absent ?? "");
    await expect(loadNetwork()).rejects.toThrow(/CUTOUT_DEVICE is .*choose one of cpu/);
  });

  test("or a model file of an unknown kind is rejected when the environment is read", () => {
    expect(() => readEnvironment({ CUTOUT_DEVICE: "tpu" })).toThrow("CUTOUT_DEVICE");
    expect(() => readEnvironment({ CUTOUT_MODEL: "model.pt" })).toThrow("ends in .onnx");
  });

  test("other than the CPU cannot run in 8 bits, and neither can an operator's own network", () => {
    for (const other of [{ CUTOUT_DEVICE: "cuda" }, { CUTOUT_MODEL: "a.onnx" }]) {
      expect(() => readEnvironment({ CUTOUT_PRECISION: "int8", ...other })).toThrow("CUTOUT_PRECISION int8");
    }
  });
});

function tiny(): Uint8Array {
  return tinyNetwork({ input: "x", output: "y", ...open, ...brightness });
}

function valid() {
  return {
    input: { multiple_of: 32, longest_side: 64 },
    normalization: plainValues,
    output: { activation: "sigmoid" },
  };
}
