import { luminance } from "#lib/imaging/pixels/color.ts";
import { createField, type Field } from "#lib/imaging/pixels/field.ts";
import { clamp, percentile } from "#lib/imaging/pixels/numbers.ts";

/** The surface for the product in a painted scene; rows are shares of the picture's height. */
export interface Surface {
  /** Whether an edge behind the place was detected; otherwise the rows are the expected ones. */
  isSeen: boolean;
  /** Row of the surface's edge behind the product. */
  backY: number;
  /** Row of its edge in front; 1 when it continues beyond the picture. */
  frontY: number;
}

/** Blocks across the picture: most of them show an edge of the surface. */
const blockCount = 32;
/** Largest contribution of one block, so that a plant or a lamp alone is no edge. */
const mostOfBlock = 14;
/** Least strength of a row that counts as an edge. */
const leastEdge = 2.4;
/** Least strength of an edge, as a share of the strongest one. */
const comparable = 0.3;
/** Least height of a strip to stand on: the lower edge of a thinner one is a joint or a reflection. */
const leastDepth = 0.1;
/** Least coherence of the front edge, which belongs to one object: below it are veins, planks and shadows. */
const leastCoherence = 0.5;

/**
 * Finds the rows between which the surface around the planned place lies: edges across most of the picture, scored by
 * their distance from the requested rows. `scene` is linear light, 128 to 256 rows.
 */
export function findSurface(
  scene: Field,
  expected: { horizonY: number; groundY: number; left: number; right: number },
): Surface {
  const steps = stepsOfBlocks(scene);
  const strength = rowStrength(steps, scene.height);
  const level = percentile(strength, 0.5);
  const all = peaks(strength, scene.height)
    .map((row) => ({
      row,
      y: row / scene.height,
      strength: (strength[row] as number) - 0.6 * level,
      coherence: coherenceAt(steps, row),
    }))
    .filter((edge) => edge.strength >= leastEdge);
  const strongest = all.reduce((most, edge) => Math.max(most, edge.strength), 0);
  const edges = all.filter((edge) => edge.strength >= comparable * strongest);
  const { back, front } = likeliest(edges, scene, expected);
  if (!back) return { isSeen: false, backY: expected.horizonY, frontY: 1 };
  const blocks = {
    from: clamp(Math.floor(expected.left * blockCount), 0, blockCount - 1),
    to: clamp(Math.ceil(expected.right * blockCount), 1, blockCount),
  };
  return {
    isSeen: true,
    backY: rowAt(steps, back.row, blocks, 0.8) / scene.height,
    frontY: front ? rowAt(steps, front.row, blocks, 0.2) / scene.height : 1,
  };
}

interface Edge {
  row: number;
  y: number;
  strength: number;
  /** 1: the same change along the whole row … 0: changes in all directions, as in a texture or over shadows. */
  coherence: number;
}

/**
 * Chooses the two neighboring edges that most likely bound the surface for the product. The back edge scores by its
 * distance from the requested horizon, the front edge by being below the planned place. Tops of shelves and tables
 * are lit brighter than their fronts, so a strip under a brighter thin one is a front face.
 */
function likeliest(
  edges: readonly Edge[],
  scene: Field,
  { horizonY, groundY }: { horizonY: number; groundY: number },
): { back: Edge | null; front: Edge | null } {
  const brightness = (from: number, to: number) => meanBrightness(scene, from, to);
  let best: { back: Edge | null; front: Edge | null; score: number } = { back: null, front: null, score: 0 };
  for (const [index, back] of edges.entries()) {
    if (back.y < horizonY - 0.3 || back.y > 0.93) continue;
    const isFront = (edge: Edge) => edge.coherence >= leastCoherence && edge.y - back.y >= leastDepth;
    const front = edges.slice(index + 1).find(isFront) ?? null;
    const end = front?.y ?? 1;
    const before = edges.slice(0, index).findLast((edge) => edge.coherence >= leastCoherence);
    const own = brightness(back.y, end);
    const near = 0.15 + 0.85 * Math.exp(-0.5 * ((back.y - horizonY) / 0.16) ** 2);
    const missing = Math.max(0, groundY + 0.06 - end);
    const reaches = Math.exp(-0.5 * (missing / 0.13) ** 2);
    const isLit = !front || own > 0.95 * brightness(end, Math.min(1, end + 0.2));
    // At the planned place, a dark stone in front of which pale ground begins is still likely.
    const isAsked = back.y < groundY && end > groundY;
    const isFace =
      before !== undefined && back.y - before.y < 0.22 && brightness(before.y, back.y) > 1.15 * own;
    const score =
      Math.sqrt(back.strength) * near * reaches * (isLit ? 1 : isAsked ? 0.7 : 0.45) * (isFace ? 0.55 : 1);
    if (score > best.score) best = { back, front, score };
  }
  return best;
}

function meanBrightness({ width, height, data }: Field, from: number, to: number): number {
  const top = clamp(Math.floor(from * height), 0, height - 1);
  const bottom = clamp(Math.ceil(to * height), top + 1, height);
  let sum = 0;
  for (let i = top * width * 3; i < bottom * width * 3; i += 3) {
    sum += luminance([data[i] as number, data[i + 1] as number, data[i + 2] as number]);
  }
  return sum / ((bottom - top) * width);
}

/** Per row and block: magnitude (channel 0) and color (1–3) of the change from the rows above to those below. */
function stepsOfBlocks(scene: Field): Field {
  const { height } = scene;
  const sums = columnSums(scene);
  const reach = Math.max(2, Math.round(0.022 * height));
  const steps = createField(blockCount, height, 4);
  for (let y = 1; y < height; y++) {
    const above = Math.max(0, y - reach);
    const below = Math.min(height, y + reach);
    for (let b = 0; b < blockCount; b++) {
      let square = 0;
      for (let c = 0; c < 3; c++) {
        const at = (row: number) => sums[(row * blockCount + b) * 3 + c] as number;
        const change = (at(below) - at(y)) / (below - y) - (at(y) - at(above)) / (y - above);
        square += change * change;
        steps.data[(y * blockCount + b) * 4 + 1 + c] = change;
      }
      steps.data[(y * blockCount + b) * 4] = Math.sqrt(square);
    }
  }
  return steps;
}

// Running sums down the blocks of lightness and two color differences, in steps of equal visibility.
function columnSums({ width, height, data }: Field): Float64Array {
  const sums = new Float64Array((height + 1) * blockCount * 3);
  for (let y = 0; y < height; y++) {
    for (let b = 0; b < blockCount; b++) {
      const from = Math.floor((b * width) / blockCount);
      const to = Math.max(from + 1, Math.floor(((b + 1) * width) / blockCount));
      let [light, red, blue] = [0, 0, 0];
      for (let x = from; x < to; x++) {
        const at = (y * width + Math.min(x, width - 1)) * 3;
        const r = perceived(data[at] as number);
        const g = perceived(data[at + 1] as number);
        const bl = perceived(data[at + 2] as number);
        light += 0.3 * r + 0.6 * g + 0.1 * bl;
        red += 0.5 * (r - g);
        blue += 0.5 * (bl - g);
      }
      const per = 1 / (to - from);
      const at = ((y + 1) * blockCount + b) * 3;
      const before = (y * blockCount + b) * 3;
      sums[at] = (sums[before] as number) + light * per;
      sums[at + 1] = (sums[before + 1] as number) + red * per;
      sums[at + 2] = (sums[before + 2] as number) + blue * per;
    }
  }
  return sums;
}

// Logarithmic above a floor, so that an edge in a dark bar counts as much as one in a white kitchen.
function perceived(linear: number): number {
  return 25 * Math.log(linear + 0.015);
}

function rowStrength(steps: Field, height: number): Float32Array {
  const slack = Math.max(1, Math.round(0.012 * height));
  const strength = new Float32Array(height);
  for (let y = 0; y < height; y++) {
    let sum = 0;
    let sharing = 0;
    for (let b = 0; b < blockCount; b++) {
      let most = 0;
      for (let at = Math.max(0, y - slack); at <= Math.min(height - 1, y + slack); at++) {
        most = Math.max(most, steps.data[(at * blockCount + b) * 4] as number);
      }
      sum += Math.min(mostOfBlock, most);
      if (most > leastEdge) sharing++;
    }
    strength[y] = (sum / blockCount) * (sharing / blockCount);
  }
  return strength;
}

function peaks(strength: Float32Array, height: number): number[] {
  const apart = Math.max(2, Math.round(0.025 * height));
  const found: number[] = [];
  for (let y = Math.round(0.1 * height); y < height - 2; y++) {
    const here = strength[y] as number;
    let isPeak = true;
    for (let at = Math.max(0, y - apart); at <= Math.min(height - 1, y + apart); at++) {
      const other = strength[at] as number;
      if (other > here || (other === here && at < y)) isPeak = false;
    }
    if (isPeak) found.push(y);
  }
  return found;
}

/** Row of the edge at the product: the percentile `share` of the rows found in its blocks. */
function rowAt(steps: Field, row: number, blocks: { from: number; to: number }, share: number): number {
  const rows: number[] = [];
  for (let block = blocks.from; block < blocks.to; block++) rows.push(ownRow(steps, row, block));
  return rows.length === 0 ? row : percentile(rows, share);
}

/** The row near the edge's in which this block changes most. */
function ownRow(steps: Field, row: number, block: number): number {
  const reach = Math.max(1, Math.round(0.03 * steps.height));
  const change = (y: number) => steps.data[(y * blockCount + block) * 4] as number;
  let best = row;
  for (let y = Math.max(0, row - reach); y <= Math.min(steps.height - 1, row + reach); y++) {
    if (change(y) > change(best)) best = y;
  }
  return best;
}

function coherenceAt(steps: Field, row: number): number {
  const sum = [0, 0, 0];
  let total = 1e-6;
  for (let block = 0; block < blockCount; block++) {
    const at = (ownRow(steps, row, block) * blockCount + block) * 4;
    total += steps.data[at] as number;
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + (steps.data[at + 1 + c] as number);
  }
  return Math.hypot(...sum) / total;
}
