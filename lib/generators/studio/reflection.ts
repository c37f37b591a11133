import type { Contact } from "./contact.ts";
import { blurField, createField, type Field } from "./field.ts";
import type { Scene } from "./scene.ts";

/**
 * The product mirrored in the surface, joined to the outline of its base column by column: linear RGB multiplied
 * by coverage, and coverage in channel 3, in a picture of the frame. Fades and blurs with the distance.
 */
export function reflectProduct(
  product: { color: Field; alpha: Field },
  contact: Contact,
  scene: Scene,
  frame: { width: number; height: number; left: number; top: number },
): Field {
  const { color, alpha } = product;
  const sharp = createField(frame.width, frame.height, 4);
  for (let x = 0; x < alpha.width; x++) {
    const fx = x + frame.left;
    if (fx < 0 || fx >= frame.width) continue;
    const mirror = contact.mirror[x] as number;
    const firstRow = Math.max(0, Math.ceil(mirror + frame.top - 1));
    for (let y = firstRow; y < frame.height; y++) {
      const source = 2 * mirror - (y - frame.top) - 1;
      if (source < -1) break;
      const y0 = Math.floor(source);
      const part = source - y0;
      const at = (y * frame.width + fx) * 4;
      for (const [row, share] of [
        [y0, 1 - part],
        [y0 + 1, part],
      ] as const) {
        if (row < 0 || row >= alpha.height) continue;
        const i = row * alpha.width + x;
        for (let c = 0; c < 3; c++) {
          sharp.data[at + c] = (sharp.data[at + c] as number) + share * (color.data[i * 3 + c] as number);
        }
        sharp.data[at + 3] = (sharp.data[at + 3] as number) + share * (alpha.data[i] as number);
      }
    }
  }
  return fade(sharp, contact, scene, frame, alpha.height);
}

// Between two blurs of the mirror image, chosen by the distance below the ground line, times the fade.
function fade(
  sharp: Field,
  contact: Contact,
  scene: Scene,
  frame: { width: number; height: number; left: number; top: number },
  productHeight: number,
): Field {
  const side = Math.min(frame.width, frame.height);
  const near = 0.0008 * side + 0.004 * side * scene.roughness;
  const far = 0.003 * side + 0.028 * side * scene.roughness;
  const level = copy(sharp);
  blurField(sharp, near * 0.6, near);
  blurField(level, far * 0.6, far);
  const length = 0.55 * productHeight * (1.1 - 0.6 * scene.roughness);
  const strength = scene.reflection;
  const groundY = contact.groundY + frame.top;
  for (let y = 0; y < frame.height; y++) {
    const distance = Math.max(0, y - groundY);
    const blend = Math.min(1, distance / (0.3 * side));
    const shown = strength * Math.exp(-distance / length);
    const row = y * frame.width * 4;
    for (let i = row; i < row + frame.width * 4; i++) {
      const a = sharp.data[i] as number;
      sharp.data[i] = (a + ((level.data[i] as number) - a) * blend) * shown;
    }
  }
  return sharp;
}

function copy(field: Field): Field {
  return { ...field, data: field.data.slice() };
}
