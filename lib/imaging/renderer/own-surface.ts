import type { PictureInput } from "#lib/images/picture.ts";
import { openPicture } from "#lib/imaging/matting/open-picture.ts";
import { identifyPicture } from "#lib/imaging/matting/recent-cut-outs.ts";
import { type SurfaceTexture, toTexture } from "./textures.ts";

/** Longest side of a material; that of the bundled ones. */
const mostSide = 1536;

/** The last material of a caller: whoever looks for a layout needs the same one again. */
let last: { key: string; texture: SurfaceTexture } | null = null;

/** The largest square in the middle of a picture as a material seen from above. Throws UnreadableImageError. */
export async function loadOwnSurface(image: PictureInput): Promise<SurfaceTexture> {
  const key = await identifyPicture(image);
  if (last?.key === key) return last.texture;
  const picture = await openPicture(image);
  const scale = Math.min(1, mostSide / Math.min(picture.width, picture.height));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  const size = { width: side(picture.width), height: side(picture.height) };
  const texture = toTexture(await picture.read(size, 3), size);
  last = { key, texture };
  return texture;
}
