import type { Size } from "#lib/contract/photos/sizes.ts";
import { createField, type Field } from "#lib/imaging/pixels/field.ts";
import type { Similarity } from "./similarity.ts";

/** Sizes of two scaled pictures: the product's box, scaled to `grid`, and an edited picture, read at `picture`. */
export interface Scaling {
  /** Size of the product's box in its own pixels. */
  box: Size;
  grid: Size;
  /** Size of the edited picture in its own pixels. */
  edited: Size;
  picture: Size;
}

/** The placement between the scaled pictures: an affine map of pixel indices, which denote centers of pixels. */
export interface PixelMap {
  xx: number;
  xy: number;
  x0: number;
  yx: number;
  yy: number;
  y0: number;
}

export function pixelMap(pose: Similarity, { box, grid, edited, picture }: Scaling): PixelMap {
  const [ownX, ownY] = [box.width / grid.width, box.height / grid.height];
  const [toX, toY] = [picture.width / edited.width, picture.height / edited.height];
  const [left, top] = [0.5 * ownX - box.width / 2, 0.5 * ownY - box.height / 2];
  return {
    xx: pose.a * ownX * toX,
    xy: -pose.b * ownY * toX,
    x0: (pose.a * left - pose.b * top + pose.x) * toX - 0.5,
    yx: pose.b * ownX * toY,
    yy: pose.a * ownY * toY,
    y0: (pose.b * left + pose.a * top + pose.y) * toY - 0.5,
  };
}

/** Samples the edited picture on the product's grid (bilinear); `seen` is 1 inside the picture, else 0. */
export function warpToGrid(source: Field, map: PixelMap, grid: Size): { plane: Field; seen: Field } {
  const { width, height, channels, data } = source;
  const plane = createField(grid.width, grid.height, channels);
  const seen = createField(grid.width, grid.height, 1);
  for (let row = 0; row < grid.height; row++) {
    for (let column = 0; column < grid.width; column++) {
      const x = map.xx * column + map.xy * row + map.x0;
      const y = map.yx * column + map.yy * row + map.y0;
      if (x < -0.5 || y < -0.5 || x > width - 0.5 || y > height - 0.5) continue;
      const left = Math.max(0, Math.min(width - 2, Math.floor(x)));
      const top = Math.max(0, Math.min(height - 2, Math.floor(y)));
      const u = Math.max(0, Math.min(1, x - left));
      const v = Math.max(0, Math.min(1, y - top));
      const target = row * grid.width + column;
      seen.data[target] = 1;
      const at = (top * width + left) * channels;
      const below = at + width * channels;
      for (let c = 0; c < channels; c++) {
        const upper =
          (data[at + c] as number) + u * ((data[at + channels + c] as number) - (data[at + c] as number));
        const lower =
          (data[below + c] as number) +
          u * ((data[below + channels + c] as number) - (data[below + c] as number));
        plane.data[target * channels + c] = upper + v * (lower - upper);
      }
    }
  }
  return { plane, seen };
}
