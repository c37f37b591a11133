import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { InferenceSession } from "onnxruntime-node";
import { pixelProcesses } from "#lib/imaging/worker/bounds.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { prepareGraph } from "./onnx-graph.ts";
import { readWeights, readWeightsManifest } from "./weights.ts";

/** Raise when the preparation of the model changes: older cache files are then removed. */
const preparationVersion = 1;
/** A file of another process that has not changed for this long is not being written any more. */
const abandonedMs = 10 * 60_000;
export const networkOutput = "output";

const runtimeOptions: InferenceSession.SessionOptions = {
  executionMode: "sequential",
  interOpNumThreads: 1,
  // The cores are divided among the processes that run the network.
  intraOpNumThreads: Math.max(1, Math.min(Math.floor(os.availableParallelism() / pixelProcesses()), 8)),
  // Planned once for the largest shape, the pattern keeps a second copy of every activation.
  enableMemPattern: false,
  logSeverityLevel: 3,
  // Spinning threads would take the cores from the server while no picture is under way.
  extra: { session: { intra_op: { allow_spinning: "0" } } },
};

/**
 * A session of the cut-out network. The first start prepares the model for this processor and keeps it under
 * DATA_DIR/cache; later starts load that file (about 0.35 s instead of 2 s, and 250 MB less at the peak).
 */
export async function openSession(): Promise<InferenceSession> {
  const manifest = await readWeightsManifest();
  const folder = path.join(env().DATA_DIR, "cache");
  const file = path.join(folder, `is-net-${await cacheKey(manifest.fingerprint)}.onnx`);
  try {
    await access(file);
    return await InferenceSession.create(file, { ...runtimeOptions, graphOptimizationLevel: "disabled" });
  } catch (cause) {
    const isAbsent = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    if (!isAbsent)
      log.warn({ err: cause, file }, "the prepared network could not be loaded; preparing it again");
  }
  const pieces = prepareGraph(await readWeights(manifest), networkOutput);
  try {
    await mkdir(folder, { recursive: true });
    await prepareFile(pieces, file);
    await removeOthers(folder, file);
    return await InferenceSession.create(file, { ...runtimeOptions, graphOptimizationLevel: "disabled" });
  } catch (cause) {
    log.warn({ err: cause, file }, "the prepared network could not be kept; it is prepared at every start");
    return await InferenceSession.create(Buffer.concat(pieces), {
      ...runtimeOptions,
      graphOptimizationLevel: "all",
    });
  }
}

/** Writes the model as the runtime optimizes it for this processor; the file appears whole or not at all. */
async function prepareFile(pieces: readonly Uint8Array[], file: string): Promise<void> {
  const plain = `${file}.${randomUUID()}.plain`;
  const optimized = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(plain, pieces);
    const session = await InferenceSession.create(plain, {
      ...runtimeOptions,
      graphOptimizationLevel: "all",
      optimizedModelFilePath: optimized,
    });
    await session.release();
    await rename(optimized, file);
  } finally {
    await Promise.all([rm(plain, { force: true }), rm(optimized, { force: true })]);
  }
}

/** What earlier versions prepared, and what a start that was cut short left behind. */
async function removeOthers(folder: string, file: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const other = path.join(folder, name);
    if (!name.startsWith("is-net-") || other === file) continue;
    const { mtimeMs } = await stat(other);
    // Another process may be writing its own right now.
    if (Date.now() - mtimeMs > abandonedMs) await rm(other, { force: true });
  }
}

/** The prepared model fits one set of weights, one runtime and one kind of processor. */
async function cacheKey(fingerprint: string): Promise<string> {
  const runtime: unknown = createRequire(import.meta.url)("onnxruntime-node/package.json");
  const version =
    typeof runtime === "object" && runtime !== null && "version" in runtime ? runtime.version : "";
  const parts = [fingerprint, preparationVersion, version, process.arch, await processorFeatures()];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}

/** Names of processors repeat across generations with other vector units, so their feature list decides. */
async function processorFeatures(): Promise<string> {
  const info = await readFile("/proc/cpuinfo", "utf8").catch(() => "");
  return /^(?:flags|Features)\s*:.*$/m.exec(info)?.[0] ?? `${os.cpus()[0]?.model} ${os.hostname()}`;
}
