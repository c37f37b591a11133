import type { Rgb } from "#lib/imaging/pixels/color.ts";
import { createField, type Field } from "#lib/imaging/pixels/field.ts";
import type { RowSource } from "#lib/imaging/pixels/sampling.ts";
import { type Scene, texturedSurfaces } from "#lib/imaging/renderer/scene/scene.ts";
import { type Stage, stageOf, wholeStage } from "./stage.ts";
import { createSurfaceRows } from "./surface.ts";
import { loadRoom, loadSurface, type SurfaceTexture } from "./textures.ts";
import { wholeView } from "./view.ts";
import { createRoomRows, createWallRows } from "./wall.ts";

/** A backdrop without the product, its shadow or its reflection, in rows of the stage's size. */
export interface Backdrop {
  rows: RowSource;
  /** Mean linear color of the surface under the product. */
  ground: Rgb;
}

/** `own`: a material of the caller's for the table, instead of the scene's. */
export async function createBackdrop(
  scene: Scene,
  stage: Stage,
  own: SurfaceTexture | null = null,
): Promise<Backdrop> {
  if (scene.backdrop === "white") return { rows: (_, out) => out.fill(1), ground: [1, 1, 1] };
  if (scene.backdrop === "sweep") {
    return { rows: createWallRows(scene, stage), ground: scene.surfaceColor ?? scene.backColor };
  }
  const room = scene.back === "wall" ? null : await loadRoom(scene.back);
  const behindIn = (of: Stage) => (room ? createRoomRows(scene, of, room) : createWallRows(scene, of));
  const behind = behindIn(stage);
  const textured = texturedSurfaces.find((name) => name === scene.surface);
  const texture = own ?? (textured === undefined ? null : await loadSurface(textured));
  // In a part of a frame, the table also reflects what lies outside of the part.
  const seen = isWhole(stage) ? { rows: behind, stage } : wholeBehind(behindIn, stage);
  const surface = createSurfaceRows(scene, stage, { texture, behind: previewRows(seen.rows, seen.stage) });
  const row = new Float32Array(stage.width * 3);
  const soft = stage.side * 0.007;
  return {
    ground: surface.mean,
    rows: (y, out) => {
      const table = Math.max(0, Math.min(1, (y + 0.5 - stage.edgeY) / soft / 2 + 0.5));
      if (table < 1) behind(y, out);
      if (table === 0) return;
      if (table === 1) {
        surface.rows(y, out);
        return;
      }
      surface.rows(y, row);
      for (let i = 0; i < out.length; i++) {
        const b = out[i] as number;
        out[i] = b + ((row[i] as number) - b) * table;
      }
    },
  };
}

function isWhole({ width, height, whole }: Stage): boolean {
  return width === whole.width && height === whole.height;
}

/** The background behind the table of the whole frame, at a size that is enough for a reflection. */
function wholeBehind(behindIn: (of: Stage) => RowSource, part: Stage): { rows: RowSource; stage: Stage } {
  const whole = wholeStage(part);
  const size = { width: 512, height: Math.max(8, Math.round((whole.height / whole.width) * 512)) };
  const stage = stageOf(whole, wholeView(size));
  return { rows: behindIn(stage), stage };
}

/** The background behind the table at low resolution, for its reflection in a polished surface. */
function previewRows(rows: RowSource, stage: Stage): Field {
  const step = Math.max(1, Math.round(stage.width / 128));
  const preview = createField(Math.ceil(stage.width / step), Math.ceil(stage.height / step), 3);
  const row = new Float32Array(stage.width * 3);
  for (let y = 0; y < preview.height; y++) {
    rows(Math.min(stage.height - 1, y * step), row);
    for (let x = 0; x < preview.width; x++) {
      const from = Math.min(stage.width - 1, x * step) * 3;
      for (let c = 0; c < 3; c++) {
        preview.data[(y * preview.width + x) * 3 + c] = row[from + c] as number;
      }
    }
  }
  return preview;
}
