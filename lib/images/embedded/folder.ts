import { existsSync } from "node:fs";
import path from "node:path";
import { env } from "#lib/platform/env.ts";
import { openStorage } from "#lib/storage/index.ts";

/** Folder of the originals, below the host's folder. */
export const assetsFolder = "assets";

/** The local folder of the embedded host. */
export function rootFolder(): string {
  return path.join(/* turbopackIgnore: true */ env().DATA_DIR, "images");
}

/** The storage of this installation's embedded host. */
export const imageFiles = () => openStorage(rootFolder());

/**
 * Whether this installation has pictures of the embedded host, e.g. from the time before Cloudinary was configured.
 */
export function hasEmbeddedPictures(): boolean {
  return (
    env().STORAGE_URL !== undefined ||
    existsSync(path.join(/* turbopackIgnore: true */ rootFolder(), assetsFolder))
  );
}
