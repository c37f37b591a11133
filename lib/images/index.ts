import { env } from "#lib/platform/env.ts";
import { cloudinaryHost } from "./cloudinary/host.ts";
import { embeddedImageHost } from "./embedded/index.ts";
import type { ImageHost } from "./host.ts";

let host: ImageHost | undefined;

/** The image host of this installation: Cloudinary when CLOUDINARY_URL is set, else the embedded one. */
export function imageHost(): ImageHost {
  const cloudinaryUrl = env().CLOUDINARY_URL;
  host ??= cloudinaryUrl ? cloudinaryHost(cloudinaryUrl) : embeddedImageHost();
  return host;
}
