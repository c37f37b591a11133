import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import type { Style } from "#lib/contract/photos/styles.ts";
import { mixRgb, type Rgb, scaleRgb } from "#lib/imaging/pixels/color.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import { styleDefinitions } from "../styles/index.ts";
import type { AskedScene } from "./asked-scene.ts";
import type { Scene } from "./scene.ts";

/** The effect of a seed on a photo. */
export interface Variation {
  scene: Scene;
  /** Moves and scales the style's place for a product, within the frame. */
  move(placement: Box, frame: Size): Box;
}

/** Varies the scene by a seed: the same seed gives the same scene, and 0 leaves it unchanged. */
export function varyScene({ scene, base }: AskedScene, style: Style, seed = 0): Variation {
  if (seed === 0) return { scene, move: (placement) => placement };
  const bounds = styleDefinitions[style].seedBounds;
  const draw = drawsOf(seed);
  const { light } = scene;
  // When the prompt sets the direction of the light, it stays on that side.
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

function moved(placement: Box, frame: Size, { x, y, size }: { x: number; y: number; size: number }): Box {
  const most = Math.min(frame.width / placement.width, frame.height / placement.height);
  const scale = Math.min(1 + size, most);
  const width = Math.max(1, Math.floor(placement.width * scale));
  const height = Math.max(1, Math.floor(placement.height * scale));
  const left = placement.left + (placement.width - width) / 2 + x * frame.width;
  // The product grows upwards, so that its foot stays on the ground.
  const top = placement.top + (placement.height - height) * 0.6 + y * frame.height;
  return {
    width,
    height,
    left: Math.round(clamp(left, 0, frame.width - width)),
    top: Math.round(clamp(top, 0, frame.height - height)),
  };
}

// Shifts a color towards candle light or sky, at the same brightness.
function warmed(color: Rgb, amount: number): Rgb {
  const [r, g, b] = color;
  return mixRgb(color, [Math.min(1, r * (1 + amount)), g, Math.min(1, b * (1 - amount))], 1);
}

/** Pseudorandom numbers in −1…1 from a seed (mulberry32 by Tommy Ettinger, public domain). */
export function drawsOf(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}
