import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { scaleSize } from "#lib/imaging/pixels/boxes.ts";
import type { SourceDetail } from "#lib/imaging/pixels/cut-out.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import type { OpenPicture } from "#lib/imaging/pixels/open-picture.ts";
import { detailSide, measureDetail, measureNoise } from "./source-detail.ts";

/** Larger pictures (pixels) are read smaller, so that an upright copy of them fits into memory. */
const mostPixels = 12_500_000;
/** Side of a JPEG's blocks, which must not be cut. */
const grid = 8;

/** Sides of a product's box as shares of its picture. */
interface Place {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Less noise than this, in brightness or color (shares of full scale), needs no second look. */
const visible = { noise: 0.01, colorNoise: 0.003 } as const;

/**
 * Measures a picture's own detail, whatever its size, in the middle of its product. A woven product looks like noise,
 * so noise must also show in the corner that is farthest from the product.
 */
export async function examineDetail(picture: OpenPicture, place: Place): Promise<SourceDetail> {
  const scale = Math.min(1, Math.sqrt(mostPixels / (picture.width * picture.height)));
  const size = scaleSize(picture, scale);
  const [x, y] = [(place.left + place.right) / 2, (place.top + place.bottom) / 2];
  const middle = partAt(x, y, size);
  const { noise, colorNoise, blocks, blur } = measureDetail(await picture.readPart(size, middle), 3, middle);
  const isNoisy = noise >= visible.noise || colorNoise >= visible.colorNoise;
  const beside = partAt(x > 0.5 ? 0 : 1, y > 0.5 ? 0 : 1, size);
  const corner = isNoisy ? measureNoise(await picture.readPart(size, beside), 3, beside) : null;
  // Noise of neighboring pixels averages out where a picture is read smaller.
  return {
    noise: Math.min(noise, corner?.noise ?? noise) / scale,
    colorNoise: Math.min(colorNoise, corner?.colorNoise ?? colorNoise) / scale,
    blocks,
    blur: blur === null ? null : blur / scale,
  };
}

/** The part around a point that is given in shares of the picture's width and height. */
function partAt(x: number, y: number, { width, height }: Size): Box {
  const start = (share: number, all: number) => {
    const at = clamp(Math.round(share * all - detailSide / 2), 0, Math.max(0, all - detailSide));
    return at - (at % grid);
  };
  const [left, top] = [start(x, width), start(y, height)];
  return {
    left,
    top,
    width: Math.min(detailSide, width - left),
    height: Math.min(detailSide, height - top),
  };
}
