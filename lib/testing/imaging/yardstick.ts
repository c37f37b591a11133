import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type Picture, readTrueForeground, readTruth } from "./edge-quality.ts";
import { readCutOut } from "./stances.ts";

export const yardstickClasses = [
  "hair-fur",
  "thin-wires",
  "foliage",
  "lace",
  "glass-liquid",
  "smoke-cloth",
  "white-on-white",
  "black-on-black",
  "patterned-ground",
  "hard-shadow-touching",
  "reflection-touching",
  "cut-by-frame",
  "several-products",
  "motion",
  "sensor-noise",
  "jpeg-50",
] as const;

const facts = {
  name: z.string(),
  class: z.enum(yardstickClasses),
  /** Short description of its content. */
  shows: z.string(),
  file: z.string(),
  width: z.int(),
  height: z.int(),
};

const index = z.array(
  z.union([
    /** Grayscale alpha: the product is opaque except at its edge. */
    z.strictObject({ ...facts, alpha: z.string() }),
    /** Alpha with the foreground color of partly transparent pixels. */
    z.strictObject({ ...facts, foreground: z.string() }),
  ]),
);

export type YardstickPicture = z.output<typeof index>[number];

const folder = new URL("../../../assets/tests/yardstick/", import.meta.url);

/** The rendered test pictures in hard classes. Cut-outs are measured with them, but must never be tuned on them. */
export async function listYardstick(): Promise<YardstickPicture[]> {
  return index.parse(JSON.parse(await readFile(new URL("yardstick.json", folder), "utf8")));
}

/** Path of a file named in the index. */
export function yardstickFile(file: string): string {
  return fileURLToPath(new URL(file, folder));
}

/** A small cut-out of a picture by its true alpha. */
export const cutOutYardstick = (picture: YardstickPicture) =>
  readCutOut(
    yardstickFile(picture.file),
    yardstickFile("alpha" in picture ? picture.alpha : picture.foreground),
  );

/** A picture as sent by a caller, and its true cut-out. */
export async function readYardstick(
  picture: YardstickPicture,
): Promise<{ jpeg: Uint8Array; truth: Picture }> {
  const jpeg = await readFile(yardstickFile(picture.file));
  const truth =
    "alpha" in picture
      ? await readTruth(jpeg, yardstickFile(picture.alpha))
      : await readTrueForeground(jpeg, yardstickFile(picture.foreground));
  return { jpeg, truth };
}
