import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { styleNames } from "../contract/photos/styles.ts";

const sampleList = z.array(
  z.object({
    name: z.string(),
    title: z.string(),
    /** Relative to public/samples. */
    file: z.string(),
    width: z.int(),
    height: z.int(),
    suggestedStyle: z.enum(styleNames),
  }),
);

export type Sample = z.output<typeof sampleList>[number];

/** The bundled product pictures listed in public/samples/samples.json. */
export async function listSamples(): Promise<Sample[]> {
  const file = path.join(process.cwd(), "public", "samples", "samples.json");
  return sampleList.parse(JSON.parse(await readFile(file, "utf8")));
}
