import { fitInside } from "#lib/imaging/pixels/boxes.ts";
import { lumaOf } from "#lib/imaging/pixels/color.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { blurField, createField, type Field } from "#lib/imaging/pixels/field.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import { spreadKnown } from "#lib/imaging/pixels/pull-push.ts";
import { edgeDirections } from "./gradients.ts";
import { type EditedPicture, viewProduct } from "./pictures.ts";
import { type Similarity, scaleOf } from "./similarity.ts";

/** Longest side of the product at which its edge points are taken: the finest search level has no more detail. */
const viewSide = 384;

/** Points on the product's edges, in its own pixels from the center of its box, with the edge's doubled angle. */
export interface EdgePoints {
  x: Float32Array;
  y: Float32Array;
  cos: Float32Array;
  sin: Float32Array;
  weight: number;
}

/** Edges of the edited picture at one search level, and the factors from its pixels to the level's. */
export interface EdgePicture {
  edges: Field;
  scaleX: number;
  scaleY: number;
}

/** Computes the edges of an edited picture, scaled to a longer side of `side` pixels. */
export async function edgePicture(edited: EditedPicture, side: number): Promise<EdgePicture> {
  const size = fitInside(edited, side);
  const luma = lumaOf(await edited.read(size), size);
  const edges = blurField(edgeDirections(luma), 0.8);
  return { edges, scaleX: size.width / edited.width, scaleY: size.height / edited.height };
}

/** Returns a function that finds the product's edge points at a given scale, cached per half octave. */
export async function pointsAtSizes(product: ProductCutOut) {
  const view = await viewProduct(product, viewSide);
  const made = new Map<string, EdgePoints>();
  const luma = lumaOf(view.rgb, view);
  const pixels = {
    width: view.width,
    height: view.height,
    channels: 1,
    values: luma.data,
    weights: Float32Array.from(view.alpha.data, (alpha) => (alpha > 0.9 ? 1 : 0)),
  };
  spreadKnown(pixels);
  const viewScale = view.width / product.box.width;
  return (scale: number, count: number): EdgePoints => {
    const octave = Math.round(2 * Math.log2(clamp(scale / viewScale, 1 / 32, 1)));
    const key = `${octave} ${count}`;
    const known = made.get(key);
    if (known) return known;
    const points = findPoints(luma, view.alpha, { shrink: 2 ** (-octave / 2), viewScale, count });
    made.set(key, points);
    return points;
  };
}

function findPoints(
  luma: Field,
  alpha: Field,
  { shrink, viewScale, count }: { shrink: number; viewScale: number; count: number },
): EdgePoints {
  const [small, cover] = [resample(luma, shrink), resample(alpha, shrink)];
  const inside = edgeDirections(small);
  const outline = edgeDirections(cover, 0.15);
  const { width, height } = small;
  // Only the strongest point of each cell, so that the points are spread over the product.
  const cell = Math.max(1, Math.sqrt((width * height) / (count * 1.6)));
  const best = new Map<number, { at: number; strength: number }>();
  const columns = Math.ceil(width / cell) + 1;
  const strengthAt = (at: number) =>
    Math.hypot(
      (inside.data[at * 2] as number) + (outline.data[at * 2] as number),
      (inside.data[at * 2 + 1] as number) + (outline.data[at * 2 + 1] as number),
    );
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if ((cover.data[at] as number) < 0.25) continue;
      const strength = strengthAt(at);
      if (strength < 0.15) continue;
      const key = Math.floor(y / cell) * columns + Math.floor(x / cell);
      if (strength > (best.get(key)?.strength ?? 0)) best.set(key, { at, strength });
    }
  }
  const strongest = [...best.values()].sort((one, two) => two.strength - one.strength).slice(0, count);
  // Every seventh point first, then the next ones, so that any beginning of the list is spread over the product.
  const chosen = Array.from({ length: 7 }, (_, turn) => strongest.filter((_, i) => i % 7 === turn)).flat();
  const points: EdgePoints = {
    x: new Float32Array(chosen.length),
    y: new Float32Array(chosen.length),
    cos: new Float32Array(chosen.length),
    sin: new Float32Array(chosen.length),
    weight: 0,
  };
  for (const [index, { at }] of chosen.entries()) {
    const own = (coordinate: number, side: number, whole: number) =>
      ((coordinate + 0.5) / side - 0.5) * (whole / viewScale);
    points.x[index] = own(at % width, width, luma.width);
    points.y[index] = own(Math.floor(at / width), height, luma.height);
    const cos = (inside.data[at * 2] as number) + (outline.data[at * 2] as number);
    const sin = (inside.data[at * 2 + 1] as number) + (outline.data[at * 2 + 1] as number);
    const length = Math.max(1, Math.hypot(cos, sin));
    points.cos[index] = cos / length;
    points.sin[index] = sin / length;
    points.weight += Math.hypot(cos, sin) / length;
  }
  return points;
}

/** Makes a plane `shrink` times smaller: blurs it, then samples it. */
function resample(plane: Field, shrink: number): Field {
  const width = Math.max(1, Math.round(plane.width / shrink));
  const height = Math.max(1, Math.round(plane.height / shrink));
  const soft = blurField({ ...plane, data: plane.data.slice() }, 0.45 * shrink);
  const small = createField(width, height, 1);
  for (let y = 0; y < height; y++) {
    const row = Math.min(plane.height - 1, Math.floor(((y + 0.5) * plane.height) / height)) * plane.width;
    for (let x = 0; x < width; x++) {
      const column = Math.min(plane.width - 1, Math.floor(((x + 0.5) * plane.width) / width));
      small.data[y * width + x] = soft.data[row + column] as number;
    }
  }
  return small;
}

/** Mean agreement of the product's edges with the picture's at a placement; edges outside the picture count as 0. */
export function matchEdges(
  { edges, scaleX, scaleY }: EdgePicture,
  points: EdgePoints,
  pose: Similarity,
): number {
  const { width, height, data } = edges;
  const scale = scaleOf(pose);
  const [cos, sin] = [pose.a / scale, pose.b / scale];
  const [cos2, sin2] = [cos * cos - sin * sin, 2 * cos * sin];
  let sum = 0;
  for (let i = 0; i < points.x.length; i++) {
    const px = points.x[i] as number;
    const py = points.y[i] as number;
    const x = (pose.a * px - pose.b * py + pose.x) * scaleX - 0.5;
    const y = (pose.b * px + pose.a * py + pose.y) * scaleY - 0.5;
    if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) continue;
    const left = Math.floor(x);
    const top = Math.floor(y);
    const [u, v] = [x - left, y - top];
    const at = (top * width + left) * 2;
    const below = at + width * 2;
    const e0 =
      (1 - v) * ((1 - u) * (data[at] as number) + u * (data[at + 2] as number)) +
      v * ((1 - u) * (data[below] as number) + u * (data[below + 2] as number));
    const e1 =
      (1 - v) * ((1 - u) * (data[at + 1] as number) + u * (data[at + 3] as number)) +
      v * ((1 - u) * (data[below + 1] as number) + u * (data[below + 3] as number));
    const c = points.cos[i] as number;
    const s = points.sin[i] as number;
    sum += (c * cos2 - s * sin2) * e0 + (s * cos2 + c * sin2) * e1;
  }
  return points.weight === 0 ? 0 : sum / points.weight;
}
