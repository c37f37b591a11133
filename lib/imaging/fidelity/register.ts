import type { Size } from "#lib/contract/photos/sizes.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { leastRelativeSize, mostRelativeSize, mostTurnDeg } from "./bounds.ts";
import { type EdgePicture, type EdgePoints, edgePicture, matchEdges, pointsAtSizes } from "./edges.ts";
import type { EditedPicture } from "./pictures.ts";
import { type Similarity, scaleOf, turnOfDeg } from "./similarity.ts";

/** A placement of the product, and the agreement of its edges there, −1..1. */
export interface Candidate {
  pose: Similarity;
  score: number;
}

/** Per level: longest side of the edited picture, edge points compared, and placements kept for the next level. */
const levels = [
  { side: 96, points: 140, kept: 24 },
  { side: 192, points: 260, kept: 8 },
  { side: 384, points: 500, kept: 3 },
] as const;
/** Steps of the first search: pixels, relative size, degrees. */
const firstStep = 2;
const sizeStep = 1.08;
const turnStepDeg = 4;
/** Least side, in pixels of the first level, of a product: a smaller one has no detail. */
const leastSide = 10;

/**
 * Searches the product in the edited picture by the directions of its edges, from coarse to fine. Returns the best
 * placements, best first.
 */
export async function findProduct(product: ProductCutOut, edited: EditedPicture): Promise<Candidate[]> {
  const pointsOf = await pointsAtSizes(product);
  const range = sizeRange(product, edited);
  let candidates: Candidate[] = [];
  for (const [index, level] of levels.entries()) {
    const picture = await edgePicture(edited, level.side);
    const levelScale = Math.sqrt(picture.scaleX * picture.scaleY);
    const evaluate = (pose: Similarity) => {
      const scale = scaleOf(pose);
      if (
        scale < range.least * 0.95 ||
        scale > range.most * 1.05 ||
        Math.abs(turnOfDeg(pose)) > mostTurnDeg + 2
      ) {
        return -1;
      }
      return matchEdges(picture, pointsOf(scale * levelScale, level.points), pose);
    };
    if (index === 0) candidates = searchEverywhere({ range, box: product.box, picture, pointsOf });
    const reach = 1.2 / levelScale;
    const climbed = candidates.map(({ pose }) => climb(pose, reach, product.box, evaluate));
    candidates = distinct(climbed, product.box).slice(0, level.kept);
  }
  return candidates;
}

/** Scales at which the product is searched, in pixels of the edited picture per pixel of the product. */
interface SizeRange {
  least: number;
  most: number;
}

/** Scales around that at which the product has the same share of the edited picture as of its own. */
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
        found.push({ pose: { a, b, x: x / scaleX, y: y / scaleY }, score });
      }
    }
  }
  return distinct(found, box);
}

/**
 * Returns the two best positions of a product of known scale and rotation, in pixels of the level, trying every other
 * pixel. A position is skipped when the first quarter of its edges agrees by less than half of `floor`.
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

/** Scales and rotates the edge points to offsets from a pixel of the level. */
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

/** Climbs from a placement in shrinking steps; `reach` is the first one, in pixels of the edited picture. */
function climb(
  start: Similarity,
  reach: number,
  box: Size,
  evaluate: (pose: Similarity) => number,
): Candidate {
  let best: Candidate = { pose: start, score: evaluate(start) };
  const radius = Math.max(box.width, box.height) / 2;
  for (let step = reach; step > reach / 5; step /= 2) {
    for (let round = 0; round < 6; round++) {
      const before = best.score;
      for (const pose of neighbors(best.pose, step, radius)) {
        const score = evaluate(pose);
        if (score > best.score) best = { pose, score };
      }
      if (best.score <= before) break;
    }
  }
  return best;
}

/** Moves, scales and rotates a placement such that no point of the product moves farther than about `step`. */
function* neighbors(pose: Similarity, step: number, radius: number): Generator<Similarity> {
  const share = step / (radius * scaleOf(pose));
  const { a, b, x, y } = pose;
  yield { a, b, x: x + step, y };
  yield { a, b, x: x - step, y };
  yield { a, b, x, y: y + step };
  yield { a, b, x, y: y - step };
  yield { a: a * (1 + share), b: b * (1 + share), x, y };
  yield { a: a * (1 - share), b: b * (1 - share), x, y };
  yield { a: a - b * share, b: b + a * share, x, y };
  yield { a: a + b * share, b: b - a * share, x, y };
}

/** Sorts best first, and drops candidates that are almost the same as a better one. */
function distinct(candidates: Candidate[], box: Size): Candidate[] {
  const radius = Math.max(box.width, box.height) / 2;
  const kept: Candidate[] = [];
  for (const candidate of [...candidates].sort((one, two) => two.score - one.score)) {
    const isNew = kept.every(({ pose: other }) => {
      const { pose } = candidate;
      const reach = radius * scaleOf(other);
      const moved = Math.hypot(pose.x - other.x, pose.y - other.y);
      const grown = radius * Math.hypot(pose.a - other.a, pose.b - other.b);
      return moved + grown > 0.05 * reach;
    });
    if (isNew) kept.push(candidate);
    if (kept.length >= 60) break;
  }
  return kept;
}
