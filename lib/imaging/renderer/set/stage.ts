import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { scaleSize } from "../../pixels/boxes.ts";
import type { Scene } from "../scene/scene.ts";
import type { View } from "./view.ts";

/** Geometry of a photo in its pixels; `stageOf` converts it to another size of the photo, or to a part of it. */
export interface Stage {
  width: number;
  height: number;
  /** The frame of which this is a part, or the whole. */
  whole: Box;
  /** The shorter side: lengths of the set are shares of it. */
  side: number;
  /** Column of the product's center. */
  centerX: number;
  /** Row of the ground under the product's center. */
  groundY: number;
  /** Row in which the table of a `set` ends. */
  edgeY: number;
  /** Sine of the camera's downward pitch. */
  pitchSin: number;
  /** Distance of the camera from the product. */
  distance: number;
}

/** The frame in pixels of the product at the 1K size, and the origin of the product's box in it. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  top: number;
}

/**
 * Positions a product of the given proportions (`area`: pixels of its box that it covers) in the frame, in whole pixels.
 * A white scene fills at least 85 % of the shorter side and centers the product; the others leave room and put it in
 * the lower part.
 */
export function positionProduct(
  scene: Pick<Scene, "backdrop" | "fillWidth" | "fillHeight" | "fillBulk" | "reflection">,
  product: { width: number; height: number; area: number },
  frame: Size,
): Box {
  const limitWidth = frame.width * scene.fillWidth;
  const limitHeight = frame.height * scene.fillHeight;
  const fits = Math.min(limitWidth / product.width, limitHeight / product.height);
  // Bulky products look larger than slim ones of the same height, so their area is limited too.
  const bulk = (Math.min(frame.width, frame.height) * scene.fillBulk) / Math.sqrt(product.area);
  const scale = scene.backdrop === "white" ? fits : Math.min(fits, bulk);
  return standIn(scene, scaleSize(product, scale), frame);
}

/** Returns the style's place for a product of this size. */
export function standIn(
  scene: Pick<Scene, "backdrop" | "reflection">,
  { width, height }: Size,
  frame: Size,
): Box {
  const room = frame.height - height;
  // A reflection needs room below the product; without one, more of the room goes to the wall above.
  const above = scene.backdrop === "white" ? 0.5 : 0.6 - 0.16 * Math.min(0.5, scene.reflection);
  const top = Math.round(room * above);
  return { left: Math.round((frame.width - width) / 2), top, width, height };
}

export function scalePlacement(placement: Box, scale: number): Box {
  return {
    left: Math.round(placement.left * scale),
    top: Math.round(placement.top * scale),
    width: Math.round(placement.width * scale),
    height: Math.round(placement.height * scale),
  };
}

/** The stage for a product whose ground row and camera pitch are known. */
export function createStage(
  frame: Size,
  placement: Box,
  contact: { groundY: number; pitchSin: number },
): Stage {
  const side = Math.min(frame.width, frame.height);
  const groundY = placement.top + contact.groundY;
  // The table ends behind the product, lower for flat products so that some wall stays visible behind them.
  const behind = Math.min(0.24 * side, 0.1 * side + 0.22 * placement.height);
  const { width, height } = frame;
  return {
    width,
    height,
    whole: { left: 0, top: 0, width, height },
    side,
    centerX: placement.left + placement.width / 2,
    groundY,
    edgeY: groundY - behind,
    pitchSin: Math.max(0.13, Math.min(0.26, contact.pitchSin)),
    distance: side * 3.2,
  };
}

/** The stage of a lying product seen from straight above: only the ground is visible. */
export function fromStraightAbove(frame: Size, placement: Box): Stage {
  const stage = createStage(frame, placement, { groundY: placement.height / 2, pitchSin: 1 });
  return { ...stage, edgeY: -stage.side, pitchSin: 1 };
}

/** Converts the stage of a whole frame to another size, or to the part that a view shows. */
export function stageOf(stage: Stage, { frame, left, top, width, height }: View): Stage {
  const scale = frame.width / stage.width;
  return {
    width,
    height,
    whole: { left: -left, top: -top, ...frame },
    side: stage.side * scale,
    centerX: stage.centerX * scale - left,
    groundY: stage.groundY * scale - top,
    edgeY: stage.edgeY * scale - top,
    pitchSin: stage.pitchSin,
    distance: stage.distance * scale,
  };
}

/** Returns the stage of the whole frame of which a stage is a part. */
export function wholeStage(part: Stage): Stage {
  const { whole } = part;
  return {
    ...part,
    width: whole.width,
    height: whole.height,
    whole: { ...whole, left: 0, top: 0 },
    centerX: part.centerX - whole.left,
    groundY: part.groundY - whole.top,
    edgeY: part.edgeY - whole.top,
  };
}

/** Point of the ground in a row: depth behind the product (negative: in front), and relative distance. */
export function groundAtRow(stage: Stage, y: number): { depth: number; zoom: number } {
  const sine = stage.pitchSin;
  const cosine = Math.sqrt(1 - sine * sine);
  const v = y - stage.groundY;
  const below = Math.max(stage.distance * sine * 0.05, stage.distance * sine + v * cosine);
  const zoom = (stage.distance * sine) / below;
  return { depth: zoom * (stage.distance * cosine - v * sine) - stage.distance * cosine, zoom };
}
