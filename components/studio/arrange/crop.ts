import type { LookOptions } from "#lib/contract/photos/options.ts";
import type { Point } from "../../ui/zoom.ts";
import { clamp, round } from "./placement.ts";

/** The cropped part of the frame, by its center and zoom. */
export interface Crop extends Point {
  zoom: number;
}

export const zoomRange = { min: 1, max: 4 } as const;
export const wholeFrame: Crop = { x: 0.5, y: 0.5, zoom: 1 };

export function cropFrom(crop: LookOptions["crop"]): Crop {
  return crop ? { x: crop.x ?? 0.5, y: crop.y ?? 0.5, zoom: crop.zoom } : wholeFrame;
}

/** Clamps the crop to the frame and rounds it to the precision visible in a photo. */
export function limitedCrop({ x, y, zoom }: Crop): Crop {
  const limited = round(clamp(zoom, zoomRange.min, zoomRange.max), 3);
  const half = 0.5 / limited;
  return { x: round(clamp(x, half, 1 - half), 4), y: round(clamp(y, half, 1 - half), 4), zoom: limited };
}

/** The `crop` field of a request; undefined for the whole frame. */
export function cropOption(crop: Crop): LookOptions["crop"] {
  const { x, y, zoom } = limitedCrop(crop);
  if (zoom === 1) return undefined;
  return { ...(x !== 0.5 && { x }), ...(y !== 0.5 && { y }), zoom };
}

/** The cropped box as shares of the frame. */
export function cropBox({ x, y, zoom }: Crop) {
  const side = 1 / zoom;
  return { left: x - side / 2, top: y - side / 2, width: side, height: side };
}

/** The crop after a key press; null if the key has no action. */
export function nudgeCrop(crop: Crop, key: string, isLarge: boolean): Crop | null {
  const step = isLarge ? 0.05 : 0.005;
  const keys: Record<string, Partial<Crop>> = {
    ArrowLeft: { x: crop.x - step },
    ArrowRight: { x: crop.x + step },
    ArrowUp: { y: crop.y - step },
    ArrowDown: { y: crop.y + step },
    "+": { zoom: crop.zoom * (1 + 2 * step) },
    "=": { zoom: crop.zoom * (1 + 2 * step) },
    "-": { zoom: crop.zoom / (1 + 2 * step) },
    Home: wholeFrame,
  };
  const change = Object.hasOwn(keys, key) ? keys[key] : undefined;
  return change ? limitedCrop({ ...crop, ...change }) : null;
}

/** Zooms about the crop's center so that a corner follows the pointer. */
export function zoomTo(start: Crop, from: Point, to: Point): Crop {
  const reach = (point: Point) => Math.max(Math.abs(point.x - start.x), Math.abs(point.y - start.y));
  const before = reach(from);
  return limitedCrop({ ...start, zoom: (start.zoom * before) / Math.max(reach(to), before / 100, 1e-6) });
}
