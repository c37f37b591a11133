import { type InferenceSession, Tensor } from "onnxruntime-node";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { env } from "#lib/platform/env.ts";
import { lazy } from "#lib/platform/lazy.ts";
import { openSession, prepareSession } from "./session.ts";
import { type Look, type NetworkSpec, networkSpec, sizeSeen } from "./spec.ts";

const session = lazy(() => openSession(networkSpec()));

/** Loads the network if it is not loaded yet. Throws an Error that names the setting to correct. */
export async function loadNetwork(): Promise<void> {
  await requireSession();
}

/**
 * Prepares the network for `loadNetwork`. Any network but the shipped one on the CPU is loaded as well, so that its
 * faults are found here. Throws an Error that names the setting to correct.
 */
export async function prepareNetwork(): Promise<void> {
  const spec = networkSpec();
  if (spec.file === null && env().CUTOUT_DEVICE === "cpu") await prepareSession(spec);
  else await requireSession();
}

/** Returns the size to which a part of a picture must be scaled for `segment`. */
export function networkSize(part: Size, look: Look): Size {
  return sizeSeen(networkSpec(), part, look);
}

/**
 * Runs the network, by default IS-Net (Qin et al. 2022, "Highly Accurate Dichotomous Image Segmentation"), on an sRGB
 * picture of width × height × 3, in a size returned by `networkSize`. Returns the foreground probability 0..1, width
 * × height. Blocks its thread while the network runs.
 */
export async function segment(rgb: Uint8Array, { width, height }: Size): Promise<Float32Array> {
  const spec = networkSpec();
  const { size } = spec;
  const isTaken =
    "width" in size
      ? width === size.width && height === size.height
      : width % size.multipleOf === 0 && height % size.multipleOf === 0;
  if (!isTaken || rgb.length !== width * height * 3) {
    throw new RangeError(
      `the network takes no 3-channel picture of ${width} × ${height}: ${JSON.stringify(size)}`,
    );
  }
  const running = await requireSession();
  const input = new Tensor("float32", toPlanes(rgb, width * height, spec), [1, 3, height, width]);
  const [inputName = ""] = spec.inputName === null ? running.inputNames : [spec.inputName];
  const [outputName = ""] = spec.outputName === null ? running.outputNames : [spec.outputName];
  const results = await running.run({ [inputName]: input }, [outputName]);
  const output = results[outputName]?.data;
  if (!(output instanceof Float32Array) || output.length !== width * height) {
    throw new Error(
      `the network answers with ${output?.length} values of ${results[outputName]?.type} where ${width} × ${height} of float32 are needed`,
    );
  }
  if (spec.activation === "sigmoid") toProbabilities(output);
  return output;
}

async function requireSession(): Promise<InferenceSession> {
  try {
    return await session();
  } catch (error) {
    // Lets the next picture try again after a failed start.
    session.forget();
    throw error;
  }
}

/** Converts interleaved bytes to normalized planes. */
function toPlanes(rgb: Uint8Array, count: number, { mean, deviation }: NetworkSpec): Float32Array {
  const [red, green, blue] = ([0, 1, 2] as const).map((channel) =>
    Float32Array.from({ length: 256 }, (_, value) => (value / 255 - mean[channel]) / deviation[channel]),
  ) as [Float32Array, Float32Array, Float32Array];
  const planes = new Float32Array(3 * count);
  for (let start = 0; start < count; start += partLength)
    fillPart(planes, rgb, { red, green, blue }, start, Math.min(count, start + partLength));
  return planes;
}

/** Pixels per call of `fillPart`. */
const partLength = 1024;

interface Tables {
  red: Float32Array;
  green: Float32Array;
  blue: Float32Array;
}

function fillPart(planes: Float32Array, rgb: Uint8Array, tables: Tables, start: number, end: number): void {
  const { red, green, blue } = tables;
  const count = planes.length / 3;
  for (let index = start, at = start * 3; index < end; index += 1, at += 3) {
    planes[index] = red[rgb[at] ?? 0] ?? 0;
    planes[count + index] = green[rgb[at + 1] ?? 0] ?? 0;
    planes[2 * count + index] = blue[rgb[at + 2] ?? 0] ?? 0;
  }
}

function toProbabilities(values: Float32Array): void {
  for (let index = 0; index < values.length; index += 1)
    values[index] = 1 / (1 + Math.exp(-(values[index] ?? 0)));
}
