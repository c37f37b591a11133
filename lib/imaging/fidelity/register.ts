import type { Size } from "#lib/imaging/matting/open-picture.ts";
import { spreadKnown } from "#lib/imaging/matting/pull-push.ts";
import { blurField, clamp, createField, type Field } from "#lib/imaging/renderer/field.ts";
import type { ProductCutOut } from "#lib/imaging/renderer/product.ts";
import { leastRelativeSize, mostRelativeSize, mostTurnDeg } from "./bounds.ts";
import { edgeDirections } from "./gradients.ts";
import { type EditedPicture, fitInside, lumaOf, type ProductView, viewProduct } from "./pictures.ts";
import { type Similarity, scaleOf, turnOfDeg } from "./similarity.ts";

/** A place of the product with the share of its edges that were found there, −1..1. */
export interface Candidate {
  place: Similarity;
  score: number;
}

/** Longest side of the edited picture at each level, the edge points looked at, and the places taken to the next. */
const levels = [
  { side: 96, points: 140, kept: 24 },
  { side: 192, points: 260, kept: 8 },
  { side: 384, points: 500, kept: 3 },
] as const;
/** Steps of the first search: pixels, relative size, degrees. */
const firstStep = 2;
const sizeStep = 1.08;
const turnStepDeg = 4;
/** A product smaller than this at the first level shows nothing. */
const leastSide = 10;

/** Points on the product's edges, in its own pixels from the middle of its box, with the edge's doubled direction. */
interface EdgePoints {
  x: Float32Array;
  y: Float32Array;
  cos: Float32Array;
  sin: Float32Array;
  weight: number;
}

/** A level's picture of edges, and how its pixels relate to the edited picture's. */
interface EdgePicture {
  edges: Field;
  scaleX: number;
  scaleY: number;
}

/**
 * Searches the product in the edited picture by the directions of its edges, from coarse to fine. Returns the best
 * places, best first.
 */
export async function findProduct(product: ProductCutOut, edited: EditedPicture): Promise<Candidate[]> {
  const view = await viewProduct(product, 384);
  const pointsOf = pointsAtSizes(product, view);
  const range = sizeRange(product, edited);
  let candidates: Candidate[] = [];
  for (const [index, level] of levels.entries()) {
    const picture = await edgePicture(edited, level.side);
    const levelScale = Math.sqrt(picture.scaleX * picture.scaleY);
    const evaluate = (place: Similarity) => {
      const scale = scaleOf(place);
      if (
        scale < range.least * 0.95 ||
        scale > range.most * 1.05 ||
        Math.abs(turnOfDeg(place)) > mostTurnDeg + 2
      ) {
        return -1;
      }
      return matchEdges(picture, pointsOf(scale * levelScale, level.points), place);
    };
    if (index === 0) candidates = searchEverywhere({ range, box: product.box, picture, pointsOf });
    const reach = 1.2 / levelScale;
    const climbed = candidates.map(({ place }) => climb(place, reach, product.box, evaluate));
    candidates = distinct(climbed, product.box).slice(0, level.kept);
  }
  return candidates;
}

async function edgePicture(edited: EditedPicture, side: number): Promise<EdgePicture> {
  const size = fitInside(edited, side);
  const luma = lumaOf(await edited.read(size), size);
  const edges = blurField(edgeDirections(luma), 0.8);
  return { edges, scaleX: size.width / edited.width, scaleY: size.height / edited.height };
}

/** Edge points of the product as it looks at a given scale, made once for each half octave. */
function pointsAtSizes(product: ProductCutOut, view: ProductView) {
  const made = new Map<string, EdgePoints>();
  const luma = lumaOf(view.rgb, view);
  const pixels = {
    ...sizeOf(view),
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
  // The strongest point of each cell, so that they lie all over the product.
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
  // Every seventh, then the next ones: the first of them already lie all over the product.
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

/** Makes a plane `shrink` times smaller: blurred, then read at every so many pixels. */
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

/** Mean agreement of the product's edges with the picture's at a place; edges outside of the picture count as none. */
function matchEdges({ edges, scaleX, scaleY }: EdgePicture, points: EdgePoints, place: Similarity): number {
  const { width, height, data } = edges;
  const scale = scaleOf(place);
  const [cos, sin] = [place.a / scale, place.b / scale];
  const [cos2, sin2] = [cos * cos - sin * sin, 2 * cos * sin];
  let sum = 0;
  for (let i = 0; i < points.x.length; i++) {
    const px = points.x[i] as number;
    const py = points.y[i] as number;
    const x = (place.a * px - place.b * py + place.x) * scaleX - 0.5;
    const y = (place.b * px + place.a * py + place.y) * scaleY - 0.5;
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

/** Scales (pixels of the edited picture for one of the product's) at which the product is searched. */
interface SizeRange {
  least: number;
  most: number;
}

/** By the product's size relative to its own picture, both as roots of areas. */
function sizeRange({ box, width, height }: ProductCutOut, edited: Size): SizeRange {
  const side = Math.max(box.width, box.height);
  const longer = Math.max(edited.width, edited.height);
  const expected = side * Math.sqrt((edited.width * edited.height) / (width * height));
  const most = Math.min(expected * mostRelativeSize, 1.15 * longer);
  const least = Math.max(expected * leastRelativeSize, (leastSide * longer) / levels[0].side);
  return { least: Math.min(least, most) / side, most: most / side };
}

interface Search {
  range: SizeRange;
  box: Size;
  picture: EdgePicture;
  pointsOf: (scale: number, count: number) => EdgePoints;
}

function searchEverywhere({ range, box, picture, pointsOf }: Search): Candidate[] {
  const { scaleX, scaleY } = picture;
  const levelScale = Math.sqrt(scaleX * scaleY);
  let floor = 0;
  const found: Candidate[] = [];
  for (let scale = range.least; scale <= range.most * 1.001; scale *= sizeStep) {
    const points = pointsOf(scale * levelScale, levels[0].points);
    for (let turnDeg = -mostTurnDeg; turnDeg <= mostTurnDeg; turnDeg += turnStepDeg) {
      const angle = (turnDeg * Math.PI) / 180;
      const [a, b] = [scale * Math.cos(angle), scale * Math.sin(angle)];
      const best = bestPlaces(picture, points, { a, b, floor });
      for (const { x, y, score } of best) {
        floor = Math.max(floor, score);
        found.push({ place: { a, b, x: x / scaleX, y: y / scaleY }, score });
      }
    }
  }
  return distinct(found, box);
}

/**
 * The two best places of a product of known size and turn, in pixels of the level; every other pixel is tried. A place
 * whose first edges agree by less than half of `floor` is left.
 */
function bestPlaces(
  picture: EdgePicture,
  points: EdgePoints,
  { a, b, floor }: { a: number; b: number; floor: number },
) {
  const { width, height, data } = picture.edges;
  const { offsetX, offsetY, cos, sin } = turnPoints(picture, points, { a, b });
  const count = offsetX.length;
  const first = count >> 2;
  const scale = 1 / Math.max(1e-6, points.weight);
  let [best, second] = [
    { x: 0, y: 0, score: 0 },
    { x: 0, y: 0, score: 0 },
  ];
  for (let y = 0; y < height; y += firstStep) {
    for (let x = 0; x < width; x += firstStep) {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        if (i === first && sum < 0.5 * floor * points.weight * 0.25) break;
        const column = x + (offsetX[i] as number);
        const row = y + (offsetY[i] as number);
        if (column < 0 || row < 0 || column >= width || row >= height) continue;
        const at = (row * width + column) * 2;
        sum += (cos[i] as number) * (data[at] as number) + (sin[i] as number) * (data[at + 1] as number);
      }
      const score = sum * scale;
      if (score <= second.score) continue;
      const isNear = Math.abs(x - best.x) + Math.abs(y - best.y) <= 6;
      if (score > best.score) {
        if (!isNear) second = best;
        best = { x, y, score };
      } else if (!isNear) second = { x, y, score };
    }
  }
  return [best, second];
}

/** The edge points as they lie around a pixel of the level, scaled and turned. */
function turnPoints({ scaleX, scaleY }: EdgePicture, points: EdgePoints, { a, b }: { a: number; b: number }) {
  const count = points.x.length;
  const turned = {
    offsetX: new Int32Array(count),
    offsetY: new Int32Array(count),
    cos: new Float32Array(count),
    sin: new Float32Array(count),
  };
  const square = a * a + b * b;
  const [cos2, sin2] = [(a * a - b * b) / square, (2 * a * b) / square];
  for (let i = 0; i < count; i++) {
    const [px, py] = [points.x[i] as number, points.y[i] as number];
    turned.offsetX[i] = Math.round((a * px - b * py) * scaleX - 0.5);
    turned.offsetY[i] = Math.round((b * px + a * py) * scaleY - 0.5);
    turned.cos[i] = (points.cos[i] as number) * cos2 - (points.sin[i] as number) * sin2;
    turned.sin[i] = (points.sin[i] as number) * cos2 + (points.cos[i] as number) * sin2;
  }
  return turned;
}

/** Goes uphill from a place, in steps that get smaller: `reach` is the first one, in pixels of the edited picture. */
function climb(
  start: Similarity,
  reach: number,
  box: Size,
  evaluate: (place: Similarity) => number,
): Candidate {
  let best: Candidate = { place: start, score: evaluate(start) };
  const radius = Math.max(box.width, box.height) / 2;
  for (let step = reach; step > reach / 5; step /= 2) {
    for (let round = 0; round < 6; round++) {
      const before = best.score;
      for (const place of neighbors(best.place, step, radius)) {
        const score = evaluate(place);
        if (score > best.score) best = { place, score };
      }
      if (best.score <= before) break;
    }
  }
  return best;
}

/** Moved, scaled and turned by so much that nothing of the product goes farther than about `step`. */
function* neighbors(place: Similarity, step: number, radius: number): Generator<Similarity> {
  const share = step / (radius * scaleOf(place));
  const { a, b, x, y } = place;
  yield { a, b, x: x + step, y };
  yield { a, b, x: x - step, y };
  yield { a, b, x, y: y + step };
  yield { a, b, x, y: y - step };
  yield { a: a * (1 + share), b: b * (1 + share), x, y };
  yield { a: a * (1 - share), b: b * (1 - share), x, y };
  yield { a: a - b * share, b: b + a * share, x, y };
  yield { a: a + b * share, b: b - a * share, x, y };
}

/** Best first, without those that say about the same as a better one. */
function distinct(candidates: Candidate[], box: Size): Candidate[] {
  const radius = Math.max(box.width, box.height) / 2;
  const kept: Candidate[] = [];
  for (const candidate of [...candidates].sort((one, two) => two.score - one.score)) {
    const isNew = kept.every(({ place: other }) => {
      const { place } = candidate;
      const reach = radius * scaleOf(other);
      const moved = Math.hypot(place.x - other.x, place.y - other.y);
      const grown = radius * Math.hypot(place.a - other.a, place.b - other.b);
      return moved + grown > 0.05 * reach;
    });
    if (isNew) kept.push(candidate);
    if (kept.length >= 60) break;
  }
  return kept;
}

function sizeOf({ width, height }: Size): Size {
  return { width, height };
}
