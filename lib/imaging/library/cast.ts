import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { luminance } from "../pixels/color.ts";
import { createField, type Field } from "../pixels/field.ts";
import { clamp } from "../pixels/numbers.ts";
import type { ProductBody } from "../renderer/product/product-body.ts";
import type { BodyInScene } from "./body-in-scene.ts";
import { dot, type Point, raysOf } from "./camera.ts";
import type { SceneLamp, SceneView } from "./scene-files.ts";
import { ballAround, blocked, directionsOf, type Lamp, passes, skyDirections } from "./shadow-rays.ts";

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

/** Light that a product blocks, at the cells of the depth map. */
export interface Cast extends Field {
  /** The inverse depth of each cell. */
  nearness: Float32Array;
}

/**
 * Computes the light that the product blocks at each visible position of the scene: channel 0 is the share of the lamps'
 * light, channel 1 that of the ambient light. `step`: columns and rows of the depth map per cell; `area`: the part of
 * the plate that is needed, in shares of it.
 */
export function castOnScene(
  view: SceneView,
  inverseDepth: Field,
  { product, lamps, step, area }: Casting,
): Cast {
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
  const dirty = { left: width, right: -1, top: height, bottom: -1 };
  const cells = cellsOf(area, { width, height });
  const nearness = everyStep(inverseDepth, { width, height }, step);
  const rows = {
    cast,
    nearness,
    cells,
    dirty,
    body,
    start,
    first,
    perColumn,
    perRow,
    keys,
    whole,
    skies: skyDirections(toBody),
    ball: ballAround(body),
    far: (nearby * Math.max(body.width, body.height)) ** 2,
    position: new Float64Array(3),
  };
  for (let y = cells.top; y < cells.bottom; y++) castRow(rows, y);
  return { ...smoothed(cast, nearness, dirty), nearness };
}

interface CastRows {
  cast: Field;
  /** The inverse depth of each cell. */
  nearness: Float32Array;
  cells: CellRange;
  /** The cells at which the product blocks light; grows with each row. */
  dirty: CellRange;
  body: ProductBody;
  start: Point;
  first: Point;
  perColumn: Point;
  perRow: Point;
  keys: readonly (Lamp & { weight: number })[];
  /** Sum of the weights. */
  whole: number;
  skies: Float32Array;
  ball: ReturnType<typeof ballAround>;
  far: number;
  /** The position of the current cell. */
  position: Float64Array;
}

// A function of its own: V8 drops the code of loops that run once per photo, and of closures made for one.
function castRow(rows: CastRows, y: number): void {
  const { cast, nearness, cells, dirty, body, start, first, perColumn, perRow, keys, whole } = rows;
  const { skies, ball, far, position } = rows;
  const { width, height } = cast;
  const v = (y + 0.5) / height;
  for (let x = cells.left; x < cells.right; x++) {
    const near = nearness[y * width + x] as number;
    if (near === 0) continue;
    const u = (x + 0.5) / width;
    const px = start[0] + (first[0] + u * perColumn[0] + v * perRow[0]) / near;
    const py = start[1] + (first[1] + u * perColumn[1] + v * perRow[1]) / near;
    const pz = start[2] + (first[2] + u * perColumn[2] + v * perRow[2]) / near;
    position[0] = px;
    position[1] = py;
    position[2] = pz;
    const at = (y * width + x) * 2;
    const turn = order[(y & 3) * 4 + (x & 3)] as number;
    let taken = 0;
    for (const key of keys) {
      if (!passes(ball, position, key)) taken += key.weight * blocked(body, position, key.rays, turn);
    }
    if (whole > 0) cast.data[at] = taken / whole;
    const beside = Math.max(0, -px, px - body.width);
    const above = Math.max(0, -py, py - body.height);
    if (beside * beside + above * above + pz * pz < far)
      cast.data[at + 1] = blocked(body, position, skies, turn);
    if (taken === 0 && cast.data[at + 1] === 0) continue;
    dirty.left = Math.min(dirty.left, x);
    dirty.right = Math.max(dirty.right, x);
    dirty.top = Math.min(dirty.top, y);
    dirty.bottom = y;
  }
}

/** The values of a field at the middle of each cell of `step` × `step` of its own. */
function everyStep(field: Field, { width, height }: Size, step: number): Float32Array {
  const values = new Float32Array(width * height);
  const columns = Int32Array.from({ length: width }, (_, x) => Math.floor((x + 0.5) * step));
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor((y + 0.5) * step) * field.width;
    for (let x = 0; x < width; x++, at++) values[at] = field.data[row + (columns[x] as number)] as number;
  }
  return values;
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

/**
 * Averages windows of 4 × 4 cells, which contain each direction once, over cells on the same surface. `nearness`: the
 * inverse depth of each cell.
 */
function smoothed(cast: Field, nearness: Float32Array, dirty: CellRange): Field {
  const { width, height } = cast;
  const result = createField(width, height, 2);
  const bottom = Math.min(height - 1, dirty.bottom + 2);
  const right = Math.min(width - 1, dirty.right + 2);
  for (let y = Math.max(0, dirty.top - 2); y <= bottom; y++) {
    for (let x = Math.max(0, dirty.left - 2); x <= right; x++) {
      if (!isFree(cast, x, y)) smoothCell(cast, nearness, result, x, y);
    }
  }
  return result;
}

/** Whether the product blocks nothing at the center and the corners of a window. */
function isFree({ width, height, data }: Field, x: number, y: number): boolean {
  for (let i = 0; i < 5; i++) {
    const px = clamp(x + (i === 4 ? 0 : (i & 1) * 4 - 2), 0, width - 1);
    const py = clamp(y + (i === 4 ? 0 : (i & 2) * 2 - 2), 0, height - 1);
    const at = (py * width + px) * 2;
    if (data[at] !== 0 || data[at + 1] !== 0) return false;
  }
  return true;
}

/** Writes one cell of the result. Positional parameters: runs for each cell. */
function smoothCell(cast: Field, nearness: Float32Array, result: Field, x: number, y: number): void {
  const { width, height, data } = cast;
  const own = nearness[y * width + x] as number;
  if (own === 0) return;
  let sum = 0;
  let key = 0;
  let sky = 0;
  const left = Math.max(0, x - 2);
  const right = Math.min(width - 1, x + 2);
  for (let py = Math.max(0, y - 2); py <= Math.min(height - 1, y + 2); py++) {
    const rows = Math.abs(py - y);
    const limit = sameSurface * own * (1 + rows);
    const rowWeight = rows === 2 ? 0.5 : 1;
    for (let px = left, cell = py * width + left; px <= right; px++, cell++) {
      if (Math.abs((nearness[cell] as number) - own) > limit) continue;
      const weight = px === x - 2 || px === x + 2 ? 0.5 * rowWeight : rowWeight;
      sum += weight;
      key += weight * (data[cell * 2] as number);
      sky += weight * (data[cell * 2 + 1] as number);
    }
  }
  const at = (y * width + x) * 2;
  result.data[at] = key / sum;
  result.data[at + 1] = sky / sum;
}
