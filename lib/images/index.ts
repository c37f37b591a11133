import { env } from "#lib/platform/env.ts";
import { cloudinaryHost } from "./cloudinary/host.ts";
import { embeddedImageHost } from "./embedded/index.ts";
import { withFormerHosts } from "./former.ts";
import type { ImageHost } from "./host.ts";

let made: { of: string; host: ImageHost } | undefined;

/** The image host of this installation: Cloudinary when CLOUDINARY_URL is set, else the embedded one. */
export function imageHost(): ImageHost {
  const { CLOUDINARY_URL, BASE_URL } = env();
  const of = CLOUDINARY_URL ?? BASE_URL;
  if (made?.of !== of) {
    const present = CLOUDINARY_URL ? cloudinaryHost(CLOUDINARY_URL) : embeddedImageHost();
    made = { of, host: withFormerHosts(present) };
  }
  return made.host;
}
