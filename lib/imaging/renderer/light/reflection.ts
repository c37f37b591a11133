import { blurField, createField, type Field } from "#lib/imaging/pixels/field.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import { sampleField } from "#lib/imaging/pixels/sampling.ts";
import type { ProductInFrame } from "#lib/imaging/renderer/product/contact.ts";
import type { Scene } from "#lib/imaging/renderer/scene/scene.ts";

/** A field that covers the frame from the given row down. */
export interface LowerField {
  field: Field;
  /** First row that the field covers, in pixels of the frame; it extends to the bottom. */
  top: number;
}

/** Frame pixels per pixel of the reflection, which limits its sharpness. */
const step = 2;

/**
 * The product mirrored in the surface about the line on which it rests, or the front edge of its base: premultiplied
 * linear RGB, and coverage in channel 3. Fades and blurs with the distance from there. Null when it is too weak to see.
 */
export function reflectProduct(product: ProductInFrame, scene: Scene): LowerField | null {
  if (scene.reflection <= 0.02) return null;
  const { contact, frame } = product;
  const { color, alpha } = product.mirrored ?? product;
  const highest = contact.mirror.reduce(
    (least, row) => (row >= 0 ? Math.min(least, row) : least),
    alpha.height,
  );
  const margin = 0.02 * frame.height;
  const top = Math.floor(clamp(frame.top + highest - margin, 0, frame.height - 8));
  const near = createField(Math.ceil(frame.width / step), Math.ceil((frame.height - top) / step), 4);
  for (let x = 0; x < near.width; x++) {
    const px = (x + 0.5) * step - 0.5 - frame.left;
    const column = Math.round(px);
    if (column < 0 || column >= alpha.width) continue;
    const mirror = contact.mirror[column] as number;
    for (let y = 0; y < near.height; y++) {
      const source = 2 * mirror - (top + (y + 0.5) * step - frame.top) - 0.5;
      if (source > mirror) continue;
      if (source < -1) break;
      const at = (y * near.width + x) * 4;
      const coverage = source < 0 ? 1 + source : 1;
      for (let c = 0; c < 3; c++) near.data[at + c] = sampleField(color, px, source, c) * coverage;
      near.data[at + 3] = sampleField(alpha, px, source) * coverage;
    }
  }
  const reflection = { field: near, top };
  fade(reflection, product, scene);
  return reflection;
}

// Interpolates between two blurs of the reflection by the distance below the ground line, and applies the fade.
function fade({ field: near, top }: LowerField, product: ProductInFrame, scene: Scene): void {
  const { alpha, contact, frame } = product;
  const side = Math.min(frame.width, frame.height) / step;
  const small = side * (0.0008 + 0.004 * scene.roughness);
  const large = side * (0.003 + 0.03 * scene.roughness);
  const far = blurField({ ...near, data: near.data.slice() }, large * 0.6, large);
  blurField(near, small * 0.6, small);
  // When the product fills a white frame, there is no room for a long reflection.
  const most = scene.backdrop === "white" ? 0.08 * side * step : Number.POSITIVE_INFINITY;
  const length = Math.min(most, 0.55 * alpha.height * (1.1 - 0.6 * scene.roughness));
  const last = contact.mirror.length - 1;
  const mirrors = Float32Array.from({ length: near.width }, (_, x) => {
    const row = contact.mirror[clamp(Math.round((x + 0.5) * step - 0.5 - frame.left), 0, last)] as number;
    return frame.top + row;
  });
  for (let y = 0; y < near.height; y++) {
    const row = top + (y + 0.5) * step;
    for (let x = 0; x < near.width; x++) {
      const at = (y * near.width + x) * 4;
      if (far.data[at + 3] === 0) continue;
      const distance = Math.max(0, row - (mirrors[x] as number));
      const blend = Math.min(1, distance / (0.3 * side * step));
      const shown = scene.reflection * Math.exp(-distance / length);
      for (let i = at; i < at + 4; i++) {
        const a = near.data[i] as number;
        near.data[i] = (a + ((far.data[i] as number) - a) * blend) * shown;
      }
    }
  }
}
