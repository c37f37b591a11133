import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { scaleSize } from "#lib/imaging/pixels/boxes.ts";
import type { SourceDetail } from "#lib/imaging/pixels/cut-out.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import type { OpenPicture } from "#lib/imaging/pixels/open-picture.ts";
import { detailSide, measureDetail } from "./source-detail.ts";

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

/** Measures a picture's own detail, whatever its size, in the middle of its product. */
export async function examineDetail(picture: OpenPicture, place: Place): Promise<SourceDetail> {
  const scale = Math.min(1, Math.sqrt(mostPixels / (picture.width * picture.height)));
  const size = scaleSize(picture, scale);
  const part = partAround(place, size);
  const { noise, colorNoise, blocks, blur } = measureDetail(await picture.readPart(size, part), 3, part);
  // Noise of neighboring pixels averages out where a picture is read smaller.
  return {
    noise: noise / scale,
    colorNoise: colorNoise / scale,
    blocks,
    blur: blur === null ? null : blur / scale,
  };
}

function partAround({ left, top, right, bottom }: Place, { width, height }: Size): Box {
  const start = (middle: number, all: number) => {
    const at = clamp(Math.round(middle * all - detailSide / 2), 0, Math.max(0, all - detailSide));
    return at - (at % grid);
  };
  const [x, y] = [start((left + right) / 2, width), start((top + bottom) / 2, height)];
  return {
    left: x,
    top: y,
    width: Math.min(detailSide, width - x),
    height: Math.min(detailSide, height - y),
  };
}
