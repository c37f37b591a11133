import { photoModes } from "#lib/contract/photos/modes.ts";
import { styleNames } from "#lib/contract/photos/styles.ts";
import type { Generation } from "#lib/db/generated/client.ts";
import { db } from "#lib/db/index.ts";
import { pickPhotoOptions } from "#lib/generations/kinds/options.ts";
import { ignoredShare, type Prompted, readPrompt } from "#lib/generations/order/prompt.ts";

/** What decides how the prompt of work was read; null for cut-outs, and in a withdrawn style. */
export function promptedOf({ style, prompt, mode, wantedMode, scene, options }: Generation): Prompted | null {
  const known = styleNames.find((name) => name === style);
  if (!known) return null;
  const { props, background } = pickPhotoOptions(options);
  return {
    style: known,
    prompt,
    mode: photoModes.find((name) => name === mode),
    wantedMode: photoModes.find((name) => name === wantedMode),
    scene,
    props,
    background,
  };
}

/** How much of the prompt of this work is ignored; null when nothing is. */
export async function findIgnoredShare(id: string): Promise<"all" | "part" | null> {
  const row = await db().generation.findUnique({ where: { id } });
  const prompted = row && promptedOf(row);
  return prompted && ignoredShare(readPrompt(prompted));
}
