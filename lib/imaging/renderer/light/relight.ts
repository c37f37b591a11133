import { lightColor, luminance, type Rgb, scaleRgb } from "#lib/imaging/pixels/color.ts";
import { blurField, createField, type Field } from "#lib/imaging/pixels/field.ts";
import { clamp, smoothstep } from "#lib/imaging/pixels/numbers.ts";
import { halved, sampleField } from "#lib/imaging/pixels/sampling.ts";
import type { ProductInFrame } from "#lib/imaging/renderer/product/contact.ts";
import type { Scene } from "#lib/imaging/renderer/scene/scene.ts";

/**
 * Limits of what light may do to a product in any scene: its pixels are multiplied by a smooth `gain` within these
 * bounds, and along the outline at most `wrap` of the light behind it and `rim` of the lamp's color are added. There a
 * scene's lamps and shadows at the sides change it by a further factor (`lightFromSides` of scene-light.ts bounds it).
 */
export const relightBounds = { leastGain: 0.5, mostGain: 1.3, wrap: 0.1, rim: 0.16 } as const;

export interface Surroundings {
  /** Mean linear color of the surface. */
  ground: Rgb;
  /** The backdrop at low resolution. */
  around: Field;
  /** Factors of the main light on the product; by default the scene's. */
  key?: Rgb;
  /** How much brighter the side toward the lamp is than the middle; by default the scene's. */
  slope?: number;
  /**
   * Light on surfaces that face sideways, relative to the main light: in equal steps of the direction in the picture,
   * from right over up. By default the same from all sides.
   */
  sides?: readonly Rgb[];
}

/** Light on the product itself: `gain` multiplies its color, `glow` is added where it is opaque. Linear RGB. */
export interface Relight {
  gain: Field;
  glow: Field;
}

/**
 * Fits the product's light to the scene without repainting it: a slope of the key light, dimming near the ground,
 * bounce light from the table on its foot, and light wrap from the backdrop along its outline.
 */
export function relightProduct(
  { color, alpha, contact, frame }: ProductInFrame,
  scene: Scene,
  { ground, around, key = sceneKey(scene, around), slope = sceneSlope(scene), sides }: Surroundings,
): Relight {
  // Half the resolution is enough: nothing in this light is finer than two pixels.
  const coarse = halved(alpha);
  const { width, height } = coarse;
  const gain = createField(width, height, 3);
  gain.data.fill(1);
  const glow = createField(width, height, 3);
  const side = Math.min(frame.width, frame.height);
  const inner = blurField(copy(coarse), (side * 0.005) / 2);
  const outer = blurField(copy(coarse), (side * 0.016) / 2);
  const thick = thickestNearby(outer, side * 0.016);
  const lampSide = Math.sin((scene.light.azimuthDeg * Math.PI) / 180);
  const groundLevel = luminance(ground);
  const hue = scaleRgb(key, 1 / luminance(key));
  for (let y = 0; y < height; y++) {
    const v = (y + 0.5) / height - 0.5;
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if ((inner.data[i] as number) < 0.01) continue;
      const u = (x + 0.5) / width - 0.5;
      const column = Math.min(alpha.width - 1, x * 2 + 1);
      const above = Math.max(0, (contact.mirror[column] as number) - y * 2 - 1);
      const crease = (contact.weight[column] as number) * Math.exp(-above / (0.012 * side)) * 0.3;
      const low = Math.exp(-above / (0.1 * side));
      const shade = (1 + slope * (u * lampSide * 2 - v * 0.8)) * (1 - (crease + low * 0.1) * scene.shadow);
      // Near the ground, the product itself blocks the light that would wrap around its edge.
      const free = 1 - 0.9 * Math.exp(-above / (0.05 * side));
      const edge = 1 - (outer.data[i] as number);
      const atEdge = edge < 0.02 ? 0 : edgeShare(edge, thick, x, y);
      const own = atEdge === 0 ? 0 : ownLight(color, alpha, x, y);
      // Black reflects no light from behind.
      const wrap = atEdge * (own / (own + 0.03)) * relightBounds.wrap * free;
      const facing = sides && atEdge > 0 ? sideAt(outer, x, y, sides) : null;
      const bx = ((x * 2 + frame.left + 1) / frame.width) * around.width - 0.5;
      const by = ((y * 2 + frame.top + 1) / frame.height) * around.height - 0.5;
      const rim =
        scene.rim > 0 ? rimLight(inner, x, y, lampSide) * Math.min(relightBounds.rim, scene.rim) : 0;
      for (let c = 0; c < 3; c++) {
        const bounce = low * 0.1 * ((ground[c] as number) - groundLevel);
        const lit = clamp(
          shade * (key[c] as number) + bounce,
          relightBounds.leastGain,
          relightBounds.mostGain,
        );
        // White has no room for more light.
        const more = facing ? (facing[c] as number) - 1 : 0;
        gain.data[i * 3 + c] = lit * (1 + atEdge * more * (more > 0 ? 1 - clamp(own, 0, 1) : 1));
        const light = wrap > 0 ? wrap * sampleField(around, bx, by, c) : 0;
        glow.data[i * 3 + c] = light + rim * (hue[c] as number);
      }
    }
  }
  return { gain, glow };
}

/** Largest factor of the scene's light on a product's brightest part: a body's lit side, not the frame's corner. */
export function mostLight(scene: Scene): number {
  if (scene.backdrop === "white") return 1;
  return (1 + 0.8 * sceneSlope(scene)) * Math.max(...lampKey(scene));
}

function sceneSlope(scene: Scene): number {
  return 0.05 + 0.09 * (1 - scene.light.fill);
}

/** How far a dark set has no light but its lamp: 0 as designed … 1. */
function darkness(scene: Scene): number {
  return clamp((1 - scene.exposure) / 0.4, 0, 1);
}

/** The lamp's light on the product: in a dim set it is dimmer, and its color stronger. */
function lampKey(scene: Scene): Rgb {
  const dark = darkness(scene);
  const level = clamp(scene.exposure, 0.5, 1.05) ** (0.35 + 0.1 * dark);
  return scaleRgb(lightColor(scene.light.warmth * (0.25 + 0.17 * dark)), level);
}

/** Largest color cast per channel from light sources around a product (neon, candles) in a dark set. */
const mostCast = 0.05;

function sceneKey(scene: Scene, around: Field): Rgb {
  const key = lampKey(scene);
  const dark = darkness(scene);
  if (dark === 0) return key;
  const mean: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < around.data.length; i++)
    mean[i % 3] = (mean[i % 3] as number) + (around.data[i] as number);
  const level = (mean[0] + mean[1] + mean[2]) / 3 + 1e-6;
  const cast = (c: 0 | 1 | 2) => 1 + dark * clamp(0.12 * (mean[c] / level - 1), -mostCast, mostCast);
  return [key[0] * cast(0), key[1] * cast(1), key[2] * cast(2)];
}

/** Cells of `thickestNearby`, in pixels of the field. */
const thickCell = 4;

/** Per cell, the largest value within a distance: near 1 only where the product is thick compared with the blur. */
function thickestNearby({ width, height, data }: Field, distance: number): Field {
  const cells = createField(Math.ceil(width / thickCell), Math.ceil(height / thickCell), 1);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / thickCell) * cells.width;
    for (let x = 0; x < width; x++) {
      const at = row + Math.floor(x / thickCell);
      cells.data[at] = Math.max(cells.data[at] as number, data[y * width + x] as number);
    }
  }
  const reach = Math.ceil(distance / thickCell);
  return maximumAlong(maximumAlong(cells, reach, 1, cells.width), reach, cells.width, cells.height);
}

/** Replaces each value by the largest of its neighbors up to `reach` steps away, in lines of `length` values. */
function maximumAlong(field: Field, reach: number, step: number, length: number): Field {
  const data = field.data.map((_, at) => {
    const place = Math.floor(at / step) % length;
    let most = 0;
    for (let i = Math.max(-reach, -place); i <= Math.min(reach, length - 1 - place); i++) {
      most = Math.max(most, field.data[at + i * step] as number);
    }
    return most;
  });
  return { ...field, data };
}

/** The light from the side toward which the outline turns here, between the two nearest directions. */
function sideAt({ width, height, data }: Field, x: number, y: number, sides: readonly Rgb[]): Rgb | null {
  const at = (px: number, py: number) =>
    px < 0 || py < 0 || px >= width || py >= height ? 0 : (data[py * width + px] as number);
  const right = at(x - 1, y) - at(x + 1, y);
  const up = at(x, y + 1) - at(x, y - 1);
  if (Math.abs(right) + Math.abs(up) < 1e-4) return null;
  const turn = (Math.atan2(up, right) / (2 * Math.PI) + 1) * sides.length;
  const [one, next] = [sides[Math.floor(turn) % sides.length], sides[Math.ceil(turn) % sides.length]];
  if (!one || !next) return null;
  const share = turn - Math.floor(turn);
  const mix = (c: 0 | 1 | 2) => one[c] + (next[c] - one[c]) * share;
  return [mix(0), mix(1), mix(2)];
}

/**
 * How much a place belongs to the edge of the product: 0 … 1, for light from behind and from the side. `edge` is 0.5 at the edge of a thick part and
 * falls inwards; in a part that is thin compared with that fall, the light covers the same share of its thickness.
 */
function edgeShare(edge: number, thick: Field, x: number, y: number): number {
  const most = sampleField(thick, (x + 0.5) / thickCell - 0.5, (y + 0.5) / thickCell - 0.5);
  const inside = 1.02 - most;
  if (inside >= 0.5) return 0;
  return smoothstep(inside, 0.5, edge) * ((0.5 - inside) / 0.48);
}

/** Luminance of the product's own color. */
function ownLight(color: Field, alpha: Field, x: number, y: number): number {
  const u = x * 2 + 0.5;
  const v = y * 2 + 0.5;
  const light = luminance([
    sampleField(color, u, v, 0),
    sampleField(color, u, v, 1),
    sampleField(color, u, v, 2),
  ]);
  return light / Math.max(0.02, sampleField(alpha, u, v));
}

function copy(field: Field): Field {
  return { ...field, data: field.data.slice() };
}

// Brightness of the thin light on edges that face a lamp behind the product, strongest on the key light's side.
function rimLight(inner: Field, x: number, y: number, lampSide: number): number {
  const { width, height, data } = inner;
  const at = (px: number, py: number) =>
    px < 0 || py < 0 || px >= width || py >= height ? 0 : (data[py * width + px] as number);
  const edge = 1 - at(x, y);
  if (edge < 0.06) return 0;
  const nx = at(x - 1, y) - at(x + 1, y);
  const ny = at(x, y - 1) - at(x, y + 1);
  const length = Math.sqrt(nx * nx + ny * ny);
  if (length < 1e-4) return 0;
  const facing = nx / length;
  const upward = -ny / length;
  const keySide = clamp(facing * (lampSide || -1), 0, 1);
  const farSide = clamp(-facing * (lampSide || -1), 0, 1) * 0.45;
  const top = clamp(upward, 0, 1) * 0.5;
  // The lamp is behind and above, so edges that face the ground get no light.
  const facingLamp = smoothstep(-0.55, 0.1, upward) * (keySide + farSide + top);
  // Loose hairs lie outside the body's own edge: with as much light they would look like a halo.
  return smoothstep(0.08, 0.5, edge) * smoothstep(0.75, 0.52, edge) * facingLamp;
}
