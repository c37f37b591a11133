import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { drawCutOut } from "./drawn-products.ts";

/** Solids in perspective, of convex parts: where they touch the ground is known. */

export type Point = readonly [number, number, number];
export type Rgb = readonly [number, number, number];
type Place = readonly [number, number];

/** A convex part of a product: the hull of its points. */
export interface Part {
  points: readonly Point[];
  color: Rgb;
  /** Whether this part touches the ground. */
  isFoot?: boolean;
}

export interface DrawnSolid {
  product: ProductCutOut;
  /** Where its feet are seen to touch the ground, in its pixels. */
  feet: { x: number; y: number }[];
}

export interface Seen {
  /** How far it is turned away from its side view. */
  yawDeg: number;
  pitchDeg: number;
}

const frame = { width: 640, height: 640 } as const;
/** Distance of the camera, in the product's longest extents. */
const distance = 3.2;

export function drawSolid(solid: readonly Part[], { yawDeg, pitchDeg }: Seen): DrawnSolid {
  const project = cameraOf(solid, { yawDeg, pitchDeg });
  const parts = solid.map((part) => {
    const seen = part.points.map(project);
    return { ...part, seen, depth: seen.reduce((sum, { depth }) => sum + depth, 0) / seen.length };
  });
  const layers = parts
    .toSorted((a, b) => b.depth - a.depth)
    .map(({ seen, color }) => ({ outline: hullOf(seen.map(({ x, y }) => [x, y] as const)), color }));
  const pixels = new Float32Array(frame.width * frame.height * 4);
  for (const layer of layers) fill(pixels, layer);
  const product = drawCutOut(frame.width, frame.height, (x, y) => {
    const at = (y * frame.width + x) * 4;
    const alpha = pixels[at + 3] as number;
    if (alpha < 0.004) return null;
    const [r, g, b] = [0, 1, 2].map((c) => Math.round((pixels[at + c] as number) / alpha)) as [
      number,
      number,
      number,
    ];
    return [r, g, b, Math.round(alpha * 255)];
  });
  const feet = parts.flatMap(({ isFoot, points, seen }) => {
    if (!isFoot) return [];
    const ground = seen.filter((_, i) => (points[i]?.[2] ?? 1) < 0.02).map(({ x, y }): Place => [x, y]);
    const columns = ground.map(([x]) => x);
    const [from, to] = [Math.min(...columns), Math.max(...columns)];
    // A single foot touches the ground below its middle, a sole along its front.
    const shares = to - from > longFoot * frame.width ? [0.15, 0.5, 0.85] : [0.5];
    return shares.map((share) => ({
      x: from + share * (to - from),
      y: frontAt(hullOf(ground), from + share * (to - from)),
    }));
  });
  // What the product itself hides is not seen to touch anything.
  const isSeen = ({ x, y }: { x: number; y: number }) => {
    const rows = Array.from({ length: frame.height }, (_, row) => row).slice(Math.round(y) + 6);
    return rows.every((row) => (pixels[(row * frame.width + Math.round(x)) * 4 + 3] ?? 0) < 0.5);
  };
  return { product, feet: feet.filter(isSeen) };
}

/** From this width on, as a share of the frame's, a foot is a sole. */
const longFoot = 0.12;

/** The lowest row of a convex area in a column. */
function frontAt(outline: readonly Place[], x: number): number {
  const across = outline.map(([u, v]): Place => [v, u]);
  return spanAt(across, x)?.[1] ?? 0;
}

function cameraOf(parts: readonly Part[], { yawDeg, pitchDeg }: Seen) {
  const all = parts.flatMap(({ points }) => points);
  const extent = Math.max(
    ...[0, 1, 2].map((i) => Math.max(...all.map((p) => p[i] ?? 0)) - Math.min(...all.map((p) => p[i] ?? 0))),
  );
  const tall = Math.max(...all.map((p) => p[2]));
  const depthOfAll = (Math.min(...all.map((p) => p[1])) + Math.max(...all.map((p) => p[1]))) / 2;
  const [yaw, pitch] = [(yawDeg * Math.PI) / 180, (pitchDeg * Math.PI) / 180];
  const away = distance * extent;
  const focal = 0.6 * frame.width * distance;
  return ([px, py, pz]: Point) => {
    const [x, y, z] = [px, py - depthOfAll, pz - tall / 2];
    const right = x * Math.cos(yaw) - y * Math.sin(yaw);
    const back = x * Math.sin(yaw) + y * Math.cos(yaw);
    const depth = away + back * Math.cos(pitch) - z * Math.sin(pitch);
    const up = back * Math.sin(pitch) + z * Math.cos(pitch);
    return {
      x: frame.width / 2 + (focal * right) / depth,
      y: frame.height / 2 - (focal * up) / depth,
      depth,
    };
  };
}

/** Convex hull (Andrew's monotone chain). */
function hullOf(points: readonly Place[]): Place[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly Place[]) => {
    const chain: Place[] = [];
    for (const p of list) {
      while (chain.length > 1) {
        const [a, b] = [chain.at(-2) as Place, chain.at(-1) as Place];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

const subRows = 4;

/** Lays a convex area over the pixels (premultiplied color, and coverage), darker towards its lower end. */
function fill(pixels: Float32Array, { outline, color }: { outline: readonly Place[]; color: Rgb }): void {
  const rows = outline.map(([, y]) => y);
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  for (let y = Math.max(0, Math.floor(top)); y <= Math.min(frame.height - 1, Math.floor(bottom)); y++) {
    const covered = new Float32Array(frame.width);
    for (let sub = 0; sub < subRows; sub++) {
      const span = spanAt(outline, y + (sub + 0.5) / subRows);
      if (!span) continue;
      for (let x = Math.max(0, Math.floor(span[0])); x < Math.min(frame.width, span[1]); x++) {
        covered[x] =
          (covered[x] as number) + Math.max(0, Math.min(x + 1, span[1]) - Math.max(x, span[0])) / subRows;
      }
    }
    const light = 1.08 - (0.34 * (y - top)) / Math.max(1, bottom - top);
    for (let x = 0; x < frame.width; x++) {
      const share = Math.min(1, covered[x] as number);
      if (share === 0) continue;
      const at = (y * frame.width + x) * 4;
      for (const c of [0, 1, 2] as const)
        pixels[at + c] = (pixels[at + c] as number) * (1 - share) + Math.min(255, color[c] * light) * share;
      pixels[at + 3] = (pixels[at + 3] as number) * (1 - share) + share;
    }
  }
}

function spanAt(outline: readonly Place[], row: number): [number, number] | null {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length] as Place;
    if (a[1] <= row === b[1] <= row) return;
    const x = a[0] + ((row - a[1]) * (b[0] - a[0])) / (b[1] - a[1]);
    from = Math.min(from, x);
    to = Math.max(to, x);
  });
  return from < to ? [from, to] : null;
}
