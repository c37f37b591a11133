import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";

// Chosen on real pictures and on boxes that a level camera sees from all sides.
/** Cells along the longer side of the product. */
const cellsAcross = 96;
/** Least overlap (intersection by union) of a symmetric product with its mirror image, and its lead over that beside. */
const leastOverlap = 0.97;
const leastLead = 0.05;
const besideDeg = 8;
/** Largest part of what does not overlap about an upright axis that may remain about the tilted one. */
const mostLeft = 0.4;
/** Smallest visible tilt, and the largest that is not meant: less without a picture around the product. */
const leastDeg = 1;
const mostDeg = { inPicture: 15, cutOut: 6 } as const;
const [firstStepDeg, lastStepDeg] = [3, 0.1];

/**
 * Degrees, clockwise, by which a product leans whose outline is symmetric: the camera was not level, or at the product's
 * side. Null when it is upright, not symmetric, or cut off by its picture.
 */
export function measureTilt(
  cutOut: Size & { rgba: Uint8Array; box: Box },
  { isInPicture }: { isInPicture: boolean },
): number | null {
  if (touchesBorder(cutOut)) return null;
  const shape = shapeOf(cutOut);
  const most = isInPicture ? mostDeg.inPicture : mostDeg.cutOut;
  let best = { deg: 0, overlap: 0 };
  const attempt = (deg: number) => {
    const overlap = overlapAbout(shape, deg);
    if (overlap > best.overlap) best = { deg, overlap };
  };
  for (let deg = 0; deg <= mostDeg.inPicture + firstStepDeg; deg += firstStepDeg)
    for (const s of [-1, 1]) attempt(s * deg);
  for (let step = firstStepDeg / 2; step >= lastStepDeg; step /= 2) {
    const { deg } = best;
    for (const sign of [-1, 1]) attempt(deg + sign * step);
  }
  const { deg, overlap } = best;
  if (overlap < leastOverlap || Math.abs(deg) < leastDeg || Math.abs(deg) > most) return null;
  if (1 - overlap > mostLeft * (1 - overlapAbout(shape, 0))) return null;
  const beside = Math.max(overlapAbout(shape, deg - besideDeg), overlapAbout(shape, deg + besideDeg));
  return overlap - beside >= leastLead ? deg : null;
}

function touchesBorder({ width, height, box: { left, top, ...box } }: Size & { box: Box }): boolean {
  return left <= 1 || top <= 1 || left + box.width >= width - 1 || top + box.height >= height - 1;
}

/** The product's alpha (0..1) in cells, and the center of its area. */
interface Shape extends Size {
  alpha: Float32Array;
  area: number;
  x: number;
  y: number;
}

function shapeOf({ rgba, width, box }: Size & { rgba: Uint8Array; box: Box }): Shape {
  const scale = Math.max(box.width, box.height) / cellsAcross;
  const size = {
    width: Math.max(1, Math.round(box.width / scale)),
    height: Math.max(1, Math.round(box.height / scale)),
  };
  const alpha = new Float32Array(size.width * size.height);
  let [area, sumX, sumY] = [0, 0, 0];
  // Up to four samples along each side of a cell.
  const samples = clamp(Math.round(scale), 1, 4);
  for (let y = 0, cell = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, cell++) {
      let sum = 0;
      for (let v = 0; v < samples; v++) {
        const row = box.top + Math.floor(((y + (v + 0.5) / samples) / size.height) * box.height);
        for (let u = 0; u < samples; u++) {
          const column = box.left + Math.floor(((x + (u + 0.5) / samples) / size.width) * box.width);
          sum += rgba[(row * width + column) * 4 + 3] as number;
        }
      }
      const value = sum / (255 * samples * samples);
      alpha[cell] = value;
      area += value;
      sumX += value * (x + 0.5);
      sumY += value * (y + 0.5);
    }
  }
  return { ...size, alpha, area, x: sumX / area, y: sumY / area };
}

/** Intersection by union of a shape and its mirror image about an axis through its center, tilted clockwise. */
function overlapAbout(shape: Shape, deg: number): number {
  const { width, height, alpha, area } = shape;
  const [cosine, sine] = [Math.cos((deg * Math.PI) / 180), Math.sin((deg * Math.PI) / 180)];
  let shared = 0;
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++, cell++) {
      const own = alpha[cell] as number;
      if (own === 0) continue;
      const fromX = x + 0.5 - shape.x;
      const fromY = y + 0.5 - shape.y;
      const across = 2 * (fromX * cosine + fromY * sine);
      const mirrored = readAlpha(shape, shape.x + fromX - across * cosine, shape.y + fromY - across * sine);
      shared += Math.min(own, mirrored);
    }
  }
  return shared / (2 * area - shared);
}

/** Bilinear; 0 outside. */
function readAlpha(shape: Shape, x: number, y: number): number {
  const left = Math.floor(x - 0.5);
  const top = Math.floor(y - 0.5);
  const right = x - 0.5 - left;
  const down = y - 0.5 - top;
  return (
    (alphaAt(shape, left, top) * (1 - right) + alphaAt(shape, left + 1, top) * right) * (1 - down) +
    (alphaAt(shape, left, top + 1) * (1 - right) + alphaAt(shape, left + 1, top + 1) * right) * down
  );
}

function alphaAt({ width, height, alpha }: Shape, x: number, y: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? 0 : (alpha[y * width + x] as number);
}
