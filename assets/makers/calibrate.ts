/**
 * Measures the value ranges of the cut-out network's tensors on the sample products, for its 8-bit form: both passes
 * over every sample, through the production code path. Run it again when the weights change.
 *
 *   node assets/makers/calibrate.ts
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { cutOut } from "#lib/imaging/matting/cut-out.ts";
import { readGraph } from "#lib/imaging/matting/network/onnx.ts";
import { planQuantization } from "#lib/imaging/matting/network/quantization-plan.ts";
import { type ActivationRanges, withOutputs } from "#lib/imaging/matting/network/quantize-graph.ts";
import { readWeightsManifest } from "#lib/imaging/matting/network/weights.ts";
import { optimizeBasically, writePlainModel } from "#lib/imaging/matting/network/write-model.ts";
import { listSamples } from "#lib/samples/index.ts";
import { readSample } from "../../scripts/parts/samples.ts";

const target = new URL("../../lib/imaging/matting/network/activation-ranges.json", import.meta.url);
/** Fraction of a tensor's values that may lie outside each end of its range. */
const leftOut = 1e-5;
const bins = 4096;
/** Number of tensors that are kept in memory at a time. */
const tensorsAtATime = 12;

interface Histogram {
  low: number;
  high: number;
  counts: Float64Array;
}

/** Records the network's inputs while the samples are cut out. */
async function recordInputs(): Promise<Tensor[]> {
  const inputs: Tensor[] = [];
  const create = InferenceSession.create.bind(InferenceSession) as (
    ...given: unknown[]
  ) => Promise<InferenceSession>;
  InferenceSession.create = async (...given: unknown[]) => {
    const session = await create(...given);
    const run = session.run.bind(session);
    session.run = async (feeds: InferenceSession.OnnxValueMapType, ...rest: unknown[]) => {
      if (feeds.input instanceof Tensor) inputs.push(feeds.input);
      return run(feeds, ...(rest as []));
    };
    return session;
  };
  for (const { name } of await listSamples()) await cutOut(await readSample(name));
  InferenceSession.create = create;
  return inputs;
}

async function basicModel(folder: string): Promise<Uint8Array> {
  const plain = path.join(folder, "plain.onnx");
  const basic = path.join(folder, "basic.onnx");
  await writePlainModel(await readWeightsManifest(), "fp32", plain);
  await optimizeBasically(plain, basic);
  return readFile(basic);
}

function widen(histogram: Histogram | undefined, values: Float32Array): Histogram {
  let { low, high } = histogram ?? { low: 0, high: 0 };
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high, counts: new Float64Array(bins) };
}

function count({ low, high, counts }: Histogram, values: Float32Array): void {
  const scale = bins / (high - low || 1);
  for (const value of values) {
    const bin = Math.min(bins - 1, Math.floor((value - low) * scale));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
}

/** Range that excludes at most `leftOut` of the values on each side. */
function rangeOf({ low, high, counts }: Histogram): [number, number] {
  const most = leftOut * counts.reduce((sum, each) => sum + each, 0);
  const width = (high - low) / bins;
  const beyond = (from: number, step: number) => {
    let sum = 0;
    let bin = from;
    while (sum + (counts[bin] ?? 0) <= most) {
      sum += counts[bin] ?? 0;
      bin += step;
    }
    return bin;
  };
  const range: [number, number] = [low + beyond(0, 1) * width, low + (beyond(bins - 1, -1) + 1) * width];
  return [Math.min(0, range[0]), Math.max(0, range[1])];
}

async function measureRanges(model: Uint8Array, inputs: readonly Tensor[]): Promise<ActivationRanges> {
  const { measured, input } = planQuantization(readGraph(model));
  const ranges: Record<string, [number, number]> = {};
  for (let from = 0; from < measured.length; from += tensorsAtATime) {
    const names = measured.slice(from, from + tensorsAtATime);
    const asked = names.filter((name) => name !== input);
    const session = await InferenceSession.create(Buffer.concat(withOutputs(model, asked)), {
      logSeverityLevel: 3,
    });
    const histograms = new Map<string, Histogram>();
    for (const look of ["widen", "count"] as const) {
      for (const picture of inputs) {
        const results = { ...(await session.run({ input: picture }, asked)), [input]: picture };
        for (const name of names) {
          const values = results[name]?.data;
          if (!(values instanceof Float32Array)) throw new Error(`${name} is no float32 tensor`);
          const histogram = histograms.get(name);
          if (look === "widen") histograms.set(name, widen(histogram, values));
          else if (histogram !== undefined) count(histogram, values);
        }
      }
    }
    await session.release();
    for (const [name, histogram] of histograms) ranges[name] = rangeOf(histogram);
    console.log(`${Math.min(measured.length, from + tensorsAtATime)} of ${measured.length} tensors`);
  }
  return ranges;
}

const folder = await mkdtemp(path.join(os.tmpdir(), "calibrate-"));
try {
  const inputs = await recordInputs();
  const ranges = await measureRanges(await basicModel(folder), inputs);
  const { fingerprint } = await readWeightsManifest();
  const lines = Object.entries(ranges).map(
    ([name, range]) =>
      `    ${JSON.stringify(name)}: [${range.map((end) => Number(end.toPrecision(4))).join(", ")}]`,
  );
  await writeFile(
    target,
    `{\n  "weights": ${JSON.stringify(fingerprint)},\n  "ranges": {\n${lines.join(",\n")}\n  }\n}\n`,
  );
  console.log(`wrote the ranges of ${lines.length} tensors, from ${inputs.length} looks`);
} finally {
  await rm(folder, { recursive: true });
}
