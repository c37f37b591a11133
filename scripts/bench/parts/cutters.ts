import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import sharp from "sharp";
import { NothingFoundError } from "#lib/images/picture.ts";
import type { Precision } from "#lib/imaging/matting/network/precision.ts";
import { runTask, stopWorkers, warmUp } from "#lib/imaging/worker/pool.ts";
import { compareCutOuts, type EdgeQuality, type Picture } from "#lib/testing/imaging/edge-quality.ts";

export interface Subject {
  name: string;
  jpeg: Uint8Array;
  truth: Picture;
}

interface TimedCutOut {
  /** Null if no product was found. */
  png: Uint8Array | null;
  elapsedMs: number;
}

/** Starts @imgly/background-removal-node in its own process. */
export function startImgly(): ChildProcess {
  return fork(path.join(import.meta.dirname, "imgly-child.ts"), {
    serialization: "advanced",
    execArgv: [],
    cwd: path.join(import.meta.dirname, "../../.."),
  });
}

export async function cutByOurs(jpeg: Uint8Array): Promise<TimedCutOut> {
  const startedMs = performance.now();
  const elapsed = () => performance.now() - startedMs;
  try {
    const { bytes } = await runTask("cutout", { image: jpeg, format: "png" });
    return { png: bytes, elapsedMs: elapsed() };
  } catch (error) {
    if (error instanceof NothingFoundError) return { png: null, elapsedMs: elapsed() };
    throw error;
  }
}

export async function cutByImgly(child: ChildProcess, jpeg: Uint8Array): Promise<TimedCutOut> {
  const startedMs = performance.now();
  child.send(jpeg);
  const [answer] = (await once(child, "message")) as [{ png: Uint8Array }];
  return { png: answer.png, elapsedMs: performance.now() - startedMs };
}

/** Measures the errors of a cut-out; a missing one counts as an empty picture. */
export async function judge(png: Uint8Array | null, truth: Picture): Promise<EdgeQuality> {
  const { width, height } = truth;
  const rgba =
    png === null
      ? new Uint8Array(width * height * 4)
      : await sharp(png).ensureAlpha().toColourspace("srgb").raw().toBuffer();
  return compareCutOuts({ rgba, width, height }, truth, Math.round(Math.max(width, height) / 128));
}

/** Restarts the workers with this precision and warms them up. */
export async function restartWorkers(precision: Precision): Promise<void> {
  stopWorkers();
  process.env.CUTOUT_PRECISION = precision;
  await warmUp();
}
