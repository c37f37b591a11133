import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { type PictureInput, UnreadableImageError } from "#lib/images/picture.ts";
import { linearOfByte } from "../pixels/color.ts";
import { clamp } from "../pixels/numbers.ts";
import type { RowSource } from "../pixels/sampling.ts";
import { damagedPicture, readPicture } from "../worker/decoder.ts";

/** A readable painted scene. Each read decodes it anew, never larger than requested. */
export interface PaintedScene extends Size {
  /** Upright sRGB bytes (three per pixel) of a part of it (its pixels), scaled to exactly `size`. */
  read(crop: Box, size: Size): Promise<Uint8Array>;
}

/** Throws UnreadableImageError when the bytes are not a picture in a supported format. */
export async function openScene(bytes: PictureInput): Promise<PaintedScene> {
  const picture = await readPicture(bytes);
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof UnreadableImageError ? error : damagedPicture(picture.format, error);
    }
  };
  const { width, height } = (await attempt(() => picture.open().metadata())).autoOrient;
  return {
    width,
    height,
    read: (crop, size) =>
      attempt(() =>
        picture
          .open()
          .autoOrient()
          .flatten({ background: "#ffffff" })
          .extract(crop)
          .resize(size.width, size.height, { fit: "fill", kernel: "lanczos3" })
          .toColourspace("srgb")
          .raw({ depth: "uchar" })
          .toBuffer(),
      ),
  };
}

/**
 * Returns the largest part of the scene with the frame's aspect ratio. `keepX` and `keepY` are a point (shares of
 * scene and frame alike) that stays where it is; `row` moves the scene's row `from` to the frame's row `to`, as far
 * as the scene suffices.
 */
export function cropScene(
  scene: Size,
  frame: Size,
  position: { keepX: number; keepY: number; row?: { from: number; to: number } },
): Box {
  const ratio = frame.width / frame.height;
  const width = clamp(Math.round(scene.height * ratio), 1, scene.width);
  const height = clamp(Math.round(scene.width / ratio), 1, scene.height);
  const spareX = scene.width - width;
  const spareY = scene.height - height;
  const { row } = position;
  const top = row ? row.from * scene.height - row.to * height : position.keepY * spareY;
  return {
    left: clamp(Math.round(position.keepX * spareX), 0, spareX),
    top: clamp(Math.round(top), 0, spareY),
    width,
    height,
  };
}

/** Converts bytes to linear light row by row, because floats take more memory; `exposure` multiplies the light. */
export function linearRows(bytes: Uint8Array, { width }: Size, exposure = 1): RowSource {
  const table = linearOfByte.map((light) => light * exposure);
  return (y, out) => {
    const from = y * width * 3;
    for (let i = 0; i < out.length; i++) out[i] = table[bytes[from + i] as number] as number;
  };
}
