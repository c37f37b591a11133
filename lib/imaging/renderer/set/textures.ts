import { join } from "node:path";
import sharp from "sharp";
import type { Size } from "#lib/contract/photos/sizes.ts";
import type { PictureInput } from "#lib/images/picture.ts";
import { scaleSize } from "#lib/imaging/pixels/boxes.ts";
import { linearOfByte } from "#lib/imaging/pixels/color.ts";
import { createField, type Field } from "#lib/imaging/pixels/field.ts";
import { identifyPicture, openPicture } from "#lib/imaging/pixels/open-picture.ts";
import type { RoomName, TexturedSurface } from "#lib/imaging/renderer/scene/scene.ts";
import { assetFolder } from "#lib/platform/assets.ts";

/** A material seen from above, as running sums down its columns: any band of rows is averaged by one subtraction. */
export interface SurfaceTexture {
  size: number;
  /** (size + 1) rows × size × 3: linear light × 65,535, summed from the top. */
  sums: Uint32Array;
  /** Mean linear color. */
  mean: [number, number, number];
}

/** Side, in meters, of the material that a texture shows: the size of the renders in assets/backdrops. */
export const textureMeters = 0.6;

const folder = assetFolder("backdrops");
const rooms = new Map<RoomName, Promise<Field>>();
const surfaces = new Map<TexturedSurface, Promise<SurfaceTexture>>();
/** Textures cached in memory: 28 MB each. */
const maxCachedSurfaces = 3;

/** Loads a room out of focus: a square linear RGB field. */
export function loadRoom(name: RoomName): Promise<Field> {
  let room = rooms.get(name);
  if (!room) {
    room = decodeRoom(join(folder, "rooms", `${name}.jpg`));
    rooms.set(name, room);
  }
  return room;
}

export function loadSurface(name: TexturedSurface): Promise<SurfaceTexture> {
  const kept = surfaces.get(name);
  // Re-inserting moves the texture to the end of the map, so that the first key is the least recently used.
  surfaces.delete(name);
  const surface = kept ?? decodeSurface(join(folder, "surfaces", `${name}.jpg`));
  surfaces.set(name, surface);
  for (const key of surfaces.keys()) {
    if (surfaces.size <= maxCachedSurfaces) break;
    surfaces.delete(key);
  }
  return surface;
}

async function decodeRoom(path: string): Promise<Field> {
  const side = 512;
  const pixels = await sharp(path).resize(side, side, { fit: "fill" }).removeAlpha().raw().toBuffer();
  const field = createField(side, side, 3);
  for (let i = 0; i < field.data.length; i++) field.data[i] = linearOfByte[pixels[i] as number] as number;
  return field;
}

async function decodeSurface(path: string): Promise<SurfaceTexture> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return toTexture(data, info);
}

/** Converts the square in the middle of a picture (sRGB bytes × 3) to a texture. */
export function toTexture(data: Uint8Array, { width, height }: Size): SurfaceTexture {
  const size = Math.min(width, height);
  const [left, top] = [(width - size) >> 1, (height - size) >> 1];
  const row = size * 3;
  const sums = new Uint32Array((size + 1) * row);
  for (let y = 0; y < size; y++) {
    const from = ((y + top) * width + left) * 3;
    for (let i = 0; i < row; i++) {
      const value = Math.round((linearOfByte[data[from + i] as number] as number) * 65_535);
      sums[(y + 1) * row + i] = (sums[y * row + i] as number) + value;
    }
  }
  const mean: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < row; i++) mean[i % 3] = (mean[i % 3] as number) + (sums[size * row + i] as number);
  const scale = 1 / (size * size * 65_535);
  return { size, sums, mean: [mean[0] * scale, mean[1] * scale, mean[2] * scale] };
}

/** Longest side of a material, in pixels: that of the bundled ones. */
const mostSide = 1536;

/** The last material of a caller, because finding a layout needs the same one several times. */
let last: { key: string; texture: SurfaceTexture } | null = null;

/** Loads the largest square in the middle of a picture as a material seen from above. Throws UnreadableImageError. */
export async function loadOwnSurface(image: PictureInput): Promise<SurfaceTexture> {
  const key = await identifyPicture(image);
  if (last?.key === key) return last.texture;
  const picture = await openPicture(image);
  const scale = Math.min(1, mostSide / Math.min(picture.width, picture.height));
  const size = scaleSize(picture, scale);
  const texture = toTexture(await picture.read(size, 3), size);
  last = { key, texture };
  return texture;
}
