import type { ProductBody } from "../renderer/product/product-body.ts";
import { dot, type Point } from "./camera.ts";
import type { SceneLamp } from "./scene-files.ts";

// Rays from places of a scene toward its light, in the cells of a product's body.

/** Number of subsets of the directions. Neighboring cells use different ones, and together all of them. */
const turns = 16;
const raysPerCell = 6;

/**
 * Returns whether all of a lamp's rays from a position miss the body, or lead away from it. `position` is an array, because
 * numbers passed as arguments would be allocated.
 */
export function passes(ball: Ball, position: Float64Array, lamp: Lamp): boolean {
  const dx = ball.x - (position[0] as number);
  const dy = ball.y - (position[1] as number);
  const dz = -(position[2] as number);
  const distance = dx * dx + dy * dy + dz * dz;
  const { mean, spread } = lamp;
  const ahead = dx * mean[0] + dy * mean[1] + dz * mean[2];
  if (ahead < -ball.radius) return true;
  const reach = ball.radius + spread * Math.max(0, ahead);
  return distance - ahead * ahead > reach * reach;
}

/** Bounding sphere of the body, in its cells. */
interface Ball {
  x: number;
  y: number;
  radius: number;
}

export function ballAround({ width, height, reach }: ProductBody): Ball {
  return { x: width / 2, y: height / 2, radius: Math.hypot(width / 2, height / 2, reach) + 1 };
}

export interface Lamp {
  rays: Float32Array;
  mean: Point;
  spread: number;
}

/** Returns the share of the light of a turn's rays that the body blocks. Positional parameters: runs for thousands of places. */
export function blocked(body: ProductBody, position: Float64Array, rays: Float32Array, turn: number): number {
  const x = position[0] as number;
  const y = position[1] as number;
  const z = position[2] as number;
  const { width, height, depth, opacity, offset, reach } = body;
  const count = rays.length / (turns * 3);
  let hits = 0;
  const jitter = (turn + 0.5) / turns;
  for (let i = 0; i < count; i++) {
    const k = (i * turns + turn) * 3;
    const dx = rays[k] as number;
    const dy = rays[k + 1] as number;
    const dz = rays[k + 2] as number;
    // Interval of the ray inside the body's bounding box.
    let from = 0.3;
    let to = 1e6;
    const ax = -x / dx;
    const bx = (width - x) / dx;
    from = Math.max(from, Math.min(ax, bx));
    to = Math.min(to, Math.max(ax, bx));
    const ay = -y / dy;
    const by = (height - y) / dy;
    from = Math.max(from, Math.min(ay, by));
    to = Math.min(to, Math.max(ay, by));
    const az = (-reach - z) / dz;
    const bz = (reach - z) / dz;
    from = Math.max(from, Math.min(az, bz));
    to = Math.min(to, Math.max(az, bz));
    if (!(from < to)) continue;
    const step = Math.max(0.5, (to - from) / 28);
    for (let t = from + step * jitter; t < to; t += step) {
      const px = x + dx * t;
      const py = y + dy * t;
      if (px < 0 || px >= width || py < 0 || py >= height) continue;
      const cx = px | 0;
      const cy = py | 0;
      const cell = cy * width + cx;
      const half = depth[cell] as number;
      if (half > 0 && Math.abs(z + dz * t - (offset[cx] as number)) <= half) {
        hits += opacity === null ? 1 : (opacity[cell] as number);
        break;
      }
    }
  }
  return hits / count;
}

const awayFromZero = (value: number) => (Math.abs(value) < 1e-5 ? 1e-5 : value);

/** Directions toward a round lamp, spread evenly over all turns. */
export function directionsOf({ direction, angleDeg }: SceneLamp, toBody: (direction: Point) => Point): Lamp {
  const scaled = toBody(direction);
  const length = Math.hypot(...scaled);
  const mean: Point = [scaled[0] / length, scaled[1] / length, scaled[2] / length];
  const spread = Math.tan(((angleDeg / 2) * Math.PI) / 180);
  const side = unit(cross(mean, Math.abs(mean[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0]));
  const up = cross(side, mean);
  const count = turns * raysPerCell;
  const rays = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const r = spread * Math.sqrt((i + 0.5) / count);
    const angle = i * 2.399963;
    const [a, b] = [r * Math.cos(angle), r * Math.sin(angle)];
    const ray = unit([
      mean[0] + a * side[0] + b * up[0],
      mean[1] + a * side[1] + b * up[1],
      mean[2] + a * side[2] + b * up[2],
    ]);
    rays.set(ray.map(awayFromZero), i * 3);
  }
  return { rays, mean, spread };
}

/** Cosine-weighted directions over the upper half space (Fibonacci spiral). */
export function skyDirections(toBody: (direction: Point) => Point): Float32Array {
  const count = turns * raysPerCell;
  const rays = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const r = Math.sqrt((i + 0.5) / count);
    const angle = i * 2.399963;
    const up = Math.max(0.06, Math.sqrt(1 - r * r));
    rays.set(unit(toBody([r * Math.cos(angle), r * Math.sin(angle), up])).map(awayFromZero), i * 3);
  }
  return rays;
}

function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(a: Point): Point {
  const length = Math.sqrt(dot(a, a));
  return [a[0] / length, a[1] / length, a[2] / length];
}
