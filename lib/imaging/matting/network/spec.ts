import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { env } from "#lib/platform/env.ts";
import { lazy } from "#lib/platform/lazy.ts";

/** Input and output format of a cut-out network. */
export interface NetworkSpec {
  /** The ONNX file; null for the shipped weights. */
  file: string | null;
  /** Names of the tensors; null for the model's first. */
  inputName: string | null;
  outputName: string | null;
  /** The only size that the network accepts, or how its sizes are chosen. */
  size: Size | { multipleOf: number; longestSide: number };
  /** Each channel (0..1) is normalized: (value − mean) / deviation. */
  mean: readonly [number, number, number];
  deviation: readonly [number, number, number];
  /** The function that turns the output into probabilities. */
  activation: "none" | "sigmoid";
}

/** IS-Net was trained at 1024 × 1024 for all shapes, on (value − 128) / 256; it halves its input six times. */
export const isNet: NetworkSpec = {
  file: null,
  inputName: "input",
  outputName: "output",
  size: { multipleOf: 64, longestSide: 1024 },
  mean: [128 / 255, 128 / 255, 128 / 255],
  deviation: [256 / 255, 256 / 255, 256 / 255],
  activation: "none",
};

const side = z.number().int().min(32).max(4096);
const threeNumbers = z.tuple([z.number(), z.number(), z.number()]);
const threeDivisors = z.tuple([z.number().positive(), z.number().positive(), z.number().positive()]);

/** The JSON file beside an operator's own model. */
const descriptionSchema = z.strictObject({
  input: z.union([
    z.strictObject({ name: z.string().optional(), width: side, height: side }),
    z.strictObject({
      name: z.string().optional(),
      multiple_of: z.number().int().min(1).max(256),
      longest_side: side,
    }),
  ]),
  normalization: z.strictObject({ mean: threeNumbers, std: threeDivisors }),
  output: z.strictObject({ name: z.string().optional(), activation: z.enum(["none", "sigmoid"]) }),
});

/** Returns the network in use: CUTOUT_MODEL, or the shipped one. Throws an Error that names what to correct. */
export const networkSpec = lazy((): NetworkSpec => {
  const { CUTOUT_MODEL: file } = env();
  return file === undefined ? isNet : readSpec(file);
});

/** Reads the JSON file beside an ONNX file: model.json for model.onnx. */
export function readSpec(file: string): NetworkSpec {
  if (!existsSync(file)) throw new Error(`CUTOUT_MODEL names ${file}, which is not there`);
  const beside = file.replace(/\.onnx$/, ".json");
  const fix = "docs/image-models.md, “Another cut-out network”, shows one";
  let read: ReturnType<typeof descriptionSchema.safeParse>;
  try {
    read = descriptionSchema.safeParse(JSON.parse(readFileSync(beside, "utf8")));
  } catch (cause) {
    throw new Error(`CUTOUT_MODEL needs ${beside}, a JSON that says what the model takes: ${fix}`, { cause });
  }
  if (!read.success) throw new Error(`${beside} is not usable: ${z.prettifyError(read.error)}\n${fix}`);
  const { input, normalization, output } = read.data;
  return {
    file,
    inputName: input.name ?? null,
    outputName: output.name ?? null,
    size:
      "width" in input
        ? { width: input.width, height: input.height }
        : { multipleOf: input.multiple_of, longestSide: input.longest_side },
    mean: normalization.mean,
    deviation: normalization.std,
    activation: output.activation,
  };
}

/** `coarse`: the whole picture, to find the product; `fine`: the product itself; `again`: scaled to a square. */
export type Look = "coarse" | "fine" | "again";
/** Longest side of the coarse pass as a share of the network's. Chosen on the samples, by their edge errors. */
const coarseShare = 576 / 1024;

/**
 * Returns the size at which the network is given a part of a picture: no side is longer than the pass allows. The
 * aspect ratio is kept, except for `again`, which is square.
 */
export function sizeSeen({ size }: NetworkSpec, { width, height }: Size, look: Look): Size {
  if ("width" in size) return size;
  const { multipleOf } = size;
  const longest = look === "coarse" ? size.longestSide * coarseShare : size.longestSide;
  const most = Math.floor(longest / multipleOf) * multipleOf;
  if (look === "again") return { width: most, height: most };
  const scale = longest / Math.max(width, height);
  const step = (length: number) =>
    Math.min(most, Math.max(multipleOf, Math.round((length * scale) / multipleOf) * multipleOf));
  return { width: step(width), height: step(height) };
}
