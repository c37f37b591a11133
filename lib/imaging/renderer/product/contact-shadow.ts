import { blurField, createField, type Field } from "#lib/imaging/pixels/field.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import type { Frame } from "#lib/imaging/renderer/set/stage.ts";
import type { Contact } from "./contact.ts";

/** Thickness of what touches the ground, in reaches, from which on its contact shadow has the full reach. */
const fullAt = 2.5;
/** Least reach of the contact shadow, as a share: under a wire. */
const leastReach = 0.3;
/** Darkness of the line of contact, and of ground that is wholly covered by the product's lowest part. */
const darkness = { line: 0.74, covered: 1 } as const;
/** Height of the lower edge over the ground, in thicknesses of the product, at which its effect falls to 1/e. */
const lifted = 0.6;
/** Distance in reaches over which columns are blended. */
const blended = 1.5;
/** Depth of the product's lowest part, in thicknesses. */
const deep = 1;

interface ShadowOptions {
  /** Width in pixels of the line of contact. */
  reach: number;
  /** Sine of the downward pitch at which the ground is seen. */
  pitchSin: number;
}

/**
 * Darkness (0..1) of the ground at the product's contact: a thin line where they touch, and what the product's lowest
 * part covers of the light from above. A thin part darkens less ground than a thick one.
 */
export function contactShadow(contact: Contact, frame: Frame, { reach, pitchSin }: ShadowOptions): Field {
  const field = createField(frame.width, frame.height, 1);
  const { bottom, weight, thickness } = contact;
  if (weight.every((value) => value < 0.01)) return field;
  const pad = Math.ceil(3 * reach);
  // Per column: weight, and the row and the reach at it, each times the weight.
  const line = createField(bottom.length + 2 * pad, 1, 3);
  for (let i = 0; i < bottom.length; i++) {
    const own = weight[i] as number;
    const share = clamp((thickness[i] as number) / (fullAt * reach), leastReach, 1);
    line.data.set([own, own * (bottom[i] as number), own * share * reach], (i + pad) * 3);
  }
  const soft = blurField({ ...line, data: line.data.slice() }, 0.7 * reach, 0);
  coverGround(field, contact, frame, { reach, pitchSin });
  for (let i = 0; i < line.width; i++) {
    const x = i - pad + frame.left;
    const touches = soft.data[i * 3] as number;
    if (touches < 0.01 || x < 0 || x >= frame.width) continue;
    // Beside the contact, the line continues its row.
    const own = line.data[i * 3] as number;
    const beside = (soft.data[i * 3 + 1] as number) / touches;
    const row = own > 0.01 ? beside + ((bottom[i - pad] as number) - beside) * Math.min(1, own * 2) : beside;
    const wide = (soft.data[i * 3 + 2] as number) / touches;
    drawLine(field, x, {
      edge: row + frame.top,
      reach: wide,
      weight: Math.min(touches, 0.3 * touches + own),
    });
  }
  return field;
}

/** Adds the line of contact to a column. */
function drawLine(
  { width, height, data }: Field,
  x: number,
  { edge, reach, weight }: { edge: number; reach: number; weight: number },
): void {
  const first = Math.max(0, Math.floor(edge - 3));
  const last = Math.min(height - 1, Math.ceil(edge + reach * 2));
  for (let y = first; y <= last; y++) {
    const near = Math.exp(-Math.max(0, y + 0.5 - edge) / (reach * 0.35));
    const at = y * width + x;
    data[at] = Math.min(1, (data[at] as number) + weight * darkness.line * near);
  }
}

/** Cosine of the elevation of an edge, seen from the ground: negative for an edge in front of that place. */
const cosine = (behind: number, above: number) => behind / Math.hypot(behind, above);

/**
 * Share of the sky's light (cosine-weighted, by form factors) that a strip blocks. `distance`: of the ground in front
 * of the strip, negative below it. The strip has a lower side, `gap` above the ground, and a front.
 */
function blockedBy(distance: number, { gap, thick }: { gap: number; thick: number }): number {
  const front = distance > 0 ? gap + thick : gap;
  return 0.5 * (cosine(distance + deep * thick, gap + 0.5) - cosine(distance, front + 0.5));
}

/**
 * Darkens the ground by the product's lowest part. Each column is treated as a strip that extends without end to both
 * sides, on the line of contact or above it. Columns are blended, so that fur casts no streaks.
 */
function coverGround(field: Field, contact: Contact, frame: Frame, { reach, pitchSin }: ShadowOptions): void {
  const { bottom, mirror } = contact;
  const thickness = smoothThickness(contact, blended * reach);
  const rows = { first: field.height, end: 0 };
  for (let i = 0; i < bottom.length; i++) {
    const x = i + frame.left;
    const [lowest, thick] = [bottom[i] as number, thickness[i] as number];
    if (lowest < 0 || x < 0 || x >= field.width) continue;
    const gap = Math.max(0, (mirror[i] as number) - lowest);
    const weight = darkness.covered * Math.exp(-((gap / (lifted * thick)) ** 2));
    if (weight < 0.02) continue;
    const ground = lowest + gap + frame.top;
    const first = Math.max(0, Math.floor(lowest + frame.top - 3));
    const end = Math.min(field.height, Math.ceil(ground + 4 * thick * pitchSin));
    rows.first = Math.min(rows.first, first);
    rows.end = Math.max(rows.end, end);
    for (let y = first; y < end; y++) {
      const distance = (y + 0.5 - ground) / pitchSin;
      field.data[y * field.width + x] = weight * blockedBy(distance, { gap, thick });
    }
  }
  if (rows.end <= rows.first) return;
  const data = field.data.subarray(rows.first * field.width, rows.end * field.width);
  blurField({ ...field, height: rows.end - rows.first, data }, blended * reach, 0);
  clearAbove(field, contact, frame);
}

/** The thickness of each column's lowest part, blended with that of its neighbors. */
function smoothThickness({ bottom, thickness }: Contact, sigma: number): Float32Array {
  const sums = createField(bottom.length, 1, 2);
  for (let i = 0; i < bottom.length; i++)
    if ((bottom[i] as number) >= 0) sums.data.set([Math.max(1, thickness[i] as number), 1], i * 2);
  blurField(sums, sigma, 0);
  return thickness.map(
    (_, i) => (sums.data[i * 2] as number) / Math.max(1e-6, sums.data[i * 2 + 1] as number),
  );
}

/** Removes what blurring has spread over the product from its neighboring columns: glass would show it. */
function clearAbove({ width, height, data }: Field, { bottom }: Contact, frame: Frame): void {
  for (let i = 0; i < bottom.length; i++) {
    const x = i + frame.left;
    if (x < 0 || x >= width) continue;
    const end = Math.min(height, Math.floor((bottom[i] as number) + frame.top - 3));
    for (let y = 0; y < end; y++) data[y * width + x] = 0;
  }
}
