import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { blurField, createField, type Field } from "../pixels/field.ts";
import { clamp, smoothstep } from "../pixels/numbers.ts";
import { createPartSampler, type Part, type RowSource, sampleField } from "../pixels/sampling.ts";
import type { LowerField } from "../renderer/light/reflection.ts";
import { createLower } from "../renderer/output/composite.ts";
import type { ProductInFrame } from "../renderer/product/contact.ts";
import { contactShadow } from "../renderer/product/contact-shadow.ts";
import type { View } from "../renderer/set/view.ts";
import { raysOf } from "./camera.ts";
import type { Cast } from "./cast.ts";
import type { Guide } from "./cast-borders.ts";
import { followEdges } from "./cast-edges.ts";
import type { ViewMaps } from "./plates.ts";
import type { SceneView } from "./scene-files.ts";
import { createShading, type Shading, shadedDisplay, type Tone } from "./tone.ts";

/** The design's frame, and the part of the plate (in plate pixels) that it shows. */
export interface Framing {
  view: SceneView;
  crop: Box;
  frame: Size;
}

/** The position of a picture of the whole plate in a frame. */
export function partOfPlate({ view, crop, frame }: Framing): Part {
  const [scaleX, scaleY] = [frame.width / crop.width, frame.height / crop.height];
  return {
    width: view.pixels * scaleX,
    height: view.pixels * scaleY,
    left: crop.left * scaleX,
    top: crop.top * scaleY,
    columns: frame.width,
  };
}

/** Share of the ambient light that a close body blocks, less the light that it reflects. */
const skyTaken = 0.75;
/** Darkness of the thin contact line between product and ground. */
const line = 0.85;

/**
 * Returns the share of its light that a place keeps. The share `key` of it comes from the lamps, of which the product
 * blocks `taken`; of the rest it blocks `covered`. Positional parameters, because it runs for each pixel.
 */
export function lightLeft(key: number, taken: number, covered: number): number {
  return clamp(1 - key * taken - (1 - key) * skyTaken * covered, 0, 1);
}

/** The product's shadow: the share of its light that each place of the frame keeps, from a first row on. */
export function shadeScene(
  framing: Framing,
  { keyShare, front }: ViewMaps,
  { cast, product, guide, strength }: { cast: Cast; product: ProductInFrame; guide: Guide; strength: number },
): LowerField | null {
  if (strength === 0) return null;
  const { frame } = framing;
  const part = partOfPlate(framing);
  const { contact } = product;
  const firstCell = firstAbove(cast.data, 0.004);
  const firstOfCast =
    firstCell < 0
      ? frame.height
      : (Math.floor(firstCell / (cast.width * 2) - 1) * part.height) / cast.height - part.top;
  const firstOfLine = product.frame.top + contact.backY - 0.1 * product.alpha.height;
  const top = Math.floor(clamp(Math.min(firstOfCast, firstOfLine), 0, frame.height - 2));
  const shade = createField(frame.width, frame.height - top, 1);
  shade.data.fill(1);
  const touched = contactShadow(
    contact,
    { ...product.frame, height: shade.height, top: product.frame.top - top },
    {
      reach: Math.min(frame.width, frame.height) * 0.005,
      pitchSin: Math.sin((framing.view.camera.pitchDeg * Math.PI) / 180),
    },
  );
  const castRow = new Float32Array(frame.width * 2);
  const keyRow = new Float32Array(frame.width);
  const sampleCast = createPartSampler(cast, part);
  const sampleKey = createPartSampler(keyShare, part);
  const correct = followEdges({ cast, keyShare, guide, part });
  // The head of a hook is before what hangs from it.
  const sampleFront = front && framing.view.hangs ? createPartSampler(front, part) : null;
  const frontRow = new Float32Array(sampleFront ? frame.width * 4 : 0);
  for (let y = 0; y < shade.height; y++) {
    sampleCast(y + top, castRow);
    sampleKey(y + top, keyRow);
    correct(y + top, castRow, keyRow);
    const [from, to] = [y * frame.width, (y + 1) * frame.width];
    const row = shade.data.subarray(from, to);
    fillShadeRow(row, { castRow, keyRow, touched: touched.data.subarray(from, to), strength });
    sampleFront?.(y + top, frontRow);
    if (sampleFront)
      for (let x = 0; x < row.length; x++)
        row[x] = 1 - (1 - (row[x] as number)) * (1 - (frontRow[x * 4 + 3] as number));
  }
  return { field: shade, top };
}

/** The index of the first value above a limit; −1 for none. A loop, as `findIndex` takes ten times as long. */
function firstAbove(values: Float32Array, limit: number): number {
  for (let i = 0; i < values.length; i++) if ((values[i] as number) > limit) return i;
  return -1;
}

interface ShadeRow {
  /** Shares of the lamps' and of the ambient light that the product blocks, in turn. */
  castRow: Float32Array;
  keyRow: Float32Array;
  /** Nearness of the contact line. */
  touched: Float32Array;
  strength: number;
}

function fillShadeRow(row: Float32Array, { castRow, keyRow, touched, strength }: ShadeRow): void {
  for (let x = 0; x < row.length; x++) {
    const taken = castRow[x * 2] as number;
    const covered = castRow[x * 2 + 1] as number;
    const near = touched[x] as number;
    if (taken === 0 && covered === 0 && near === 0) continue;
    const left = lightLeft(keyRow[x] as number, taken, covered);
    row[x] = (1 - strength * (1 - left)) * (1 - strength * line * near);
  }
}

/** Applies a shadow to the plate's rows through the scene's tone curve, so that it looks photographed. */
export function shadedRows(
  plate: RowSource,
  shade: LowerField | null,
  { tone, window, designHeight }: { tone: Tone; window: View; designHeight: number },
): RowSource {
  if (!shade) return plate;
  const { sample, top, from, to, row: lights } = createLower(shade, { view: window, designHeight }, 1);
  const shading = createShading(tone);
  return (y, out) => {
    plate(y, out);
    if (y < top) return;
    sample(y - top, lights, from, to);
    shadeRow(out, lights, { shading, from, to });
  };
}

function shadeRow(
  row: Float32Array,
  lights: Float32Array,
  { shading, from, to }: { shading: Shading; from: number; to: number },
): void {
  for (let x = from; x < to; x++) {
    const light = lights[x] as number;
    if (light > 0.9995) continue;
    for (let i = x * 3; i < x * 3 + 3; i++) row[i] = shadedDisplay(row[i] as number, light, shading);
  }
}

/** Height difference (cm) up to which a place counts as ground, and from which it counts as something else. */
export const groundLevels = { same: 0.5, other: 1.2 } as const;

/** Height above the ground (cm) of each place of the depth map; unreliable far away. */
export function heightAt({ view }: Framing, { inverseDepth }: ViewMaps): (u: number, v: number) => number {
  const { eye, base, right, down } = raysOf(view.camera);
  return (u, v) => {
    const near = sampleField(inverseDepth, u * inverseDepth.width - 0.5, v * inverseDepth.height - 0.5);
    return near > 0 ? eye[2] + (base[2] + u * right[2] + v * down[2]) / near - view.groundCm : 1e6;
  };
}

/** Limits a reflection to places at the ground's height: not on a podium's side, nor on props. */
export function onGroundOnly(reflection: LowerField, framing: Framing, maps: ViewMaps): LowerField {
  const { field, top } = reflection;
  const { frame } = framing;
  const height = heightAt(framing, maps);
  const part = partOfPlate(framing);
  const scale = { x: frame.width / field.width, y: (frame.height - top) / field.height };
  for (let y = 0; y < field.height; y++) {
    const v = (part.top + top + (y + 0.5) * scale.y) / part.height;
    for (let x = 0; x < field.width; x++) {
      const at = (y * field.width + x) * 4;
      if (field.data[at + 3] === 0) continue;
      const u = (part.left + (x + 0.5) * scale.x) / part.width;
      const on = 1 - smoothstep(groundLevels.same, groundLevels.other, Math.abs(height(u, v)));
      for (let c = 0; c < 4; c++) field.data[at + c] = (field.data[at + c] as number) * on;
    }
  }
  return reflection;
}

/** Opacity of the props that are nearer to the camera than the product, in cells of the depth map; null for none. */
export function propsBefore(
  framing: Framing,
  maps: ViewMaps,
  { place, nearestCm }: { place: Box; nearestCm: number },
): Field | null {
  const { inverseDepth } = maps;
  const part = partOfPlate(framing);
  const height = heightAt(framing, maps);
  const columns = [place.left, place.left + place.width].map(
    (x) => ((x + part.left) / part.width) * inverseDepth.width,
  );
  const rows = [place.top, place.top + place.height].map(
    (y) => ((y + part.top) / part.height) * inverseDepth.height,
  );
  const bounded = (value: number | undefined, most: number) => clamp(Math.floor(value ?? 0), 0, most);
  const before = createField(inverseDepth.width, inverseDepth.height, 1);
  let any = false;
  for (let y = bounded(rows[0], before.height); y < bounded((rows[1] ?? 0) + 1, before.height); y++) {
    for (let x = bounded(columns[0], before.width); x < bounded((columns[1] ?? 0) + 1, before.width); x++) {
      const at = y * before.width + x;
      const nearer = (inverseDepth.data[at] as number) * nearestCm;
      if (nearer <= 1) continue;
      const above = height((x + 0.5) / before.width, (y + 0.5) / before.height);
      before.data[at] = smoothstep(0.5 * groundLevels.other, groundLevels.other, above);
      any ||= (before.data[at] as number) > 0;
    }
  }
  if (!any) return null;
  // Stems as thin as a cell are noise of the depth map's resolution.
  blurField(before, 1.4);
  for (let i = 0; i < before.data.length; i++)
    before.data[i] = smoothstep(0.4, 0.75, before.data[i] as number);
  return before;
}
