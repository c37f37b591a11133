import type { Style } from "#lib/contract/photos/styles.ts";
import type { AskedScene } from "./asked-scene.ts";
import { mixRgb, type Rgb, scaleRgb } from "./color.ts";
import { clamp } from "./field.ts";
import type { Scene } from "./scene.ts";
import type { Placement } from "./stage.ts";
import type { Size } from "./view.ts";

/** How far a seed may take a photo from its style's standard look: at most so much to either side. */
export interface SeedBounds {
  /** Degrees that the key light moves around the product, and up or down. */
  azimuthDeg: number;
  elevationDeg: number;
  softness: number;
  warmth: number;
  /** The key light may come from the other side as well. */
  changesSide: boolean;
  /** Brightness and warmth of the backdrop's color, as shares. */
  tone: number;
  tint: number;
  /** Where on the material the product stands, as a share of the texture; the room behind, of its width. */
  texture: number;
  room: number;
  /** Shift of a window's or a leaf's shadow, in sides of the frame. */
  pattern: number;
  /** Depth of the table behind the product, as a share. */
  depth: number;
  /** Sine by which the camera looks down more or less. */
  pitch: number;
  /** Place and size of the product, as shares of frame and size. */
  place: number;
  size: number;
}

/** Bounds by eye, on the sheet of seeds that scripts/contact-sheet.ts makes. */
export const seedBounds: Record<Style, SeedBounds> = {
  studio: {
    ...{ azimuthDeg: 38, elevationDeg: 12, softness: 0.24, warmth: 0.16, changesSide: true },
    ...{ tone: 0.07, tint: 0.05, texture: 0.5, room: 0.08, pattern: 0.25, depth: 0.2, pitch: 0.03 },
    ...{ place: 0.03, size: 0.06 },
  },
  // A marketplace's main picture is white and filled: only its crop may differ by a hair.
  amazon: {
    ...{ azimuthDeg: 0, elevationDeg: 0, softness: 0, warmth: 0, changesSide: false },
    ...{ tone: 0, tint: 0, texture: 0, room: 0, pattern: 0, depth: 0, pitch: 0 },
    ...{ place: 0.008, size: 0.015 },
  },
  luxury: {
    ...{ azimuthDeg: 30, elevationDeg: 10, softness: 0.2, warmth: 0.14, changesSide: true },
    ...{ tone: 0.14, tint: 0.06, texture: 0.5, room: 0.08, pattern: 0.25, depth: 0.25, pitch: 0.03 },
    ...{ place: 0.03, size: 0.06 },
  },
  lifestyle: {
    ...{ azimuthDeg: 26, elevationDeg: 10, softness: 0.12, warmth: 0.16, changesSide: true },
    ...{ tone: 0.06, tint: 0.04, texture: 0.5, room: 0.1, pattern: 0.45, depth: 0.3, pitch: 0.035 },
    ...{ place: 0.045, size: 0.07 },
  },
};

/** What a seed does to a photo. */
export interface Variation {
  scene: Scene;
  /** Moves and scales the place that the style gives a product; never out of the frame. */
  move(placement: Placement, frame: Size): Placement;
}

/** The scene as a seed varies it: the same seed, the same scene; 0 leaves it as it is. */
export function varyScene({ scene, base }: AskedScene, style: Style, seed = 0): Variation {
  if (seed === 0) return { scene, move: (placement) => placement };
  const bounds = seedBounds[style];
  const draw = drawsOf(seed);
  const { light } = scene;
  // Where the prompt says from where the light comes, it stays on that side.
  const isStyles = light.azimuthDeg === base.light.azimuthDeg;
  const side = bounds.changesSide && isStyles && draw() > 0 ? -1 : 1;
  const varied = {
    azimuthDeg: side * (light.azimuthDeg + draw() * bounds.azimuthDeg),
    elevationDeg: clamp(light.elevationDeg + draw() * bounds.elevationDeg, 14, 85),
    softness: clamp(light.softness + draw() * bounds.softness, 0, 1),
    warmth: clamp(light.warmth + draw() * bounds.warmth, -1, 1),
  };
  const tone = 1 + draw() * bounds.tone;
  const tint = draw() * bounds.tint;
  const tinted = (color: Rgb) => warmed(scaleRgb(color, tone), tint);
  const set = {
    texture: { u: draw() * bounds.texture, z: draw() * bounds.texture },
    room: draw() * bounds.room,
    pattern: { u: draw() * bounds.pattern, z: draw() * bounds.pattern },
    depth: draw() * bounds.depth,
    pitch: draw() * bounds.pitch,
  };
  const shift = { x: draw() * bounds.place, y: draw() * bounds.place * 0.35, size: draw() * bounds.size };
  return {
    scene: {
      ...scene,
      light: { ...light, ...varied },
      backColor: bounds.tone === 0 ? scene.backColor : tinted(scene.backColor),
      surfaceColor: scene.surfaceColor && bounds.tone > 0 ? tinted(scene.surfaceColor) : scene.surfaceColor,
      set,
    },
    move: (placement, frame) => moved(placement, frame, shift),
  };
}

function moved(
  placement: Placement,
  frame: Size,
  { x, y, size }: { x: number; y: number; size: number },
): Placement {
  const most = Math.min(frame.width / placement.width, frame.height / placement.height);
  const scale = Math.min(1 + size, most);
  const width = Math.max(1, Math.floor(placement.width * scale));
  const height = Math.max(1, Math.floor(placement.height * scale));
  const left = placement.left + (placement.width - width) / 2 + x * frame.width;
  // It grows upwards: its foot stays where the ground is.
  const top = placement.top + (placement.height - height) * 0.6 + y * frame.height;
  return {
    width,
    height,
    left: Math.round(clamp(left, 0, frame.width - width)),
    top: Math.round(clamp(top, 0, frame.height - height)),
  };
}

// Towards candle or sky, at the same brightness.
function warmed(color: Rgb, amount: number): Rgb {
  const [r, g, b] = color;
  return mixRgb(color, [Math.min(1, r * (1 + amount)), g, Math.min(1, b * (1 - amount))], 1);
}

/** Numbers in −1…1 that follow from a seed (mulberry32 by Tommy Ettinger, public domain). */
function drawsOf(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}
