import type { ScenePlan } from "#lib/imaging/generator.ts";
import { luminance, type Rgb } from "#lib/imaging/pixels/color.ts";
import type { Field } from "#lib/imaging/pixels/field.ts";
import { clamp, percentile, smoothstep } from "#lib/imaging/pixels/numbers.ts";
import type { Surface } from "./measure-surface.ts";

/** The light of a painted scene at the product's position. Numbers without a source were chosen by eye. */
export interface SceneLight {
  azimuthDeg: number;
  elevationDeg: number;
  /** Factors for the light of a neutral, well-exposed product; level within 0.64…1.04, channels within ±8 % of it. */
  key: Rgb;
  /** 0: the position is already in shade … 1: in full light. */
  reaches: number;
  /** 0: light from the front or the side … 1: light from behind. */
  fromBehind: number;
  /** How much brighter the product's side toward the lamp is made than its middle. */
  slope: number;
  /** Mean linear color of the surface around the product's foot. */
  ground: Rgb;
}

/** The product's position, in shares of the frame. */
export interface PositionInFrame {
  left: number;
  right: number;
  top: number;
  groundY: number;
}

export function measureLight(
  scene: Field,
  {
    surface,
    position,
    planned,
  }: { surface: Surface; position: PositionInFrame; planned: ScenePlan["light"] },
): SceneLight {
  const brightness = brightnessOf(scene);
  const front = Math.max(surface.backY + 0.06, Math.min(1, surface.frontY));
  const table = { from: surface.backY + 0.015, to: front };
  const wall = { from: Math.max(0, surface.backY - 0.6), to: surface.backY - 0.015 };
  const lateral = 0.65 * slopeAcross(brightness, table) + 0.35 * slopeAcross(brightness, wall);
  const middle = { from: 0.25, to: 0.75 };
  const behind =
    logMean(brightness, { ...wall, ...across(middle) }) -
    logMean(brightness, { ...table, ...across(middle) });
  const half = (table.from + table.to) / 2;
  const towardBack =
    logMean(brightness, { from: table.from, to: half, ...across(middle) }) -
    logMean(brightness, { from: half, to: table.to, ...across(middle) });
  // A white wall behind dark wood is bright too; only light from behind also brightens the table toward the back.
  const fromBehind = smoothstep(0.4, 1.4, behind) * smoothstep(0.1, 0.6, towardBack);
  const direction = directionOf(planned, lateral, fromBehind);
  const ground = meanColor(scene, {
    from: Math.max(table.from, position.groundY - 0.06),
    to: Math.min(table.to, position.groundY + 0.08),
    left: position.left - 0.1,
    right: position.right + 0.1,
  });
  const bright = brightnessAt(brightness, { ...table, left: 0, right: 1 }, 0.85);
  return {
    ...direction,
    key: keyOf(scene, brightness, position),
    reaches: clamp(luminance(ground) / Math.max(1e-4, bright), 0, 1),
    fromBehind,
    slope: 0.06 + 0.12 * smoothstep(0.06, 0.5, Math.abs(lateral)),
    ground,
  };
}

interface Area {
  from: number;
  to: number;
  left: number;
  right: number;
}

function across({ from, to }: { from: number; to: number }) {
  return { left: from, right: to };
}

function brightnessOf({ width, height, data }: Field): Field {
  const values = new Float32Array(width * height);
  for (let i = 0, at = 0; i < values.length; i++, at += 3) {
    values[i] = luminance([data[at] as number, data[at + 1] as number, data[at + 2] as number]);
  }
  return { width, height, channels: 1, data: values };
}

/**
 * Difference of log brightness between the right and the left side of some rows, over the whole width: the slope of a
 * line through the bright values of each column, which plants, veins and shadows do not bend.
 */
function slopeAcross(brightness: Field, rows: { from: number; to: number }): number {
  const columns = 24;
  const points: { x: number; y: number }[] = [];
  for (let i = 0; i < columns; i++) {
    const area = { ...rows, left: i / columns, right: (i + 1) / columns };
    points.push({ x: (i + 0.5) / columns - 0.5, y: Math.log(brightnessAt(brightness, area, 0.8) + 0.01) });
  }
  // Theil–Sen: the median of the slopes between all pairs that are far enough apart to be meaningful.
  const slopes: number[] = [];
  for (let a = 0; a < columns; a++) {
    for (let b = a + columns / 4; b < columns; b++) {
      const [first, second] = [points[a], points[b]];
      if (first && second) slopes.push((second.y - first.y) / (second.x - first.x));
    }
  }
  return percentile(slopes, 0.5);
}

function directionOf(planned: ScenePlan["light"], lateral: number, fromBehind: number) {
  const azimuth = (planned.azimuthDeg * Math.PI) / 180;
  const sure = smoothstep(0.06, 0.25, Math.abs(lateral));
  const side = Math.sign(lateral) * clamp(0.45 + 0.5 * Math.abs(lateral), 0, 1);
  const x = Math.sin(azimuth) * (1 - sure) + side * sure;
  const z = Math.cos(azimuth) * (1 - fromBehind) - fromBehind;
  return {
    azimuthDeg: (Math.atan2(x, z) * 180) / Math.PI,
    elevationDeg: clamp(planned.elevationDeg, 26, 68),
  };
}

/**
 * Takes the exposure from the brightness around the product, and the color from the scene's brighter parts (shades of
 * gray, Finlayson and Trezzi 2004), in which daylight's axis from blue to yellow counts most: green and pink are
 * paint more often than light.
 */
function keyOf(scene: Field, brightness: Field, position: PositionInFrame): Rgb {
  const span = position.right - position.left;
  const near = {
    from: position.top,
    to: position.groundY + 0.12,
    left: position.left - 0.6 * span,
    right: position.right + 0.6 * span,
  };
  const level = clamp((brightnessAt(brightness, near, 0.9) / 0.6) ** 0.32, 0.64, 1.04);
  const power = 5;
  const sum: [number, number, number] = [1e-9, 1e-9, 1e-9];
  for (let i = 0; i < scene.data.length; i += 3) {
    for (const c of [0, 1, 2] as const) sum[c] += (scene.data[i + c] as number) ** power;
  }
  const [r, g, b] = [Math.log(sum[0]) / power, Math.log(sum[1]) / power, Math.log(sum[2]) / power];
  const warm = clamp(0.13 * (r - b), -0.07, 0.07);
  const green = clamp(0.05 * (g - (r + b) / 2), -0.012, 0.012);
  return [level * (1 + warm - green), level * (1 + green), level * (1 - warm - green)];
}

function bounds({ width, height }: Field, { from, to, left, right }: Area) {
  const top = clamp(Math.floor(from * height), 0, height - 1);
  const first = clamp(Math.floor(left * width), 0, width - 1);
  return {
    top,
    bottom: clamp(Math.ceil(to * height), top + 1, height),
    first,
    last: clamp(Math.ceil(right * width), first + 1, width),
  };
}

function brightnessAt(brightness: Field, area: Area, share: number): number {
  const { top, bottom, first, last } = bounds(brightness, area);
  const values = new Float32Array((bottom - top) * (last - first));
  let count = 0;
  for (let y = top; y < bottom; y++) {
    values.set(brightness.data.subarray(y * brightness.width + first, y * brightness.width + last), count);
    count += last - first;
  }
  return percentile(values, share);
}

function logMean(brightness: Field, area: Area): number {
  const { top, bottom, first, last } = bounds(brightness, area);
  let sum = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = first; x < last; x++) {
      sum += Math.log((brightness.data[y * brightness.width + x] as number) + 0.01);
    }
  }
  return sum / ((bottom - top) * (last - first));
}

function meanColor(scene: Field, area: Area): Rgb {
  const { top, bottom, first, last } = bounds(scene, area);
  const sum: [number, number, number] = [0, 0, 0];
  for (let y = top; y < bottom; y++) {
    for (let x = first; x < last; x++) {
      const at = (y * scene.width + x) * 3;
      for (const c of [0, 1, 2] as const) sum[c] += scene.data[at + c] as number;
    }
  }
  const per = 1 / ((bottom - top) * (last - first));
  return [sum[0] * per, sum[1] * per, sum[2] * per];
}
