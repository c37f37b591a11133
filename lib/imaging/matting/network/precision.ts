import { readFile } from "node:fs/promises";
import os from "node:os";
import { env } from "#lib/platform/env.ts";

export type Precision = "fp32" | "int8";

/** CPU features with which 8-bit convolutions were measured faster (docs/decisions/matting.md). */
const fastWith8Bits = ["amx_int8", "avx512_vnni", "avx_vnni", "avx2"] as const;

/** Chooses the precision of the shipped network by CUTOUT_PRECISION or the CPU's features, and gives the reason. */
export async function choosePrecision(): Promise<{ precision: Precision; reason: string }> {
  const { CUTOUT_PRECISION: asked } = env();
  if (asked !== "auto") return { precision: asked, reason: `CUTOUT_PRECISION is ${asked}` };
  return precisionFor(await processorFeatures());
}

/** Chooses the precision for a CPU with these features, in the format of /proc/cpuinfo. */
export function precisionFor(features: string): { precision: Precision; reason: string } {
  const words = new Set(features.split(/\s+/));
  const found = fastWith8Bits.find((name) => words.has(name));
  return found === undefined
    ? { precision: "fp32", reason: "the processor is not known to be faster with 8 bits" }
    : { precision: "int8", reason: `the processor has ${found}` };
}

/** Returns the CPU's feature list, because its name repeats across generations with other vector units. */
export async function processorFeatures(): Promise<string> {
  const info = await readFile("/proc/cpuinfo", "utf8").catch(() => "");
  return /^(?:flags|Features)\s*:.*$/m.exec(info)?.[0] ?? `${os.cpus()[0]?.model} ${os.hostname()}`;
}
