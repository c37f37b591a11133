import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { temporaryPath } from "#lib/storage/files.ts";
import type { FileStore } from "#lib/storage/port.ts";
import { assetsFolder } from "./folder.ts";
import { recordName } from "./store.ts";

/**
 * Copies all pictures that the other storage lacks, their records last, and returns the number of copied files. Can
 * be interrupted anywhere: the next run continues. Nothing may write to either meanwhile.
 */
export async function copyPictures(from: FileStore, to: FileStore): Promise<number> {
  await to.prepare(assetsFolder);
  let copied = 0;
  for (const isRecord of [false, true]) {
    for await (const { key, sizeBytes } of from.list(assetsFolder)) {
      if (key.endsWith(`/${recordName}`) !== isRecord) continue;
      if ((await to.stat(key))?.sizeBytes === sizeBytes && !isRecord) continue;
      await copyFile({ from, to, key });
      copied += 1;
    }
  }
  return copied;
}

async function copyFile({ from, to, key }: { from: FileStore; to: FileStore; key: string }): Promise<void> {
  const opened = await from.open(key);
  if (!opened) return;
  const temporary = temporaryPath(to.temporaryFolder);
  try {
    await pipeline(
      opened.handle.createReadStream(),
      createWriteStream(temporary, { flags: "wx", flush: true }),
    );
    await to.store(temporary, key);
  } finally {
    await rm(temporary, { force: true });
  }
}
