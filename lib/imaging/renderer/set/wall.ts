import { lightColor, type Rgb } from "#lib/imaging/pixels/color.ts";
import { createField, type Field } from "#lib/imaging/pixels/field.ts";
import { clamp, smoothstep } from "#lib/imaging/pixels/numbers.ts";
import { createRowSampler, type RowSource, sampleField } from "#lib/imaging/pixels/sampling.ts";
import type { Scene } from "#lib/imaging/renderer/scene/scene.ts";
import { patternLight } from "./pattern.ts";
import type { Stage } from "./stage.ts";

/**
 * A painted wall or, for a sweep, wall and floor of one piece of paper. Everything in it is smooth, so it is computed
 * at low resolution and enlarged row by row.
 */
export function createWallRows(scene: Scene, stage: Stage): RowSource {
  const step = Math.max(1, stage.side / 192);
  const field = createField(Math.ceil(stage.width / step), Math.ceil(stage.height / step), 3);
  const azimuth = (scene.light.azimuthDeg * Math.PI) / 180;
  const side = Math.sin(azimuth);
  const tint = lightColor(scene.light.warmth * 0.5);
  const floor: Rgb = scene.backdrop === "sweep" ? (scene.surfaceColor ?? scene.backColor) : scene.backColor;
  for (let y = 0; y < field.height; y++) {
    const v = (((y + 0.5) * stage.height) / field.height - stage.groundY) / stage.side;
    const upright = scene.backdrop === "sweep" ? smoothstep(0.06, -0.34, v) : 1;
    for (let x = 0; x < field.width; x++) {
      const u = (((x + 0.5) * stage.width) / field.width - stage.centerX) / stage.side;
      const wallLight = wallBrightness(scene, u - 0.16 * side, v, side);
      const floorLight = floorBrightness(u - 0.1 * side, v);
      // Upright surfaces face the lamp more directly, so its pattern is less stretched on them.
      const pattern = patternLight(scene, u, -v * (2.6 - 1.2 * upright), azimuth);
      const brightness =
        (floorLight + (wallLight - floorLight) * upright) *
        (pattern + (1 - pattern) * 0.3) *
        vignette(scene, stage, u, v) *
        scene.exposure;
      const at = (y * field.width + x) * 3;
      for (let c = 0; c < 3; c++) {
        const paint =
          (floor[c] as number) + ((scene.backColor[c] as number) - (floor[c] as number)) * upright;
        // Light bounces between wall and floor, so dim parts of colored paper are more saturated.
        const deep = paint ** (1 + 0.25 * (1 - clamp(brightness, 0, 1)));
        field.data[at + c] = clamp(deep * brightness * (tint[c] as number), 0, 1);
      }
    }
  }
  return createRowSampler(field, stage.width, stage.height);
}

// Positional parameters, as below, because it runs for every pixel.
function wallBrightness(scene: Scene, u: number, v: number, side: number): number {
  const glow = scene.glow;
  // The stronger the pool of light, the narrower it is.
  const spread = 1.1 - 0.38 * glow;
  const r2 = (u / (0.62 * spread)) ** 2 + ((v + 0.4) / (0.6 * spread)) ** 2;
  const pool = Math.exp(-r2 * 0.75);
  const wide = Math.exp(-r2 * 0.18);
  const spot = 0.24 * (1 - 0.85 * glow * glow) + 0.34 * wide + (0.5 + 0.15 * glow) * pool;
  return (1 - glow) * 0.92 + glow * spot - 0.05 * u * side * (1 - glow);
}

function floorBrightness(u: number, v: number): number {
  const r2 = (u / 0.75) ** 2 + ((v - 0.02) / 0.34) ** 2;
  return 0.8 + 0.2 * Math.exp(-r2 * 0.8);
}

function vignette(scene: Scene, stage: Stage, u: number, v: number): number {
  const { whole } = stage;
  const middle = (whole.top + whole.height / 2 - stage.groundY) / stage.side;
  const du = (u * stage.side) / (whole.width / 2);
  const dv = ((v - middle) * stage.side) / (whole.height / 2);
  return 1 - scene.vignette * smoothstep(0.5, 2.1, du * du + dv * dv);
}

/** A room out of focus behind the table; flipped when its light would come from the wrong side. */
export function createRoomRows(scene: Scene, stage: Stage, room: Field): RowSource {
  const step = Math.max(1, stage.side / 320);
  const field = createField(Math.ceil(stage.width / step), Math.ceil(stage.height / step), 3);
  const mirrored = Math.sin((scene.light.azimuthDeg * Math.PI) / 180) > 0.2;
  // The rooms' pictures have light of this warmth.
  const tint = lightColor((scene.light.warmth - 0.35) * 0.6);
  const { whole } = stage;
  const span = Math.max(whole.width, (stage.edgeY - whole.top + 0.1 * stage.side) * 1.35);
  const horizon = stage.edgeY - 0.2 * stage.side;
  // Enlarges a shifted picture a little, so that it reaches both sides.
  const pan = scene.set?.room ?? 0;
  const zoom = 1 - 2 * Math.abs(pan);
  for (let y = 0; y < field.height; y++) {
    const fy = ((y + 0.5) * stage.height) / field.height;
    const v = (fy - stage.groundY) / stage.side;
    const py = clamp(((fy - horizon) / span + 0.5) * room.height - 0.5, 0, room.height - 1.001);
    for (let x = 0; x < field.width; x++) {
      const fx = ((x + 0.5) * stage.width) / field.width;
      const u = (fx - stage.centerX) / stage.side;
      const along = (fx - whole.left - whole.width / 2) / span;
      const px = clamp(
        ((mirrored ? -along : along) * zoom + pan + 0.5) * room.width - 0.5,
        0,
        room.width - 1.001,
      );
      const at = (y * field.width + x) * 3;
      // Rooms are dimmed less than the table, because the pictures of dark ones are dark already.
      const dim = vignette(scene, stage, u, v) * Math.sqrt(scene.exposure);
      for (let c = 0; c < 3; c++) {
        field.data[at + c] = clamp(sampleField(room, px, py, c) * dim * (tint[c] as number), 0, 1);
      }
    }
  }
  return createRowSampler(field, stage.width, stage.height);
}
