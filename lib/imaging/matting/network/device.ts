import { InferenceSession, listSupportedBackends } from "onnxruntime-node";
import { type CutoutDevice, cutoutDevices } from "#lib/platform/env.ts";

/** A session on an accelerator. Throws an Error that names what this machine has instead. */
export async function openOnDevice(file: string, device: CutoutDevice): Promise<InferenceSession> {
  const backends = listSupportedBackends().map(({ name }) => name);
  const known = cutoutDevices.filter((name) => backends.includes(name));
  if (!known.includes(device)) {
    throw new Error(
      `CUTOUT_DEVICE is ${device}, which this machine's ONNX Runtime does not have: choose one of ${known.join(", ")}`,
    );
  }
  try {
    return await InferenceSession.create(file, {
      executionProviders: [device],
      graphOptimizationLevel: "all",
      logSeverityLevel: 3,
    });
  } catch (cause) {
    const why = (cause instanceof Error ? cause.message : String(cause)).trim();
    throw new Error(
      `CUTOUT_DEVICE is ${device}, and ONNX Runtime could not use it (${why}): install what it needs, or unset CUTOUT_DEVICE`,
      { cause },
    );
  }
}
