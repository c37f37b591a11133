import { blurField, createField, type Field } from "#lib/imaging/pixels/field.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import type { Frame } from "#lib/imaging/renderer/set/stage.ts";
import type { Contact } from "./contact.ts";

/** Thickness of what touches the ground, in reaches, from which on its contact shadow has the full reach. */
const fullAt = 2.5;
/** Least reach of the contact shadow, as a share: under a wire. */
const leastReach = 0.3;

/**
 * Darkness (0..1) of the thin contact line between product and ground; `reach` is its width in pixels. A thin part
 * darkens less ground than a thick one, and the line fades sideways as it does downwards.
 */
export function contactShadow(contact: Contact, frame: Frame, reach: number): Field {
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
  for (let i = 0; i < line.width; i++) {
    const x = i - pad + frame.left;
    const touches = soft.data[i * 3] as number;
    if (touches < 0.01 || x < 0 || x >= frame.width) continue;
    // Beside the contact, the line continues its row.
    const own = line.data[i * 3] as number;
    const beside = (soft.data[i * 3 + 1] as number) / touches;
    const row = own > 0.01 ? beside + ((bottom[i - pad] as number) - beside) * Math.min(1, own * 2) : beside;
    const wide = (soft.data[i * 3 + 2] as number) / touches;
    darkenColumn(field, x, {
      edge: row + frame.top,
      reach: wide,
      weight: Math.min(touches, 0.3 * touches + own),
    });
  }
  return field;
}

function darkenColumn(
  { width, height, data }: Field,
  x: number,
  { edge, reach, weight }: { edge: number; reach: number; weight: number },
): void {
  const first = Math.max(0, Math.floor(edge - 3));
  const last = Math.min(height - 1, Math.ceil(edge + reach * 6));
  for (let y = first; y <= last; y++) {
    const below = Math.max(0, y + 0.5 - edge);
    const near = Math.exp(-below / (reach * 0.35));
    const wide = Math.exp(-((below / (reach * 1.6)) ** 2));
    data[y * width + x] = weight * Math.min(1, 0.74 * near + 0.34 * wide);
  }
}
