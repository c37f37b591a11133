import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { InferenceSession, listSupportedBackends } from "onnxruntime-node";
import { type CutoutDevice, cutoutDevices, env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { choosePrecision, type Precision, processorFeatures } from "./precision.ts";
import { isSealIntact, sealModel } from "./seal.ts";
import type { NetworkSpec } from "./spec.ts";
import { readWeightsManifest } from "./weights.ts";
import { canBeQuantized, writePlainModel } from "./write-model.ts";

/** Increase it when the preparation of the model changes, so that older cache files are removed. */
const preparationVersion = 3;
/** A scratch file of another process that has not changed for this long counts as abandoned. */
const abandonedMs = 10 * 60_000;
/** Prefix of the names of prepared models. */
const prefix = "network-";

export const runtimeOptions: InferenceSession.SessionOptions = {
  executionMode: "sequential",
  interOpNumThreads: 1,
  // Processes share the cores: a picture alone is computed by several, and with as many pictures as cores, the threads
  // that do not spin cost 2 % of the throughput.
  intraOpNumThreads: Math.min(os.availableParallelism(), 4),
  // Planned once for the largest shape, the pattern would keep a second copy of every activation.
  enableMemPattern: false,
  logSeverityLevel: 3,
  // Spinning threads would take CPU time from the server while no picture is processed.
  extra: { session: { intra_op: { allow_spinning: "0" } } },
};

/** A model before the runtime optimizes it for this processor. */
interface PlainModel {
  /** Changes with everything that the prepared form depends on. */
  fingerprint: string;
  precision: Precision;
  /** Returns the file to prepare from: the operator's own, or the shipped model, which is written to `scratch`. */
  write: (scratch: string) => Promise<string>;
}

/**
 * Opens a session of the cut-out network, on CUTOUT_DEVICE. On the CPU, the first start optimizes the model for this
 * processor and keeps it under DATA_DIR/cache; later starts load that file (0.2 to 0.4 s instead of 2 to 6 s, with a
 * lower memory peak), unless its SHA-256 shows that it was damaged.
 */
export async function openSession(spec: NetworkSpec): Promise<InferenceSession> {
  const startedMs = performance.now();
  const { CUTOUT_DEVICE: device } = env();
  requireSupported(device);
  const { plain, reason } = await plainModel(spec);
  const session =
    device === "cpu"
      ? await openPrepared(plain)
      : await openPlain(plain, (file) => openOnDevice(file, device));
  const { precision } = plain;
  const loadMs = Math.round(performance.now() - startedMs);
  log.info(
    {
      network: spec.file ?? "IS-Net",
      device,
      precision,
      reason,
      threads: runtimeOptions.intraOpNumThreads,
      loadMs,
    },
    "the cut-out network is loaded",
  );
  return session;
}

async function plainModel({ file }: NetworkSpec): Promise<{ plain: PlainModel; reason: string }> {
  if (file !== null) {
    const { size, mtimeMs } = await stat(file);
    const fingerprint = JSON.stringify([file, size, mtimeMs]);
    const plain: PlainModel = { fingerprint, precision: "fp32", write: async () => file };
    return { plain, reason: "the model is computed as it is" };
  }
  const manifest = await readWeightsManifest();
  const { precision, reason } =
    env().CUTOUT_DEVICE === "cpu"
      ? await choosePrecision()
      : { precision: "fp32" as const, reason: "8 bits are for processors" };
  const isPossible = precision === "fp32" || canBeQuantized(manifest);
  if (!isPossible)
    log.warn("the activation ranges are of other weights: the network is not computed in 8 bits");
  const used = isPossible ? precision : "fp32";
  const write = async (scratch: string) => {
    await writePlainModel(manifest, used, scratch);
    return scratch;
  };
  return {
    plain: { fingerprint: `${manifest.fingerprint} ${used}`, precision: used, write },
    reason: isPossible ? reason : "no ranges",
  };
}

/** Prepares the network if that is not done yet, so that the first picture does not wait for it. */
export async function prepareSession(spec: NetworkSpec): Promise<void> {
  const { plain } = await plainModel(spec);
  const file = await preparedFile(plain);
  if (!(await isUsable(file))) await storePrepared(plain, file).catch(warnNotStored(file));
  // An interrupted start left scratch files, which may have been too new for the cleanup of the start after it.
  else await removeOthers(path.dirname(file), file).catch(() => undefined);
}

async function openPrepared(plain: PlainModel): Promise<InferenceSession> {
  const file = await preparedFile(plain);
  const load = () => InferenceSession.create(file, { ...runtimeOptions, graphOptimizationLevel: "disabled" });
  try {
    if (await isUsable(file)) return await load();
  } catch (err) {
    log.warn({ err, file }, "the prepared network could not be loaded; it is prepared again");
  }
  try {
    await storePrepared(plain, file);
    return await load();
  } catch (cause) {
    warnNotStored(file)(cause);
    return await openPlain(plain, (written) =>
      InferenceSession.create(written, { ...runtimeOptions, graphOptimizationLevel: "all" }),
    );
  }
}

/** Whether the file is there and undamaged: a damaged tensor would load, and spoil every cut-out. */
async function isUsable(file: string): Promise<boolean> {
  try {
    if (await isSealIntact(file)) return true;
    log.warn(
      { file },
      "the prepared network is damaged; it is prepared again. If this recurs, check the disk",
    );
  } catch (err) {
    const isAbsent = err instanceof Error && "code" in err && err.code === "ENOENT";
    if (!isAbsent) log.warn({ err, file }, "the prepared network could not be read; it is prepared again");
  }
  return false;
}

async function preparedFile(plain: PlainModel): Promise<string> {
  return path.join(env().DATA_DIR, "cache", `${prefix}${plain.precision}-${await cacheKey(plain)}.onnx`);
}

async function storePrepared(plain: PlainModel, file: string): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  await prepareFile(plain, file);
  await removeOthers(folder, file);
}

const warnNotStored = (file: string) => (err: unknown) =>
  log.warn({ err, file }, "the prepared network could not be kept; it is prepared at every start");

/** Writes the model as the runtime optimizes it for this processor. The rename prevents a partly written file. */
async function prepareFile(plain: PlainModel, file: string): Promise<void> {
  const scratch = `${file}.${randomUUID()}.plain`;
  const optimized = `${file}.${randomUUID()}.part`;
  try {
    const session = await InferenceSession.create(await plain.write(scratch), {
      ...runtimeOptions,
      graphOptimizationLevel: "all",
      optimizedModelFilePath: optimized,
    });
    await session.release();
    await sealModel(optimized);
    await rename(optimized, file);
  } finally {
    await Promise.all([rm(scratch, { force: true }), rm(optimized, { force: true })]);
  }
}

/** Opens the model without the cache folder: its scratch file is in the system's temporary folder. */
async function openPlain(
  plain: PlainModel,
  open: (file: string) => Promise<InferenceSession>,
): Promise<InferenceSession> {
  const scratch = path.join(os.tmpdir(), `${prefix}${randomUUID()}.onnx`);
  try {
    return await open(await plain.write(scratch));
  } finally {
    await rm(scratch, { force: true });
  }
}

/** Removes models prepared by earlier versions, and scratch files of interrupted starts. */
async function removeOthers(folder: string, file: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const other = path.join(folder, name);
    const isNetwork = name.startsWith(prefix) || name.startsWith("is-net-");
    if (!isNetwork || other === file) continue;
    const { mtimeMs } = await stat(other);
    // Another process may still be writing its file.
    if (Date.now() - mtimeMs > abandonedMs) await rm(other, { force: true });
  }
}

/** A prepared model is valid for one set of weights, one version of the runtime and one kind of processor. */
async function cacheKey({ fingerprint }: PlainModel): Promise<string> {
  const runtime: unknown = createRequire(import.meta.url)("onnxruntime-node/package.json");
  const version =
    typeof runtime === "object" && runtime !== null && "version" in runtime ? runtime.version : "";
  const parts = [fingerprint, preparationVersion, version, process.arch, await processorFeatures()];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}

/** Throws an Error that names the available devices. */
function requireSupported(device: CutoutDevice): void {
  const backends = listSupportedBackends().map(({ name }) => name);
  const known = cutoutDevices.filter((name) => backends.includes(name));
  if (!known.includes(device)) {
    throw new Error(
      `CUTOUT_DEVICE is ${device}, which this machine's ONNX Runtime does not have: choose one of ${known.join(", ")}`,
    );
  }
}

/** Opens a session on an accelerator. Throws an Error that names the cause. */
async function openOnDevice(file: string, device: CutoutDevice): Promise<InferenceSession> {
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
