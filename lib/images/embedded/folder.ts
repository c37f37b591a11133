import { existsSync } from "node:fs";
import path from "node:path";
import { env } from "#lib/platform/env.ts";
import { openPlaces, openStorage } from "#lib/storage/index.ts";
import type { FileStore } from "#lib/storage/port.ts";

/** Folder of the originals, below the host's folder. */
export const assetsFolder = "assets";

/** The local folder of the embedded host. */
function rootFolder(): string {
  return path.join(/* turbopackIgnore: true */ env().DATA_DIR, "images");
}

/** The storage of this installation's embedded host. */
export function imageFiles(): FileStore {
  return openStorage(rootFolder());
}

/** The separate storages: the one for new files, and former ones. */
export const imagePlaces = () => openPlaces(rootFolder());

/**
 * Whether this installation has pictures of the embedded host, e.g. from the time before Cloudinary was configured.
 */
export function hasEmbeddedPictures(): boolean {
  return (
    env().STORAGE_URL !== undefined ||
    existsSync(path.join(/* turbopackIgnore: true */ rootFolder(), assetsFolder))
  );
}
