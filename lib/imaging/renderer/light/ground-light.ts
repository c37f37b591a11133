import { blurField, createField, type Field } from "#lib/imaging/pixels/field.ts";
import { clamp, smoothstep } from "#lib/imaging/pixels/numbers.ts";
import type { ProductInFrame } from "#lib/imaging/renderer/product/contact.ts";
import { inflate, type ProductBody } from "#lib/imaging/renderer/product/product-body.ts";
import type { Light } from "#lib/imaging/renderer/scene/scene.ts";

/** Light that reaches the ground around the product, per cell of a coarse grid over the whole frame. */
export interface GroundLight {
  /** Channel 0: share of the key light that arrives; channel 1: share of the ambient light. */
  field: Field;
  /** First row, in pixels of the frame, in which light is blocked. */
  firstY: number;
}

const variants = Array.from({ length: 16 }, (_, i) => (i + 0.5) / 16);
// Ordered dither matrix: neighboring cells use directions that are far apart.
const order = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/**
 * Casts rays from the ground to the lamp and the sky against the product, whose outline is given the thickness of a
 * body of revolution. `cell` is the side of a cell in pixels of the frame; `detail` scales the blur to the number of
 * cells.
 */
export function castGroundLight(
  product: ProductInFrame,
  light: Light,
  { cell, detail = 1 }: { cell: number; detail?: number },
): GroundLight {
  const { contact, frame } = product;
  const columns = Math.ceil(frame.width / cell);
  const rows = Math.ceil(frame.height / cell);
  const field = createField(columns, rows, 2);
  field.data.fill(1);
  const body = inflate(product, cell);
  const pitchSin = contact.pitchSin;
  const groundRow = (contact.groundY + frame.top) / cell;
  const backRow = (contact.backY + frame.top) / cell;
  const leftCell = frame.left / cell;
  const keys = variants.map((turn) => raysOf(lampDirections(light, 12, turn)));
  const skies = variants.map((turn) => raysOf(skyDirections(16, turn)));
  // Shadows that fall backwards fade out where the ground would turn into the wall.
  const firstRow = Math.max(0, Math.floor(backRow - 0.3 * Math.min(columns, rows)));
  for (let y = firstRow; y < rows; y++) {
    const z = (y + 0.5 - groundRow) / pitchSin;
    const kept = smoothstep(firstRow, firstRow + 0.22 * Math.min(columns, rows), y);
    for (let x = 0; x < columns; x++) {
      const px = x + 0.5 - leftCell;
      // Each cell of a 4 × 4 square uses directions of its own; the blur afterwards combines them.
      const variant = order[(y & 3) * 4 + (x & 3)] as number;
      const turn = variants[variant] as number;
      const at = (y * columns + x) * 2;
      field.data[at] = 1 - kept * (1 - visible(body, px, z, keys[variant] as Float32Array, turn));
      field.data[at + 1] = 1 - kept * (1 - visible(body, px, z, skies[variant] as Float32Array, turn));
    }
  }
  const softened = soften(field, {
    groundRow,
    backRow,
    center: leftCell + body.width / 2,
    span: body.width,
    detail,
  });
  return { field: softened, firstY: firstRow * cell };
}

interface Softening {
  groundRow: number;
  /** The ground's row under the product that is furthest back. */
  backRow: number;
  /** Column of the product's center, and its width, in cells. */
  center: number;
  span: number;
  detail: number;
}

// Penumbras widen with the distance from the product, and so does the blur that hides the samples.
function soften(field: Field, { groundRow, backRow, center, span, detail }: Softening): Field {
  const wide = blurField({ ...field, data: field.data.slice() }, 6 * detail, 3 * detail);
  blurField(field, Math.max(1, 1.5 * detail), Math.max(1, 1.4 * detail));
  for (let y = 0; y < field.height; y++) {
    for (let x = 0; x < field.width; x++) {
      const dx = Math.max(0, Math.abs(x + 0.5 - center) - span * 0.35) / span;
      const dy = (Math.max(y + 0.5 - groundRow, backRow - y - 0.5, 0) * 3) / span;
      const share = smoothstep(0.15, 0.75, Math.hypot(dx, dy * 0.7));
      for (let c = 0; c < 2; c++) {
        const at = (y * field.width + x) * 2 + c;
        const near = field.data[at] as number;
        field.data[at] = near + ((wide.data[at] as number) - near) * share;
      }
    }
  }
  return field;
}

/** Numbers per ray: distance sideways and toward the camera per cell up, their inverses, and the least step up. */
const rayLength = 5;

function raysOf(directions: Float32Array): Float32Array {
  const rays = new Float32Array((directions.length / 3) * rayLength);
  for (let i = 0, at = 0; i < directions.length; i += 3, at += rayLength) {
    const up = directions[i + 1] as number;
    const sx = awayFromZero((directions[i] as number) / up);
    const sz = awayFromZero((directions[i + 2] as number) / up);
    rays.set([sx, sz, 1 / sx, 1 / sz, 0.9 / Math.max(1, Math.abs(sx), Math.abs(sz))], at);
  }
  return rays;
}

function awayFromZero(slope: number): number {
  return Math.abs(slope) < 1e-6 ? 1e-6 : slope;
}

// Share of the light that passes the body; x and z in cells, z towards the camera. Positional parameters, because it
// runs twice for each cell.
function visible(body: ProductBody, x: number, z: number, rays: Float32Array, turn: number): number {
  const { width, height, depth, opacity, offset, reach, lookedAt } = body;
  let blocked = 0;
  for (let at = 0; at < rays.length; at += rayLength) {
    const sx = rays[at] as number;
    const sz = rays[at + 1] as number;
    // Interval of the ray inside the box around the body, as heights above ground.
    const left = -x * (rays[at + 2] as number);
    const right = (width - x) * (rays[at + 2] as number);
    const back = (-lookedAt - z) * (rays[at + 3] as number);
    const front = (lookedAt - z) * (rays[at + 3] as number);
    const from = Math.max(0.15, Math.min(left, right), Math.min(back, front));
    const to = Math.min(height, Math.max(left, right), Math.max(back, front));
    const step = Math.max(0.35, (to - from) / 24, rays[at + 4] as number);
    // Skips the samples that are in front of the whole body, or behind it.
    const oneSide = (-reach - z) * (rays[at + 3] as number);
    const otherSide = (reach - z) * (rays[at + 3] as number);
    const missed = Math.ceil((Math.min(oneSide, otherSide) - from) / step - turn);
    const end = Math.min(to, Math.max(oneSide, otherSide));
    for (let h = from + step * (turn + Math.max(0, missed)); h < end; h += step) {
      const cx = Math.floor(x + sx * h);
      if (cx < 0 || cx >= width) continue;
      const cell = Math.floor(h) * width + cx;
      const thickness = depth[cell] as number;
      if (thickness > 0 && Math.abs(z + sz * h - (offset[cx] as number)) <= thickness) {
        blocked += opacity === null ? 1 : (opacity[cell] as number);
        break;
      }
    }
  }
  return 1 - (blocked * rayLength) / rays.length;
}

/** Directions toward points of a round lamp: x right, y up, z towards the camera, three numbers each. */
export function lampDirections(light: Light, count: number, turn: number): Float32Array {
  const azimuth = (light.azimuthDeg * Math.PI) / 180;
  const elevation = (clamp(light.elevationDeg, 12, 88) * Math.PI) / 180;
  const radius = Math.tan(((1.5 + 26 * light.softness) * Math.PI) / 180);
  const forward = [
    Math.sin(azimuth) * Math.cos(elevation),
    Math.sin(elevation),
    Math.cos(azimuth) * Math.cos(elevation),
  ] as const;
  const side = [Math.cos(azimuth), 0, -Math.sin(azimuth)] as const;
  const up = [
    forward[1] * side[2] - forward[2] * side[1],
    forward[2] * side[0] - forward[0] * side[2],
    forward[0] * side[1] - forward[1] * side[0],
  ] as const;
  const directions = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const r = radius * Math.sqrt((i + turn) / count);
    const angle = (i + turn) * 2.399963 + turn * 2 * Math.PI;
    const a = r * Math.cos(angle);
    const b = r * Math.sin(angle);
    for (let k = 0; k < 3; k++) {
      directions[i * 3 + k] = (forward[k] as number) + a * (side[k] as number) + b * (up[k] as number);
    }
    // A large, low lamp must not shine from below the ground.
    directions[i * 3 + 1] = Math.max(0.12, directions[i * 3 + 1] as number);
  }
  return directions;
}

/** Cosine-weighted directions over the upper half space (Fibonacci spiral). */
export function skyDirections(count: number, turn: number): Float32Array {
  const directions = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const r = Math.sqrt((i + turn) / count);
    const angle = (i + turn) * 2.399963 + turn * 2 * Math.PI;
    directions[i * 3] = r * Math.cos(angle);
    directions[i * 3 + 1] = Math.max(0.08, Math.sqrt(1 - r * r));
    directions[i * 3 + 2] = r * Math.sin(angle);
  }
  return directions;
}
