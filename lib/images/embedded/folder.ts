import { existsSync } from "node:fs";
import path from "node:path";
import { env } from "#lib/platform/env.ts";

/** Below the host's folder. */
export const assetsFolder = "assets";

/** The folder of everything that the embedded host keeps. */
export function rootFolder(): string {
  return path.join(/* turbopackIgnore: true */ env().DATA_DIR, "images");
}

/** Whether DATA_DIR has pictures of the embedded host: with Cloudinary configured, those of the time before. */
export function hasEmbeddedPictures(): boolean {
  return existsSync(path.join(/* turbopackIgnore: true */ rootFolder(), assetsFolder));
}
