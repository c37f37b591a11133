import { clamp } from "../pixels/numbers.ts";
import type { ProductInFrame } from "../renderer/product/contact.ts";
import {
  inflate,
  inflateLying,
  type ProductBody,
  type SeenGround,
} from "../renderer/product/product-body.ts";
import { dot, foreshortening, type Point, productAxes, project, raysOf } from "./camera.ts";
import type { SceneView } from "./scene-files.ts";

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
/** Cells of the body along the product's longer side; of a lying one, whose shadow shows each part of its outline. */
const bodyCells = 72;
const lyingCells = 144;

export function bodyInScene(
  product: ProductInFrame,
  view: SceneView,
  { foot, cmPerPixel }: { foot: Point; cmPerPixel: number },
): BodyInScene {
  const { alpha } = product;
  const cell = Math.max(1, Math.max(alpha.width, alpha.height) / (view.lies ? lyingCells : bodyCells));
  const cellCm = cell * cmPerPixel;
  const axes = productAxes(view);
  const left = (alpha.width / 2) * cmPerPixel;
  if (!view.lies) {
    const body = inflate(product, cell, groundIn(view, foot, cmPerPixel));
    const corner = moved(foot, axes.across, -left);
    const eye = raysOf(view.camera).eye;
    const eyeColumn = (dot(eye, axes.across) - dot(corner, axes.across)) / cellCm;
    const { depthCm } = project(view.camera, foot);
    const placed = inPerspective(body, { eyeColumn, nearer: (levelShare(view) * cellCm) / depthCm });
    return { body: placed.body, cellCm, axes, origin: moved(corner, axes.across, -placed.added * cellCm) };
  }
  // A lying product has its center at the position. Its parts differ in thickness, so their mean rests on the ground;
  // seen aslant, the outline is on it, where the picture shows it, so that its shadow begins there.
  const body = inflateLying(product, cell);
  const thick = Math.min(body.reach, lyingReach * Math.max(body.width, body.height));
  // Its rows are seen aslant, so each of them is a longer part of the ground.
  const rowScale = foreshortening(view);
  const down = ((alpha.height / 2) * cmPerPixel) / rowScale;
  const origin = moved(
    moved(moved(foot, axes.across, -left), axes.upward, -down),
    axes.outward,
    rowScale < 1 ? 0 : meanOf(body.depth) * (thick / body.reach) * cellCm,
  );
  const scaled = ([x, y, z]: Point, by: number): Point => [by * x, by * y, by * z];
  const { across, upward, outward } = axes;
  const inCells = { across, upward: scaled(upward, rowScale), outward: scaled(outward, body.reach / thick) };
  return { body, cellCm, origin, axes: inCells };
}

/** Mean thickness where there is any. */
function meanOf(depth: Float32Array): number {
  const solid = depth.filter((half) => half > 0);
  return solid.reduce((sum, half) => sum + half, 0) / Math.max(1, solid.length);
}

const moved = (point: Point, direction: Point, by: number): Point => [
  point[0] + by * direction[0],
  point[1] + by * direction[1],
  point[2] + by * direction[2],
];

const pitchOf = ({ camera }: SceneView) => (camera.pitchDeg * Math.PI) / 180;
/** Change of the distance from the camera per step toward it on level ground. */
const levelShare = (view: SceneView) => Math.cos(pitchOf(view));
/** Least sine of the angle at which ground is seen: near the horizon, rows say little about depth. */
const leastSeen = 0.06;

/** The scene's ground around a product's foot, as its camera sees it in perspective. */
function groundIn(view: SceneView, foot: Point, cmPerPixel: number): SeenGround {
  const { camera } = view;
  const { y, depthCm } = project(camera, foot);
  const belowAxisCm = ((y - camera.center.y) * depthCm) / camera.focal;
  const seenAt = (cm: number) =>
    Math.max(leastSeen, Math.sin(pitchOf(view)) + ((belowAxisCm + cm) * levelShare(view)) / depthCm);
  return { pitchSin: seenAt(0), depthOf: (rows) => rows / seenAt(rows * cmPerPixel) };
}

/** Largest widening of a body by perspective, as a share of its width. */
const mostWidened = 0.15;

/**
 * Moves the columns of a body that recedes to where its parts are: what is further back is seen smaller, and nearer to
 * the column below the camera. `nearer`: how much larger it is seen per cell of depth; `added`: columns added at either end.
 */
function inPerspective(
  body: ProductBody,
  { eyeColumn, nearer }: { eyeColumn: number; nearer: number },
): { body: ProductBody; added: number } {
  const { width, height, depth, opacity, offset } = body;
  if (offset.every((z) => Math.abs(z) < 0.5)) return { body, added: 0 };
  const scales = offset.map((z) => 1 - nearer * z);
  const added = Math.ceil(mostWidened * width);
  const wide = width + 2 * added;
  const placed = {
    ...body,
    width: wide,
    depth: new Float32Array(wide * height),
    opacity: opacity && new Float32Array(wide * height),
    offset: new Float32Array(wide),
  };
  const places = scales.map((scale, i) => eyeColumn + (i + 0.5 - eyeColumn) * scale);
  for (let x = 0; x < wide; x++) {
    const at = x + 0.5 - added;
    const from = nearest(places, at);
    placed.offset[x] = offset[from] as number;
    if (Math.abs((places[from] as number) - at) > 1) continue;
    const scale = scales[from] as number;
    for (let h = 0; h < height; h++) {
      const source = clamp(Math.floor((h + 0.5) / scale), 0, height - 1);
      placed.depth[h * wide + x] = depth[source * width + from] as number;
      if (placed.opacity && opacity) placed.opacity[h * wide + x] = opacity[source * width + from] as number;
    }
  }
  return { body: placed, added };
}

function nearest(values: Float32Array, to: number): number {
  return values.reduce(
    (best, value, i) => (Math.abs(value - to) < Math.abs((values[best] as number) - to) ? i : best),
    0,
  );
}
