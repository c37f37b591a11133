import { existsSync } from "node:fs";
import path from "node:path";
import { env } from "#lib/platform/env.ts";
import { openPlaces, openStorage } from "#lib/storage/index.ts";
import type { FileStore } from "#lib/storage/port.ts";

/** Below the host's folder. */
export const assetsFolder = "assets";

/** The folder of what the embedded host keeps on this machine. */
function rootFolder(): string {
  return path.join(/* turbopackIgnore: true */ env().DATA_DIR, "images");
}

/** Where the embedded host of this installation keeps its files. */
export function imageFiles(): FileStore {
  return openStorage(rootFolder());
}

/** The same places one by one: that of new files, and those that had them before. */
export const imagePlaces = () => openPlaces(rootFolder());

/** Whether this installation has pictures of the embedded host: with Cloudinary configured, those of the time before. */
export function hasEmbeddedPictures(): boolean {
  return (
    env().STORAGE_URL !== undefined ||
    existsSync(path.join(/* turbopackIgnore: true */ rootFolder(), assetsFolder))
  );
}
