import { luminance } from "#lib/imaging/pixels/color.ts";
import { createField, type Field } from "#lib/imaging/pixels/field.ts";
import { clamp, smoothstep } from "#lib/imaging/pixels/numbers.ts";
import { createPartSampler, sampleField } from "#lib/imaging/pixels/sampling.ts";
import type { LowerField } from "#lib/imaging/renderer/light/reflection.ts";
import { dot, levelAxes, type Point, pointOnGround, project } from "../camera.ts";
import type { ViewMaps } from "../plates.ts";
import type { SceneLamp } from "../scene-files.ts";
import { type Framing, groundLevels, heightAt, lightLeft, partOfPlate } from "../shade.ts";
import { directionsOf, skyDirections } from "../shadow-rays.ts";
import type { PlacedPiece } from "./place-props.ts";

/** Cells of a shadow along the piece's radius, and the longest shadow in heights of the piece. */
const cellsPerRadius = 14;
const longest = 4;
/** Rays of a lamp and of the sky. */
const rays = { lamp: 8, sky: 24 };

/** The light that a piece takes from the ground around it: channel 0 of the lamps, 1 of the rest. */
interface PieceShadow {
  taken: Field;
  /** Of its cells, in centimeters, and where its first one lies from the piece's middle (right, toward the camera). */
  cellCm: number;
  reachCm: number;
}

/** The shadows of all pieces in the frame of the design: the share of its light that each place keeps; null for none. */
export function shadeUnderProps(
  pieces: readonly PlacedPiece[],
  framing: Framing,
  { maps, lamps, strength }: { maps: ViewMaps; lamps: readonly SceneLamp[]; strength: number },
): LowerField | null {
  if (strength === 0 || pieces.length === 0) return null;
  const { frame, view } = framing;
  const part = partOfPlate(framing);
  const shadows = pieces.map((placed) => ({ placed, shadow: castPiece(placed, framing, lamps) }));
  const boxes = shadows.map(({ placed, shadow }) => boxOf(placed, shadow, framing));
  const top = Math.floor(clamp(Math.min(...boxes.map((box) => box.top)), 0, frame.height - 2));
  const field = createField(frame.width, frame.height - top, 1);
  field.data.fill(1);
  const height = heightAt(framing, maps);
  const { right, toCamera } = levelAxes(view.camera);
  const keyRow = new Float32Array(frame.width);
  const sampleKey = createPartSampler(maps.keyShare, part);
  shadows.forEach(({ placed, shadow }, k) => {
    const box = boxes[k];
    if (!box) return;
    const { taken, cellCm, reachCm } = shadow;
    for (let y = Math.max(top, box.top); y < Math.min(frame.height, box.bottom); y++) {
      sampleKey(y, keyRow);
      const v = (part.top + y + 0.5) / part.height;
      for (let x = Math.max(0, box.left); x < Math.min(frame.width, box.right); x++) {
        const u = (part.left + x + 0.5) / part.width;
        const ground = pointOnGround(view.camera, u, v, placed.at[2]);
        if (!ground) continue;
        const from: Point = [ground[0] - placed.at[0], ground[1] - placed.at[1], 0];
        const column = (dot(from, right) + reachCm) / cellCm - 0.5;
        const row = (dot(from, toCamera) + reachCm) / cellCm - 0.5;
        if (column < 0 || row < 0 || column > taken.width - 1 || row > taken.height - 1) continue;
        const lamp = sampleField(taken, column, row, 0);
        const sky = sampleField(taken, column, row, 1);
        if (lamp + sky < 0.004) continue;
        const above = Math.abs(height(u, v) + view.groundCm - placed.at[2]);
        const on = 1 - smoothstep(groundLevels.same, groundLevels.other, above);
        const left = 1 - strength * on * (1 - lightLeft(keyRow[x] as number, lamp, sky));
        const at = (y - top) * frame.width + x;
        field.data[at] = (field.data[at] as number) * left;
      }
    }
  });
  return { field, top };
}

function boxOf({ at }: PlacedPiece, { reachCm }: PieceShadow, framing: Framing) {
  const { view } = framing;
  const part = partOfPlate(framing);
  const corners = [-1, 1].flatMap((a) =>
    [-1, 1].map((b) => {
      const { right, toCamera } = levelAxes(view.camera);
      const along = (i: 0 | 1) => at[i] + reachCm * (a * right[i] + b * toCamera[i]);
      const { x, y } = project(view.camera, [along(0), along(1), at[2]]);
      return { x: x * part.width - part.left, y: y * part.height - part.top };
    }),
  );
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return {
    left: Math.floor(Math.min(...xs)),
    right: Math.ceil(Math.max(...xs)),
    top: Math.floor(Math.min(...ys)),
    bottom: Math.ceil(Math.max(...ys)),
  };
}

/** Follows rays from the ground toward the light over the piece's heights. */
function castPiece(
  { prop, piece, mirrored }: PlacedPiece,
  { view }: Framing,
  lamps: readonly SceneLamp[],
): PieceShadow {
  const { right, toCamera } = levelAxes(view.camera);
  const toPiece = (direction: Point): Point => [
    dot(direction, right),
    dot(direction, toCamera),
    direction[2],
  ];
  const reachCm = piece.radiusCm + Math.min(longest * piece.heightCm, 2 * piece.radiusCm + 4);
  const cellCm = piece.radiusCm / cellsPerRadius;
  const side = Math.ceil((2 * reachCm) / cellCm);
  const taken = createField(side, side, 2);
  const cells = prop.heights.height;
  const perCm = cells / prop.cellCm;
  const heightOf = (x: number, y: number) => {
    const across = (mirrored ? -x : x) * perCm + cells / 2;
    const down = y * perCm + cells / 2;
    if (across < 0 || down < 0 || across >= cells || down >= cells) return 0;
    return prop.heights.data[
      Math.floor(down) * prop.heights.width + piece.place * cells + Math.floor(across)
    ] as number;
  };
  const keys = lamps.map((lamp) => ({
    weight: luminance(lamp.strength) * Math.max(0.15, lamp.direction[2]),
    rays: everyOf(directionsOf(lamp, toPiece).rays, rays.lamp),
  }));
  const whole = keys.reduce((sum, { weight }) => sum + weight, 0);
  const sky = everyOf(skyDirections(toPiece), rays.sky);
  const hit = (x: number, y: number, directions: readonly Point[]) => {
    let hits = 0;
    for (const [dx, dy, dz] of directions) {
      if (dz <= 0.02) continue;
      const step = 1 / perCm / Math.max(0.35, Math.hypot(dx, dy));
      const most = Math.min(piece.heightCm / dz, 2 * reachCm);
      for (let t = 0.5 * step; t < most + step; t += step) {
        if (heightOf(x + dx * t, y + dy * t) <= dz * t) continue;
        hits++;
        break;
      }
    }
    return hits / directions.length;
  };
  for (let row = 0; row < side; row++) {
    const y = (row + 0.5) * cellCm - reachCm;
    for (let column = 0; column < side; column++) {
      const x = (column + 0.5) * cellCm - reachCm;
      const at = (row * side + column) * 2;
      const distance = Math.hypot(x, y);
      if (whole > 0)
        taken.data[at] = keys.reduce((sum, key) => sum + key.weight * hit(x, y, key.rays), 0) / whole;
      if (distance < piece.radiusCm + 1.5 * piece.heightCm) taken.data[at + 1] = hit(x, y, sky);
    }
  }
  return { taken, cellCm, reachCm };
}

/** Some of a list of directions, spread evenly over it. */
function everyOf(directions: Float32Array, count: number): Point[] {
  const all = directions.length / 3;
  return Array.from({ length: count }, (_, k) => {
    const at = Math.floor(((k + 0.5) / count) * all) * 3;
    return [directions[at] as number, directions[at + 1] as number, directions[at + 2] as number];
  });
}
