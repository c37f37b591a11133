import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { luminance } from "../pixels/color.ts";
import { createField, type Field } from "../pixels/field.ts";
import { clamp } from "../pixels/numbers.ts";
import type { StandingProduct } from "../renderer/product/contact.ts";
import { inflate, type ProductBody } from "../renderer/product/product-body.ts";
import { dot, isFromAbove, type Point, productAxes, raysOf } from "./camera.ts";
import type { SceneLamp, SceneView } from "./scene-files.ts";
import { ballAround, blocked, directionsOf, passes, skyDirections } from "./shadow-rays.ts";

/** The product's body, placed in the scene. */
export interface BodyInScene {
  body: ProductBody;
  /** Side of its cells. */
  cellCm: number;
  /** The left end of its foot, at the middle of its depth. */
  origin: Point;
  axes: ReturnType<typeof productAxes>;
}

/** Half the largest thickness of a lying product, in its longer sides: less than a body of revolution would have. */
const lyingReach = 0.16;
/** Cells of the body along the product's longer side. */
const bodyCells = 72;

export function bodyInScene(
  product: StandingProduct,
  view: SceneView,
  { foot, cmPerPixel }: { foot: Point; cmPerPixel: number },
): BodyInScene {
  const { alpha } = product;
  const cell = Math.max(1, Math.max(alpha.width, alpha.height) / bodyCells);
  const axes = productAxes(view.camera);
  const body = inflate(product, cell);
  const cellCm = cell * cmPerPixel;
  const left = (alpha.width / 2) * cmPerPixel;
  // A lying product has its back on the ground and its center at the place.
  const isLying = isFromAbove(view.camera);
  const down = isLying ? (alpha.height / 2) * cmPerPixel : 0;
  const thick = isLying ? Math.min(body.reach, lyingReach * Math.max(body.width, body.height)) : 0;
  const out = thick * cellCm;
  const at = (i: 0 | 1 | 2) =>
    foot[i] - left * axes.across[i] - down * axes.upward[i] + out * axes.outward[i];
  const origin: Point = [at(0), at(1), at(2)];
  if (!isLying) return { body, cellCm, axes, origin };
  const [x, y, z] = axes.outward;
  const thinner = body.reach / thick;
  return { body, cellCm, origin, axes: { ...axes, outward: [thinner * x, thinner * y, thinner * z] } };
}

// Ordered dither matrix: neighboring cells use directions that are far apart.
const order = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
/** Distance from the product, in its longer sides, beyond which it does not occlude ambient light. */
const nearby = 0.9;

interface Casting {
  product: BodyInScene;
  lamps: readonly SceneLamp[];
  step: number;
  area: Box;
}

/**
 * Computes the light that the product blocks at each visible place of the scene: channel 0 is the share of the lamps'
 * light, channel 1 that of the ambient light. `step`: columns and rows of the depth map per cell; `area`: the part of
 * the plate that is needed, in shares of it.
 */
export function castOnScene(
  view: SceneView,
  inverseDepth: Field,
  { product, lamps, step, area }: Casting,
): Field {
  const width = Math.floor(inverseDepth.width / step);
  const height = Math.floor(inverseDepth.height / step);
  const cast = createField(width, height, 2);
  const { body, cellCm, origin, axes } = product;
  const toBody = (point: Point): Point => [
    dot(point, axes.across) / cellCm,
    dot(point, axes.upward) / cellCm,
    dot(point, axes.outward) / cellCm,
  ];
  const { eye, base, right: across, down } = raysOf(view.camera);
  // The camera's rays in the body's own cells, with its foot as the origin.
  const start = toBody([eye[0] - origin[0], eye[1] - origin[1], eye[2] - origin[2]]);
  const [first, perColumn, perRow] = [toBody(base), toBody(across), toBody(down)];
  const keys = lamps.map((lamp) => ({
    weight: luminance(lamp.strength) * Math.max(0.15, lamp.direction[2]),
    ...directionsOf(lamp, (d) => toBody(d)),
  }));
  const whole = keys.reduce((sum, { weight }) => sum + weight, 0);
  const skies = skyDirections(toBody);
  const ball = ballAround(body);
  const far = (nearby * Math.max(body.width, body.height)) ** 2;
  const dirty = { left: width, right: -1, top: height, bottom: -1 };
  const cells = cellsOf(area, { width, height });
  const place = new Float64Array(3);
  for (let y = cells.top; y < cells.bottom; y++) {
    const v = (y + 0.5) / height;
    const depthRow = Math.min(inverseDepth.height - 1, Math.floor((y + 0.5) * step)) * inverseDepth.width;
    for (let x = cells.left; x < cells.right; x++) {
      const near = inverseDepth.data[
        depthRow + Math.min(inverseDepth.width - 1, Math.floor((x + 0.5) * step))
      ] as number;
      if (near === 0) continue;
      const u = (x + 0.5) / width;
      const px = start[0] + (first[0] + u * perColumn[0] + v * perRow[0]) / near;
      const py = start[1] + (first[1] + u * perColumn[1] + v * perRow[1]) / near;
      const pz = start[2] + (first[2] + u * perColumn[2] + v * perRow[2]) / near;
      place[0] = px;
      place[1] = py;
      place[2] = pz;
      const at = (y * width + x) * 2;
      const turn = order[(y & 3) * 4 + (x & 3)] as number;
      let taken = 0;
      for (const key of keys) {
        if (!passes(ball, place, key)) taken += key.weight * blocked(body, place, key.rays, turn);
      }
      if (whole > 0) cast.data[at] = taken / whole;
      const beside = Math.max(0, -px, px - body.width);
      const above = Math.max(0, -py, py - body.height);
      if (beside * beside + above * above + pz * pz < far)
        cast.data[at + 1] = blocked(body, place, skies, turn);
      if (taken === 0 && cast.data[at + 1] === 0) continue;
      dirty.left = Math.min(dirty.left, x);
      dirty.right = Math.max(dirty.right, x);
      dirty.top = Math.min(dirty.top, y);
      dirty.bottom = y;
    }
  }
  return smoothed(cast, { inverseDepth, step, dirty });
}

/** Returns the cells of an area, and those around it that smoothing reads. */
function cellsOf({ left, top, width, height }: Box, cells: Size): CellRange {
  return {
    left: Math.max(0, Math.floor(left * cells.width) - 4),
    right: Math.min(cells.width, Math.ceil((left + width) * cells.width) + 4),
    top: Math.max(0, Math.floor(top * cells.height) - 4),
    bottom: Math.min(cells.height, Math.ceil((top + height) * cells.height) + 4),
  };
}

interface CellRange {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Neighbors whose depth differs by more than this share are on another surface. */
const sameSurface = 0.012;

/** Averages windows of 4 × 4 cells, which contain each direction once, over cells on the same surface. */
function smoothed(
  cast: Field,
  { inverseDepth, step, dirty }: { inverseDepth: Field; step: number; dirty: CellRange },
): Field {
  const { width, height, data } = cast;
  const result = createField(width, height, 2);
  const near = (x: number, y: number) =>
    inverseDepth.data[
      Math.floor((y + 0.5) * step) * inverseDepth.width + Math.floor((x + 0.5) * step)
    ] as number;
  // A window is skipped when the product blocks nothing at its center and corners.
  const isFree = (x: number, y: number) => {
    for (let i = 0; i < 5; i++) {
      const px = clamp(x + (i === 4 ? 0 : (i & 1) * 4 - 2), 0, width - 1);
      const py = clamp(y + (i === 4 ? 0 : (i & 2) * 2 - 2), 0, height - 1);
      const at = (py * width + px) * 2;
      if (data[at] !== 0 || data[at + 1] !== 0) return false;
    }
    return true;
  };
  for (let y = Math.max(0, dirty.top - 2); y <= Math.min(height - 1, dirty.bottom + 2); y++) {
    for (let x = Math.max(0, dirty.left - 2); x <= Math.min(width - 1, dirty.right + 2); x++) {
      const own = near(x, y);
      if (own === 0 || isFree(x, y)) continue;
      let sum = 0;
      let key = 0;
      let sky = 0;
      for (let dy = -2; dy <= 2; dy++) {
        const py = y + dy;
        if (py < 0 || py >= height) continue;
        for (let dx = -2; dx <= 2; dx++) {
          const px = x + dx;
          if (px < 0 || px >= width || Math.abs(near(px, py) - own) > sameSurface * own * (1 + Math.abs(dy)))
            continue;
          const weight = (Math.abs(dx) === 2 ? 0.5 : 1) * (Math.abs(dy) === 2 ? 0.5 : 1);
          const at = (py * width + px) * 2;
          sum += weight;
          key += weight * (data[at] as number);
          sky += weight * (data[at + 1] as number);
        }
      }
      const at = (y * width + x) * 2;
      result.data[at] = key / sum;
      result.data[at + 1] = sky / sum;
    }
  }
  return result;
}
