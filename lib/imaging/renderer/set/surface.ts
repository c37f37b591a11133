import { lightColor, luminance, type Rgb } from "#lib/imaging/pixels/color.ts";
import { createField, type Field } from "#lib/imaging/pixels/field.ts";
import { clamp, smoothstep } from "#lib/imaging/pixels/numbers.ts";
import { createPartSampler, createRowSampler, type RowSource } from "#lib/imaging/pixels/sampling.ts";
import type { Scene } from "#lib/imaging/renderer/scene/scene.ts";
import { patternLight } from "./pattern.ts";
import { groundAtRow, type Stage } from "./stage.ts";
import { type SurfaceTexture, textureMeters } from "./textures.ts";

/** Width of the table across the frame's shorter side, at the product; by eye: for products of a hand's size. */
const frameMeters = 0.42;
/** Diameter of the blur at infinite distance, as a share of the shorter side; by eye. */
const aperture = 0.026;

/** Renders the top of the table in perspective, with depth of field, its light and its reflection of the backdrop. */
export function createSurfaceRows(
  scene: Scene,
  stage: Stage,
  { texture, behind }: { texture: SurfaceTexture | null; behind: Field },
): { rows: RowSource; mean: Rgb } {
  const tint = surfaceTint(scene, texture);
  const [red, green, blue] = tint;
  const mean: Rgb = texture
    ? [texture.mean[0] * tint[0], texture.mean[1] * tint[1], texture.mean[2] * tint[2]]
    : [tint[0], tint[1], tint[2]];
  const light = createRowSampler(surfaceLight(scene, stage), stage.width, stage.height);
  const lit = new Float32Array(stage.width * 3);
  const shine = mirrorRows(scene, stage, behind);
  const material = texture ? textureRows(stage, texture, scene.set?.texture) : null;
  // Dark marble has pale veins, so its relief is inverted.
  const inverts = scene.surface === "marble" && luminance(mean) < 0.12;
  return {
    mean,
    rows: (y, out) => {
      light(y, lit);
      if (material) material(y, out);
      else out.fill(1);
      if (inverts && texture) turnRelief(out, texture.mean);
      for (let i = 0; i < out.length; i += 3) {
        const r = (out[i] as number) * red * (lit[i] as number);
        const g = (out[i + 1] as number) * green * (lit[i + 1] as number);
        const b = (out[i + 2] as number) * blue * (lit[i + 2] as number);
        out[i] = r <= 0.75 ? r : shoulder(r);
        out[i + 1] = g <= 0.75 ? g : shoulder(g);
        out[i + 2] = b <= 0.75 ? b : shoulder(b);
      }
      shine(y, out);
    },
  };
}

// Very bright spots roll off towards white instead of clipping.
function shoulder(value: number): number {
  return 0.75 + 0.25 * (1 - Math.exp(-(value - 0.75) / 0.25));
}

function turnRelief(row: Float32Array, mean: Rgb): void {
  for (let i = 0; i < row.length; i += 3) {
    for (const c of [0, 1, 2] as const) {
      row[i + c] = mean[c] * 0.75 + Math.max(0, mean[c] - (row[i + c] as number)) * 3.5;
    }
  }
}

// A material keeps its own color unless one is requested; then its relief stays and its hue changes.
function surfaceTint(scene: Scene, texture: SurfaceTexture | null): [number, number, number] {
  const wanted = scene.surfaceColor;
  if (!texture) {
    const [r, g, b] = wanted ?? scene.backColor;
    return [r, g, b];
  }
  if (!wanted) return [1, 1, 1];
  return [wanted[0] / texture.mean[0], wanted[1] / texture.mean[1], wanted[2] / texture.mean[2]];
}

// One output row shows one band of the material: averages the band, then reads it sideways with running sums.
function textureRows(stage: Stage, texture: SurfaceTexture, offset = { u: 0, z: 0 }): RowSource {
  const { size } = texture;
  const texels = (frameMeters / stage.side / textureMeters) * size;
  const band = new Float64Array(size * 3 + 3);
  const center = size * (0.5 + offset.u);
  const all = { first: 0, last: size - 1 };
  return (y, out) => {
    const blur = blurAtRow(stage, y);
    const near = groundAtRow(stage, y + 1 + blur / 2);
    const far = groundAtRow(stage, y - blur / 2);
    const zoom = groundAtRow(stage, y + 0.5).zoom;
    const span = Math.max(0.75, (far.depth - near.depth) * texels);
    const middle = size * (0.72 + offset.z) - ((near.depth + far.depth) / 2) * texels;
    const from = clamp(fold(middle, size) - span / 2, 0, size - 1);
    const to = clamp(from + span, from + 0.5, size);
    const width = Math.max(1, (1 + blur) * zoom * texels);
    // Only the columns that this row needs; where it extends beyond the material's sides, all.
    const leftmost = center + (0.5 - stage.centerX) * zoom * texels - width / 2;
    const rightmost = center + (stage.width - 0.5 - stage.centerX) * zoom * texels + width / 2;
    const isWithin = leftmost >= 0 && rightmost <= size - 1;
    const columns = isWithin ? { first: Math.floor(leftmost), last: Math.ceil(rightmost) } : all;
    sumBand(texture, band, { from, to, ...columns });
    for (let x = 0; x < stage.width; x++) {
      const position = center + (x + 0.5 - stage.centerX) * zoom * texels;
      const at = isWithin ? position : fold(position, size);
      const a = clamp(at - width / 2, 0, size - 1);
      const b = clamp(at + width / 2, a + 0.5, size);
      const a0 = Math.floor(a);
      const b0 = Math.min(size - 1, Math.floor(b));
      const per = 1 / (b - a);
      for (let c = 0; c < 3; c++) {
        const i = a0 * 3 + c;
        const k = b0 * 3 + c;
        const low = (band[i] as number) + ((band[i + 3] as number) - (band[i] as number)) * (a - a0);
        const high = (band[k] as number) + ((band[k + 3] as number) - (band[k] as number)) * (b - b0);
        out[x * 3 + c] = (high - low) * per;
      }
    }
  };
}

/** Writes the mean color of rows from … to of a material, as running sums (× 3) over the columns, to `band`. */
function sumBand(
  { size, sums }: SurfaceTexture,
  band: Float64Array,
  { from, to, first, last }: { from: number; to: number; first: number; last: number },
): void {
  const line = size * 3;
  const [above, below] = [Math.floor(from), Math.floor(to)];
  const [a, b] = [above * line, Math.min(size, above + 1) * line];
  const [c, d] = [below * line, Math.min(size, below + 1) * line];
  const scale = 1 / ((to - from) * 65_535);
  band.fill(0, first * 3, first * 3 + 3);
  for (let i = first * 3; i < last * 3 + 3; i++) {
    const top = sums[a + i] as number;
    const low = sums[c + i] as number;
    const upper = top + ((sums[b + i] as number) - top) * (from - above);
    const lower = low + ((sums[d + i] as number) - low) * (to - below);
    band[i + 3] = (band[i] as number) + (lower - upper) * scale;
  }
}

/** Diameter of the blur (pixels) in a row of the table; none at the product. */
function blurAtRow(stage: Stage, y: number): number {
  const { zoom } = groundAtRow(stage, y + 0.5);
  const sharp = 0.03;
  return aperture * stage.side * Math.max(0, Math.abs(1 - 1 / zoom) - sharp);
}

// Mirrors positions outside the texture back into it.
function fold(position: number, size: number): number {
  const around = ((position % (2 * size)) + 2 * size) % (2 * size);
  return around < size ? around : 2 * size - around;
}

// Key light on the table: a pool around the product, falling off to the far side, with the lamp's pattern.
function surfaceLight(scene: Scene, stage: Stage): Field {
  const step = Math.max(1, stage.side / 256);
  const field = createField(Math.ceil(stage.width / step), Math.ceil(stage.height / step), 3);
  const key = lightColor(scene.light.warmth);
  const azimuth = (scene.light.azimuthDeg * Math.PI) / 180;
  const side = Math.sin(azimuth);
  for (let y = 0; y < field.height; y++) {
    const fy = ((y + 0.5) * stage.height) / field.height;
    const { depth, zoom } = groundAtRow(stage, fy);
    const z = depth / stage.side;
    for (let x = 0; x < field.width; x++) {
      const fx = ((x + 0.5) * stage.width) / field.width;
      const u = ((fx - stage.centerX) / stage.side) * zoom;
      const toLamp = u * side + z * -Math.cos(azimuth);
      const pool = Math.exp(-(((u - 0.1 * side) / 0.9) ** 2) - (z / 1.5) ** 2);
      const falloff = 1 + 0.16 * clamp(toLamp, -1, 1);
      const shape = patternLight(scene, u, z, azimuth);
      const lamp = 1 - 0.6 * scene.light.fill;
      const brightness = scene.exposure * falloff * (1 - 0.35 * scene.glow + 0.35 * scene.glow * pool);
      const down = (fy - stage.groundY) / (stage.whole.top + stage.whole.height - stage.groundY + 1);
      const front = 1 - scene.vignette * 0.5 * smoothstep(0.2, 1.2, down);
      const at = (y * field.width + x) * 3;
      for (let c = 0; c < 3; c++) {
        field.data[at + c] = brightness * front * ((key[c] as number) * lamp * shape + 1 - lamp);
      }
    }
  }
  return field;
}

// Adds the backdrop's reflection in the table, strongest at grazing angles (Schlick).
function mirrorRows(scene: Scene, stage: Stage, behind: Field): RowSource {
  const polish = scene.reflection;
  const { whole } = stage;
  const part = { ...whole, left: -whole.left, top: 0, columns: stage.width };
  const mirrored = createPartSampler(behind, part);
  const row = new Float32Array(stage.width * 3);
  return (y, out) => {
    if (polish <= 0.01) return;
    const grazing = groundAtRow(stage, y + 0.5).zoom;
    const cosine = clamp(stage.pitchSin / grazing, 0.02, 1);
    const facing = polish * polish * 0.9;
    const fresnel = Math.min(0.95, facing + (1 - facing) * (1 - cosine) ** 5 * polish);
    const keep = 1 - fresnel * 0.6;
    mirrored(clamp(2 * stage.edgeY - y - whole.top, 0, whole.height - 1), row);
    for (let i = 0; i < out.length; i++) out[i] = (out[i] as number) * keep + (row[i] as number) * fresnel;
  };
}
