import type { PictureInput } from "../../images/picture.ts";
import { damagedPicture, readPicture } from "./decoder.ts";
import type { BorderFacts } from "./protocol.ts";

/** Depth of the border, as a share of the shorter side, and length of a corner, as a share of the strip. */
const depth = 0.01;
const cornerShare = 0.05;
const white = 255;

interface Strip {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Measures the outermost pixels strip by strip, so that the whole picture is never in memory. */
export async function measureBorder(image: PictureInput): Promise<BorderFacts> {
  const picture = await readPicture(image);
  try {
    const { width, height } = (await picture.open().metadata()).autoOrient;
    const side = Math.max(1, Math.round(Math.min(width, height) * depth));
    const strips = [
      { left: 0, top: 0, width, height: side },
      { left: 0, top: height - side, width, height: side },
      { left: 0, top: 0, width: side, height },
      { left: width - side, top: 0, width: side, height },
    ];
    const measured = [];
    for (const strip of strips) measured.push(await measureStrip(picture.open(), strip));
    const pixels = measured.reduce((sum, { pixels }) => sum + pixels, 0);
    return {
      whiteShare: measured.reduce((sum, { whitePixels }) => sum + whitePixels, 0) / pixels,
      cornersWhite: measured.every(({ endsWhite }) => endsWhite),
    };
  } catch (error) {
    throw damagedPicture(picture.format, error);
  }
}

/** Measures how many pixels of a strip along a side are white, and whether both its ends are. */
async function measureStrip(
  pixels: ReturnType<Awaited<ReturnType<typeof readPicture>>["open"]>,
  strip: Strip,
) {
  const { data, info } = await pixels
    .autoOrient()
    .extract(strip)
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const length = Math.max(width, height);
  const end = Math.max(1, Math.round(length * cornerShare));
  let whitePixels = 0;
  let endsWhite = true;
  for (let at = 0, pixel = 0; at < data.length; at += channels, pixel += 1) {
    const isWhite = data.subarray(at, at + channels).every((value) => value === white);
    if (isWhite) whitePixels += 1;
    else {
      const along = width >= height ? pixel % width : Math.floor(pixel / width);
      if (along < end || along >= length - end) endsWhite = false;
    }
  }
  return { pixels: width * height, whitePixels, endsWhite };
}
