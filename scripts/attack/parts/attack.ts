import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import type { Target } from "./target.ts";

export interface Outcome {
  tried: number;
  /** Answered by an error, or cut off. */
  refused: number;
  /** What happened that must not, as sentences. */
  problems: string[];
  /** A figure worth a place in the table. */
  note?: string;
}

export interface Attack {
  name: string;
  /** One sentence for the list. */
  does: string;
  /** It ends processes itself: then only how long they are away counts, not how fast the first answers are. */
  kills?: boolean;
  /** Prepares what must not count as load; the returned function is the attack. */
  prepare(target: Target): Promise<() => Promise<Outcome>>;
}

/** The sentences whose condition holds. */
export const problemsOf = (...checks: readonly (readonly [boolean, string])[]) =>
  checks.filter(([isSo]) => isSo).map(([, problem]) => problem);

export const inSeconds = (ms: number, digits = 0) => `${(ms / 1000).toFixed(digits)} s`;
export const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

/** A bundled product picture. */
export const sample = (name: string) =>
  readFile(fileURLToPath(new URL(`../../../public/samples/${name}.jpg`, import.meta.url)));

/** A picture of noise: a PNG of `side` pixels each way, three bytes a pixel, hardly compressed. */
export async function noisePng(side: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const create = { width: side, height: side, channels: 3, background: "white", noise } as const;
  return sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
}
