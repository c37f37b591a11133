import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { resolutions } from "#lib/contract/photos/styles.ts";
import { generateClient } from "../generate.ts";
import { MemoryWatch, median } from "../parts/measure.ts";
import { readSample } from "../parts/samples.ts";
import { post, startService, upload } from "../parts/service.ts";
import { inMegabytes, inSeconds, listParts, startTable } from "../parts/table.ts";
import { build } from "../start/build.ts";
import type { BenchOptions } from "./options.ts";

const root = path.join(import.meta.dirname, "../..");

/** Starts of a service that is installed and built: on a new data folder, then on the same one. */
export async function run({ rounds }: BenchOptions): Promise<void> {
  await generateClient();
  await build(root);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "photos-bench-"));
  try {
    const warm: number[] = [];
    const first = await startOn(dataDir);
    for (let round = 0; round < rounds; round += 1) warm.push(await startOn(dataDir));
    console.log(
      `healthy on a new data folder after ${inSeconds(first)}, warm after ${inSeconds(median(warm))}`,
    );
    await reportMemory(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function startOn(dataDir: string): Promise<number> {
  await using service = await startService({ dataDir });
  return service.readyMs;
}

async function reportMemory(dataDir: string): Promise<void> {
  await using service = await startService({ dataDir });
  const print = startTable("memory of all processes", ["peak", "of which"]);
  const idle = await new MemoryWatch(service.pid).read();
  print("idle", inMegabytes(idle.bytes), listParts(idle.byName));
  const image_url = await upload(service, await readSample("mug"));
  for (const resolution of resolutions) {
    const memory = new MemoryWatch(service.pid);
    const watch = setInterval(() => memory.follow(), 50);
    const body = { image_url, type: "product", style: "lifestyle", resolution };
    await post(service, "generate", { body }).finally(() => clearInterval(watch));
    print(`a photo of ${resolution}`, inMegabytes(memory.peak.bytes), listParts(memory.peak.byName));
  }
}
