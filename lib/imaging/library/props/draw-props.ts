import sharp from "sharp";
import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { growBox, visibleBox } from "#lib/imaging/pixels/boxes.ts";
import { linearOfByte, type Rgb } from "#lib/imaging/pixels/color.ts";
import type { RowSource } from "#lib/imaging/pixels/sampling.ts";
import type { RowEffect } from "#lib/imaging/renderer/output/composite.ts";
import type { View } from "#lib/imaging/renderer/set/view.ts";
import type { ViewMaps } from "../plates.ts";
import type { Framing } from "../shade.ts";
import { litPiece } from "./light-props.ts";
import type { PlacedPiece } from "./place-props.ts";
import type { PropView } from "./prop-files.ts";

/** A piece in pixels of the window: straight sRGB and alpha. */
export interface DrawnPiece {
  pixels: Uint8Array;
  width: number;
  height: number;
  left: number;
  top: number;
  isBefore: boolean;
}

/** Draws the pieces as the scene's light shows them, at the size of the window. */
export async function drawPieces(
  pieces: readonly PlacedPiece[],
  { view, frame }: Framing,
  { maps, window, gain }: { maps: ViewMaps; window: View; gain: Rgb },
): Promise<DrawnPiece[]> {
  const scale = window.frame.width / frame.width;
  return await Promise.all(
    pieces.map(async (placed): Promise<DrawnPiece> => {
      const { prop, piece, pixelsPerCm, pitchDeg, isBefore } = placed;
      const from = nearestView(prop.views, pitchDeg);
      const lit = litPiece(view, maps, placed, { view: from, gain });
      const raw = { width: prop.cellPixels, height: from.rows, channels: 4 } as const;
      const shown = visiblePart(lit, raw);
      const wide = (pixelsPerCm * scale * prop.cellCm) / prop.cellPixels;
      const tall = wide * stretch(piece, pitchDeg, from.pitchDeg);
      const width = Math.max(1, Math.round(shown.width * wide));
      const height = Math.max(1, Math.round(shown.height * tall));
      const pixels = await sharp(lit, { raw })
        .extract(shown)
        .resize(width, height, { fit: "fill" })
        .raw()
        .toBuffer();
      return {
        pixels: new Uint8Array(pixels),
        width,
        height,
        left: Math.round(placed.x * scale + (shown.left - raw.width / 2) * wide - window.left),
        top: Math.round(placed.y * scale + (shown.top - from.groundRow) * tall - window.top),
        isBefore,
      };
    }),
  );
}

/** The part of a cell that is not empty, with a margin for scaling. */
function visiblePart(rgba: Uint8Array, size: Size): Box {
  const visible = visibleBox(rgba, size, { leastAlpha: 1 }) ?? { left: 0, top: 0, width: 1, height: 1 };
  return growBox(visible, 2, size);
}

function nearestView(views: readonly PropView[], pitchDeg: number): PropView {
  const away = (view: PropView) => Math.abs(view.pitchDeg - pitchDeg);
  return views.reduce((best, view) => (away(view) < away(best) ? view : best));
}

/** How much taller a piece is seen from `pitchDeg` than from the pitch at which it was rendered. */
function stretch(
  { radiusCm, heightCm }: PlacedPiece["piece"],
  pitchDeg: number,
  renderedDeg: number,
): number {
  const seen = (deg: number) => {
    const pitch = (deg * Math.PI) / 180;
    return 1.6 * radiusCm * Math.sin(pitch) + heightCm * Math.cos(pitch);
  };
  return Math.min(1.5, Math.max(0.6, seen(pitchDeg) / seen(renderedDeg)));
}

/** The rows of a backdrop with the pieces on it. */
export function rowsWithProps(rows: RowSource, pieces: readonly DrawnPiece[]): RowSource {
  return (y, out) => {
    rows(y, out);
    for (const piece of pieces) layPiece(piece, y, out, null);
  };
}

/** Draws the pieces before the product over it and its reflection: `behind` already shows them. */
export function coverWithProps(pieces: readonly DrawnPiece[]): RowEffect {
  const before = pieces.filter(({ isBefore }) => isBefore);
  return (y, row, behind) => {
    for (const piece of before) layPiece(piece, y, row, behind);
  };
}

/** Lays a row of a piece; `shown`: a row that already shows it, instead of its own color. */
function layPiece(piece: DrawnPiece, y: number, row: Float32Array, shown: Float32Array | null): void {
  const { pixels, width, height, left, top } = piece;
  const line = y - top;
  if (line < 0 || line >= height) return;
  const to = Math.min(width, row.length / 3 - left);
  for (let x = Math.max(0, -left); x < to; x++) {
    const from = (line * width + x) * 4;
    const alpha = (pixels[from + 3] as number) / 255;
    if (alpha === 0) continue;
    for (let c = 0, i = (left + x) * 3; c < 3; c++, i++) {
      const color = shown ? (shown[i] as number) : (linearOfByte[pixels[from + c] as number] as number);
      row[i] = (row[i] as number) + (color - (row[i] as number)) * alpha;
    }
  }
}
