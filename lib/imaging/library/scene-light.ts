import type { RenderOptions } from "../generator.ts";
import { lightColor, luminance, type Rgb } from "../pixels/color.ts";
import type { Field } from "../pixels/field.ts";
import { clamp, smoothstep } from "../pixels/numbers.ts";
import { sampleField } from "../pixels/sampling.ts";
import type { RenderRequest } from "../renderer/compose.ts";
import { styleDefinitions } from "../renderer/styles/index.ts";
import { dot, levelAxes, type Point, productAxes } from "./camera.ts";
import type { SceneLamp, SceneView } from "./scene-files.ts";
import { displayOfLight } from "./tone.ts";

// Numbers without a source were chosen by eye, against the neutral products that were rendered in the scenes.

/** The scene's light on a product at its place. */
export interface ProductLight {
  /** Of the lamp that casts the shadow: seen from above, 0 is at the camera, −90 left. */
  azimuthDeg: number;
  elevationDeg: number;
  /** Factors for the light of a well-exposed product. */
  key: Rgb;
  /** How much brighter the product's side toward the lamp is than its middle. */
  slope: number;
  /** Light on the product's sides relative to that: see `Surroundings`. */
  sides: Rgb[];
  /** 0: light from the front or the side … 1: light from behind. */
  fromBehind: number;
  /** Share of the light on the visible side that comes from the lamp that the gobo shades. */
  shadedShare: number;
}

/** The requested light, with the exposure of the style. */
export function gradedLight({ style, options: { light } = {} }: Pick<RenderRequest, "style" | "options">) {
  return { ...light, exposure: (light?.exposure ?? 1) * (styleDefinitions[style].sceneExposure ?? 1) };
}

/** Factors for the light of a plate. */
export function plateGain({ warmth = 0, exposure }: { warmth?: number | undefined; exposure: number }): Rgb {
  const [r, g, b] = lightColor(0.5 * warmth);
  return [r * exposure, g * exposure, b * exposure];
}

/** Real spherical harmonics up to order 2, in the sequence of assets/makers/scenes/kit/export.py. */
function basis([x, y, z]: Point): number[] {
  return [
    ...[0.282095, 0.488603 * y, 0.488603 * z, 0.488603 * x],
    ...[1.092548 * x * y, 1.092548 * y * z, 0.315392 * (3 * z * z - 1)],
    ...[1.092548 * x * z, 0.546274 * (x * x - y * y)],
  ];
}

/** Factors of the orders after convolution with a cosine lobe, divided by π. */
const kept = [1, 2 / 3, 2 / 3, 2 / 3, 0.25, 0.25, 0.25, 0.25, 0.25];

/** Light that a white surface with this normal reflects at the product's place, exposure included. */
function lightOn(view: SceneView, normal: Point): Rgb {
  const around = ambientOn(view, normal);
  const along = (c: 0 | 1 | 2) =>
    around[c] + view.lamps.reduce((light, lamp) => light + lampOn(lamp, normal)[c], 0);
  return [along(0), along(1), along(2)];
}

/** The same without the listed lamps. */
export function ambientOn({ harmonics }: Pick<SceneView, "harmonics">, normal: Point): Rgb {
  const weights = basis(normal).map((value, i) => value * (kept[i] ?? 0));
  const along = (c: 0 | 1 | 2) =>
    Math.max(
      0,
      harmonics.reduce((light, color, i) => light + color[c] * (weights[i] ?? 0), 0),
    );
  return [along(0), along(1), along(2)];
}

function lampOn({ direction, strength }: SceneLamp, normal: Point): Rgb {
  const facing = Math.max(0, dot(direction, normal));
  return [strength[0] * facing, strength[1] * facing, strength[2] * facing];
}

/** Converts a direction of the product's picture (to its right, up in it, out of it) to the scene. */
function normalOf(view: SceneView, right: number, up: number, out: number): Point {
  const { across, upward, outward } = productAxes(view);
  const length = Math.hypot(right, up, out);
  const along = (i: 0 | 1 | 2) => (right * across[i] + up * upward[i] + out * outward[i]) / length;
  return [along(0), along(1), along(2)];
}

/** The lamps that cast a product's shadow, rotated to the direction that the request asks for. */
export function castingLamps(view: SceneView, light: RenderOptions["light"] = {}): SceneLamp[] {
  const lamps = view.lamps.filter(({ castsShadow }) => castsShadow);
  if (light.azimuthDeg === undefined && light.elevationDeg === undefined) return lamps;
  return lamps.map((lamp) => {
    const own = anglesOf(view, lamp.direction);
    const azimuth = ((light.azimuthDeg ?? own.azimuthDeg) * Math.PI) / 180;
    const elevation = ((light.elevationDeg ?? own.elevationDeg) * Math.PI) / 180;
    const { right, toCamera } = levelAxes(view.camera);
    const level = Math.cos(elevation);
    const [x, y] = [level * Math.sin(azimuth), level * Math.cos(azimuth)];
    const along = (i: 0 | 1) => x * right[i] + y * toCamera[i];
    return { ...lamp, direction: [along(0), along(1), Math.sin(elevation)] as const };
  });
}

function anglesOf(view: SceneView, direction: Point) {
  const { right, toCamera } = levelAxes(view.camera);
  return {
    azimuthDeg: (Math.atan2(dot(direction, right), dot(direction, toCamera)) * 180) / Math.PI,
    elevationDeg: (Math.asin(clamp(direction[2], -1, 1)) * 180) / Math.PI,
  };
}

const strengthOf = ({ strength }: SceneLamp) => luminance(strength);

export function lightOnProduct(view: SceneView, asked: RenderOptions["light"] = {}): ProductLight {
  const seen = [
    normalOf(view, 0, 0.25, 1),
    normalOf(view, -0.7, 0.1, 0.7),
    normalOf(view, 0.7, 0.1, 0.7),
    normalOf(view, 0, 0.8, 0.6),
  ];
  const mean: [number, number, number] = [0, 0, 0];
  for (const normal of seen) {
    const light = lightOn(view, normal);
    for (const c of [0, 1, 2] as const) mean[c] += light[c] / seen.length;
  }
  const left = luminance(lightOn(view, normalOf(view, -0.9, 0, 0.45)));
  const right = luminance(lightOn(view, normalOf(view, 0.9, 0, 0.45)));
  const strongest = castingLamps(view, asked).sort((a, b) => strengthOf(b) - strengthOf(a))[0];
  const from = strongest ? anglesOf(view, strongest.direction) : { azimuthDeg: -30, elevationDeg: 55 };
  const behind = view.lamps.reduce((most, lamp) => {
    const back = -dot(lamp.direction, productAxes(view).outward);
    return Math.max(most, smoothstep(0.3, 0.8, back) * clamp(strengthOf(lamp), 0, 1));
  }, 0);
  const shaded = view.gobo ? view.lamps[view.gobo.lamp] : undefined;
  const ofShaded = shaded
    ? seen.reduce((sum, normal) => sum + luminance(lampOn(shaded, normal)) / seen.length, 0)
    : 0;
  return {
    ...from,
    key: keyOf(view, mean, asked),
    sides: lightFromSides(view, mean),
    slope: 0.05 + clamp(0.1 * Math.abs(Math.log((left + 0.05) / (right + 0.05))), 0, 0.16),
    fromBehind: behind,
    shadedShare: clamp(ofShaded / Math.max(1e-3, luminance(mean)), 0, 1),
  };
}

/** Directions in which the light on sides is sampled, and how far out of the picture these sides face. */
const sideCount = 12;
const sideOut = 0.4;
const sideBounds = { least: 0.7, most: 1.5 } as const;
/** Exponent of the light on sides relative to that on the front. */
const sideContrast = 0.5;

/** The light on sides that face right, up, left and down in the picture, and in between. */
function lightFromSides(view: SceneView, front: Rgb): Rgb[] {
  const { least, most } = sideBounds;
  return Array.from({ length: sideCount }, (_, i) => {
    const angle = (i / sideCount) * 2 * Math.PI;
    const light = lightOn(view, normalOf(view, Math.cos(angle), Math.sin(angle), sideOut));
    const ratio = (c: 0 | 1 | 2) =>
      clamp(((light[c] + 0.02) / (front[c] + 0.02)) ** sideContrast, least, most);
    return [ratio(0), ratio(1), ratio(2)];
  });
}

/** Linear value of a white part of a well-exposed product picture. */
const ownWhite = 0.72;
/** Exponents of the scene's level and color in the product's light; low, so that the product's own dominate. */
const carried = { level: 0.45, color: 0.22 };
const levels = { least: 0.6, most: 1.14 };
const mostTint = 0.085;

function keyOf(
  { tone }: SceneView,
  light: Rgb,
  { warmth, exposure = 1 }: NonNullable<RenderOptions["light"]>,
): Rgb {
  // The light in the JSON already includes the exposure.
  const arriving = luminance(light);
  const bright = Math.max(1e-3, displayOfLight((0.8 * arriving) / tone.exposure, tone));
  const level = clamp((bright / ownWhite) ** carried.level, levels.least, levels.most);
  const lamp = lightColor(0.25 * (warmth ?? 0));
  const more = clamp(exposure, 0.5, 1.6) ** 0.35;
  const channel = (c: 0 | 1 | 2) => {
    const tint = clamp(((light[c] + 0.02) / (arriving + 0.02)) ** carried.color, 1 - mostTint, 1 + mostTint);
    return level * tint * lamp[c] * more;
  };
  return [channel(0), channel(1), channel(2)];
}

/** Share of a gobo's shading that is applied to a product: its colors must stay recognizable. */
const goboStrength = 0.8;

/**
 * Returns the share of the product's light that the gobo leaves, as a function of the place in its box (0 … 1 across
 * and down); null when no lamp is shaded. The rendered rectangle is at the product's place.
 */
export function goboOn(
  view: SceneView,
  gobo: Field | null,
  {
    light,
    box,
  }: { light: ProductLight; box: { leftCm: number; topCm: number; widthCm: number; heightCm: number } },
): ((u: number, v: number) => number) | null {
  const { gobo: at } = view;
  if (!gobo || !at || light.shadedShare < 0.02 || view.lies) return null;
  const strength = goboStrength * light.shadedShare;
  return (u, v) => {
    const across = (box.leftCm + u * box.widthCm - at.middleCm) / at.widthCm + 0.5;
    const down = 1 - (box.topCm - v * box.heightCm - at.footCm) / at.heightCm;
    const open = sampleField(gobo, across * gobo.width - 0.5, down * gobo.height - 0.5);
    return 1 - strength * (1 - open);
  };
}
