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
/** Height of the product's lower edge over the ground, in its thicknesses there, from which it is no contact (1/e). */
const lifted = 0.6;

/** Depth of the product's lowest part, in thicknesses. */
const deep = 1;

export interface Shading {
  /** Width in pixels of the line of contact. */
  reach: number;
  /** Sine of the downward pitch at which the ground is seen. */
  pitchSin: number;
}

/**
 * Darkness (0..1) of the ground at the product's contact: a thin line where they touch, and what the product's lowest
 * part covers of the light from above. A thin part darkens less ground than a thick one.
 */
export function contactShadow(contact: Contact, frame: Frame, { reach, pitchSin }: Shading): Field {
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
  coverGround(field, contact, frame, pitchSin);
  blurField(field, 0.5 * reach, 0);
  clearAbove(field, contact, frame);
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

/** Signed cosine of the elevation of an edge so far behind a place on the ground and so far above it. */
const cosine = (behind: number, above: number) => behind / Math.hypot(behind, above);

/**
 * Share of the sky's light, cosine-weighted, that a strip blocks (form factors) at a place so far in front of it, or
 * below it: its lower side begins `gap` over the ground, is `deep` and has a front.
 */
function blockedBy(distance: number, { gap, thick }: Pick<Strip, "gap" | "thick">): number {
  const front = distance > 0 ? gap + thick : gap;
  return 0.5 * (cosine(distance + deep * thick, gap + 0.5) - cosine(distance, front + 0.5));
}

/**
 * Darkens the ground by the product's lowest part: per column a strip that stands on the line of contact or over it,
 * endless to both sides.
 */
function coverGround(
  field: Field,
  { bottom, mirror, thickness }: Contact,
  frame: Frame,
  pitchSin: number,
): void {
  for (let i = 0; i < bottom.length; i++) {
    const x = i + frame.left;
    const [lowest, ground, thick] = [bottom[i] as number, mirror[i] as number, thickness[i] as number];
    if (lowest < 0 || thick === 0 || x < 0 || x >= field.width) continue;
    const gap = Math.max(0, ground - lowest);
    const weight = darkness.covered * Math.exp(-((gap / (lifted * thick)) ** 2));
    if (weight < 0.02) continue;
    coverColumn(field, x, { lowest: lowest + frame.top, gap, thick, weight, pitchSin });
  }
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

interface Strip {
  /** Row of its lower edge. */
  lowest: number;
  /** Its height over the ground. */
  gap: number;
  /** Its height. */
  thick: number;
  weight: number;
  pitchSin: number;
}

function coverColumn(
  { width, height, data }: Field,
  x: number,
  { lowest, gap, thick, weight, pitchSin }: Strip,
): void {
  const ground = lowest + gap;
  const last = Math.min(height - 1, Math.ceil(ground + 4 * thick * pitchSin));
  for (let y = Math.max(0, Math.floor(lowest - 3)); y <= last; y++) {
    const distance = (y + 0.5 - ground) / pitchSin;
    data[y * width + x] = weight * blockedBy(distance, { gap, thick });
  }
}
