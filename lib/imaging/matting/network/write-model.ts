import { readFile, rm, writeFile } from "node:fs/promises";
import { InferenceSession } from "onnxruntime-node";
import calibration from "./activation-ranges.json" with { type: "json" };
import type { Precision } from "./precision.ts";
import { prepareGraph } from "./prepare-graph.ts";
import { type ActivationRanges, quantizeGraph } from "./quantize-graph.ts";
import { isNet } from "./spec.ts";
import { readWeights, type WeightsManifest } from "./weights.ts";

/** The activation ranges (assets/makers/calibrate.ts) are valid only for the weights on which they were measured. */
export function canBeQuantized({ fingerprint }: WeightsManifest): boolean {
  return calibration.weights === fingerprint;
}

/** Writes the shipped network as an ONNX file of this precision. */
export async function writePlainModel(
  manifest: WeightsManifest,
  precision: Precision,
  file: string,
): Promise<void> {
  await writeFile(file, prepareGraph(await readWeights(manifest), isNet.outputName ?? ""));
  if (precision === "fp32") return;
  const basic = `${file}.basic`;
  try {
    await optimizeBasically(file, basic);
    await writeFile(file, quantizeGraph(await readFile(basic), rangesOf(calibration.ranges)));
  } finally {
    await rm(basic, { force: true });
  }
}

/** Folds constants and removes no-ops: only convolutions and the nodes that join them remain. */
export async function optimizeBasically(from: string, to: string): Promise<void> {
  const session = await InferenceSession.create(from, {
    graphOptimizationLevel: "basic",
    optimizedModelFilePath: to,
    logSeverityLevel: 3,
  });
  await session.release();
}

function rangesOf(read: Record<string, number[]>): ActivationRanges {
  return Object.fromEntries(Object.entries(read).map(([name, [low = 0, high = 0]]) => [name, [low, high]]));
}
