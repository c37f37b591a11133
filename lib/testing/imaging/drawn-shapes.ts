import { linearToSrgb } from "#lib/imaging/pixels/color.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { drawCutOut } from "./drawn-products.ts";

/** Products with a difficult shape or color: white, cut off by the picture's edge, hanging, flying. */

/** Radius of the vase at a fraction of its height, from the top. */
function vaseRadius(v: number): number {
  return (
    0.2 + 0.18 * Math.sin(Math.PI * Math.min(1, Math.max(0, v * 1.15 - 0.12))) ** 2 + 0.05 * (1 - v) ** 6
  );
}

/**
 * A fluted vase of white porcelain, lit from the left and well exposed: 1 % of its pixels are above 250. `brightest`
 * is the linear light of its highlight, 0..1. 600 × 800 with free space around it.
 */
export function drawVase(brightest = 0.97): ProductCutOut {
  const [width, height, top, tall] = [600, 800, 60, 680];
  return drawCutOut(width, height, (x, y) => {
    const v = (y + 0.5 - top) / tall;
    if (v < 0) return null;
    const radius = vaseRadius(Math.min(1, v)) * width;
    const u = (x + 0.5 - width / 2) / radius;
    if (Math.abs(u) >= 1) return null;
    const foot = top + tall + radius * 0.16 * Math.sqrt(1 - u * u) - radius * 0.16;
    if (y + 0.5 > foot) return null;
    const toward = -0.5 * u + 0.8 * Math.sqrt(1 - u * u);
    const flutes = 1 + 0.025 * Math.sin(Math.asin(u) * 36);
    const light = brightest * (0.5 + 0.5 * (Math.max(0, toward) / 0.943) ** 0.8) * (flutes / 1.025);
    const code = Math.round(linearToSrgb(Math.min(1, light)) * 255);
    return [code, code, Math.max(0, code - 1), 255];
  });
}

/** A torso with shoulders and neck, cut off by the lower edge. 400 × 500. */
export function drawBust(): ProductCutOut {
  return drawCutOut(400, 500, (x, y) => {
    const [dx, dy] = [x + 0.5 - 200, y + 0.5];
    const head = Math.hypot(dx / 62, (dy - 130) / 82) < 1;
    const neck = Math.abs(dx) < 32 && dy > 190 && dy < 290;
    const body = dy > 270 && Math.abs(dx) < 60 + 95 * Math.min(1, ((dy - 270) / 60) ** 0.5);
    return head || neck || body ? [86, 98, 122, 255] : null;
  });
}

/** A drop-shaped pendant on two strands of a chain that leave the picture at the top. 400 × 500. */
export function drawPendant(): ProductCutOut {
  return drawCutOut(400, 500, (x, y) => {
    const [dx, dy] = [x + 0.5 - 200, y + 0.5];
    const chain = dy < 330 && Math.abs(Math.abs(dx) - (330 - dy) * 0.42) < 3;
    const drop = Math.hypot(dx / 34, (dy - 372) / 46) < 1;
    return chain || drop ? [206, 164, 74, 255] : null;
  });
}

/** A flat body on four arms with rotors, tilted as in flight. 500 × 300. */
export function drawDrone(): ProductCutOut {
  return drawCutOut(500, 300, (x, y) => {
    const [px, py] = [x + 0.5 - 250, y + 0.5 - 150];
    const [dx, dy] = [px * 0.966 + py * 0.259, py * 0.966 - px * 0.259];
    const body = Math.hypot(dx / 70, dy / 26) < 1;
    const arms = Math.abs(dx) < 190 && Math.abs(dy + 8) < 6;
    const rotors = Math.hypot((Math.abs(dx) - 170) / 62, (dy + 26) / 5) < 1;
    const motors = Math.abs(Math.abs(dx) - 170) < 8 && dy > -26 && dy < 4;
    return body || arms || rotors || motors ? [60, 62, 68, 255] : null;
  });
}
