import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { z } from "zod";
import { createField, type Field } from "#lib/imaging/pixels/field.ts";
import { assetFolder } from "#lib/platform/assets.ts";

const share = z.number().min(0).max(1);

/** `prop.json`, written by `assets/makers/props`. */
const propFile = z.object({
  cell_cm: z.number().positive(),
  cell_pixels: z.int().positive(),
  highest_cm: z.number().positive(),
  weights: z.object({ sky: share, left: share, right: share, back: share }),
  pieces: z
    .array(z.object({ radius_cm: z.number().positive(), height_cm: z.number().positive() }))
    .nonempty(),
  views: z
    .array(
      z.object({
        pitch_deg: z.number().min(0).max(90),
        top: z.int().min(0),
        rows: z.int().positive(),
        ground_row: z.int().min(0),
      }),
    )
    .nonempty(),
});

/** One piece of a prop: a leaf, or some petals that lie together; lengths in centimeters. */
export interface PropPiece {
  /** Its column of cells in the pictures. */
  place: number;
  radiusCm: number;
  heightCm: number;
}

/** The pieces of a prop seen from one height: rows of its pictures. */
export interface PropView {
  pitchDeg: number;
  top: number;
  rows: number;
  /** Row, in the view, of the ground under the pieces' middle. */
  groundRow: number;
}

export interface Prop {
  pieces: readonly PropPiece[];
  views: readonly PropView[];
  cellCm: number;
  cellPixels: number;
  /** Shares of the light in which the stored color was lit. */
  weights: { sky: number; left: number; right: number; back: number };
  /** Straight sRGB color and alpha, and which shares of a pixel's light come from left, right and behind. */
  color: Uint8Array;
  light: Uint8Array;
  width: number;
  /** Height above the ground (cm) of all pieces, seen from straight above. */
  heights: Field;
}

/** Props that were read: together a few megabytes. */
const known = new Map<string, Promise<Prop>>();

/** Throws when its files are missing or invalid. */
export function loadProp(id: string): Promise<Prop> {
  const prop = known.get(id) ?? readProp(path.join(assetFolder("props"), id));
  known.set(id, prop);
  prop.catch(() => known.delete(id));
  return prop;
}

async function readProp(folder: string): Promise<Prop> {
  const file = propFile.parse(JSON.parse(await readFile(path.join(folder, "prop.json"), "utf8")));
  const raw = (name: string) => sharp(path.join(folder, name)).toColourspace("srgb");
  const [color, light, heights] = await Promise.all([
    raw("color.webp").ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
    raw("light.webp").removeAlpha().raw().toBuffer(),
    raw("heights.png").extractChannel(0).raw().toBuffer({ resolveWithObject: true }),
  ]);
  const raised = createField(heights.info.width, heights.info.height, 1);
  for (let i = 0; i < raised.data.length; i++)
    raised.data[i] = ((heights.data[i] as number) / 255) * file.highest_cm;
  return {
    pieces: file.pieces.map(({ radius_cm, height_cm }, place) => ({
      place,
      radiusCm: radius_cm,
      heightCm: height_cm,
    })),
    views: file.views.map(({ pitch_deg, ground_row, ...view }) => ({
      ...view,
      pitchDeg: pitch_deg,
      groundRow: ground_row,
    })),
    cellCm: file.cell_cm,
    cellPixels: file.cell_pixels,
    weights: file.weights,
    color: new Uint8Array(color.data),
    light: new Uint8Array(light),
    width: color.info.width,
    heights: raised,
  };
}
