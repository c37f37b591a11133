import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { generateClient } from "../generate.ts";
import { build } from "../start/build.ts";
import { operate } from "./operate/world.ts";
import { inSeconds } from "./parts/attack.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs `seeds` seeds, or only that of OPERATE_SEED. Returns the exit code. */
export async function operateSeeds(seeds: number, steps: number): Promise<number> {
  await generateClient();
  await build(root);
  const replayed = process.env.OPERATE_SEED;
  const list = replayed ? [Number(replayed)] : Array.from({ length: seeds }, (_, index) => index + 1);
  const cache = await mkdtemp(path.join(os.tmpdir(), "photos-cache-"));
  let failed = 0;
  for (const seed of list) {
    const startedAtMs = performance.now();
    try {
      const done = await operate(seed, { steps, cache });
      console.log(`seed ${seed}: held, ${inSeconds(performance.now() - startedAtMs)} (${done.join(", ")})`);
    } catch (error) {
      failed += 1;
      console.error(error instanceof Error ? error.message : error);
    }
  }
  await rm(cache, { recursive: true, force: true });
  console.log(`${list.length} seeds, ${failed} broken`);
  return failed === 0 ? 0 : 1;
}
