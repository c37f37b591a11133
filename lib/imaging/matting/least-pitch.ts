import type { Size } from "#lib/contract/photos/sizes.ts";

/** Bands of rows that are compared with the ground at the product's foot. */
const bands = 24;
/** Distance from the product, in its longer sides, at which its shadow and its edge no longer color the ground. */
const away = 0.06;
/** Least share of a band's pixels that show the ground beside the product. */
const leastSeen = 0.02;
/** The angle that the longer side of a picture shows: of phones, less than theirs because pictures are cropped. */
const shownDeg = 50;
// Chosen on pictures of products on asphalt, grass, carpets, benches and stones.
/** Least texture of the ground: what is plainer may be a wall that continues it. */
const leastTexture = 3;
/** Texture of the same ground further back, relative to that at the foot: it is smaller there, and out of focus. */
const sameTexture = { least: 0.22, most: 2.2 } as const;
/** Largest differences (0..255, over the channels) of the same ground: of its color, and at the same brightness. */
const sameColor = { light: 50, hue: 22 } as const;
/** A product that ends below this row of the picture, as a share of it, may be cut off there. */
const lowestFoot = 0.985;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Ground {
  color: readonly [number, number, number];
  texture: number;
}

/**
 * Returns the least downward pitch, in degrees, of the camera that took a picture. The ground at the product's foot is
 * followed upwards to its last row; the horizon is at that row or above it. Null when the ground is plain or not
 * visible. `distance`: of each pixel from the product.
 */
export function measureLeastPitchDeg(
  rgb: Uint8Array,
  distance: Float32Array,
  size: Size,
  box: Box,
): number | null {
  const { width, height } = size;
  if (box.bottom > lowestFoot * height) return null;
  const nearest = away * Math.max(box.right - box.left, box.bottom - box.top);
  const step = height / bands;
  const at = (y: number, half: number) =>
    measureBand({ rgb, distance, nearest, width }, Math.max(1, y - half), Math.min(height - 1, y + half));
  const foot = at(box.bottom, 1.5 * step);
  if (foot === null || foot.texture < leastTexture) return null;
  let top = box.bottom;
  // One band may differ: a joint, a stain, a shadow.
  for (let y = box.bottom - step, missed = 0; y > -step / 2 && missed < 2; y -= step) {
    const band = at(y, step / 2);
    if (band && isSameGround(band, foot)) [top, missed] = [Math.max(0, y - step / 2), 0];
    else missed++;
  }
  return (shownDeg * (box.bottom - top)) / Math.max(width, height);
}

/** Measures the pixels between two rows that are away from the product; null when there are next to none. */
function measureBand(
  {
    rgb,
    distance,
    nearest,
    width,
  }: { rgb: Uint8Array; distance: Float32Array; nearest: number; width: number },
  from: number,
  to: number,
): Ground | null {
  const sum: [number, number, number] = [0, 0, 0];
  let [count, rough] = [0, 0];
  for (let y = Math.floor(from); y < to; y++) {
    for (let x = 1; x < width - 1; x++) {
      const pixel = y * width + x;
      if ((distance[pixel] as number) < nearest) continue;
      count++;
      let difference = 0;
      for (const c of [0, 1, 2] as const) {
        const i = pixel * 3 + c;
        const value = rgb[i] as number;
        sum[c] += value;
        const beside = (rgb[i - 3] as number) + (rgb[i + 3] as number);
        difference += value - (beside + (rgb[i - width * 3] as number) + (rgb[i + width * 3] as number)) / 4;
      }
      rough += Math.abs(difference) / 3;
    }
  }
  if (count < leastSeen * width * (to - from)) return null;
  return { color: [sum[0] / count, sum[1] / count, sum[2] / count], texture: rough / count };
}

function isSameGround(band: Ground, foot: Ground): boolean {
  const brightness = ([red, green, blue]: Ground["color"]) => Math.max(1, red + green + blue);
  const scale = brightness(foot.color) / brightness(band.color);
  const differenceAt = (factor: number) =>
    Math.hypot(...band.color.map((value, c) => value * factor - (foot.color[c] as number)));
  const roughness = band.texture / foot.texture;
  return (
    differenceAt(1) <= sameColor.light &&
    differenceAt(scale) <= sameColor.hue &&
    roughness >= sameTexture.least &&
    roughness <= sameTexture.most
  );
}
