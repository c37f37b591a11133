import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import type { Stance } from "#lib/contract/photos/values.ts";
import type { RenderOptions } from "../generator.ts";
import type { Contact } from "../renderer/product/contact.ts";
import { type FrameCut, findCut, onFrameEdge } from "../renderer/product/frame-cut.ts";
import { cutFor, raised } from "../renderer/product/layout.ts";
import type { Balance } from "../renderer/product/product.ts";
import { stanceInScene } from "../renderer/product/resolve-stance.ts";
import { type ScaledProduct, scaleWithContact } from "../renderer/product/scale-with-contact.ts";
import { overGround } from "../renderer/product/stance.ts";
import type { TurnedCutOut } from "../renderer/product/turn.ts";
import { foreshortening, type Point, pointAt, pointOnGround, project } from "./camera.ts";
import type { Choice } from "./framing.ts";
import type { SceneView } from "./scene-files.ts";

/** The product in its position in a scene; pixels are those of the design. */
export interface PositionedInScene extends ScaledProduct {
  placement: Box;
  foot: Point;
  cut: FrameCut;
  cmPerPixel: number;
  /** Distance along the optical axis. */
  depthCm: number;
}

interface Wanted {
  choice: Choice;
  crop: Box;
  cmPerOwnPixel: number;
  balance: Balance;
  layout: RenderOptions["layout"];
  stance: Stance | undefined;
  /** The cut-out before it got a margin for soft edges. */
  given: TurnedCutOut;
}

/** Largest distance to which a product may be moved, relative to the farthest corner of the ground. */
const farthest = 1.06;

/** Positions the product on the scene's ground, in the frame of the design. */
export async function positionInScene(
  cutOut: TurnedCutOut,
  { choice, crop, cmPerOwnPixel, balance, layout = {}, given, stance }: Wanted,
  frame: Size,
): Promise<PositionedInScene> {
  const { view } = choice;
  const { box, pivot } = cutOut;
  const side = view.pixels * (frame.width / crop.width);
  const toFrame = ({ x, y }: { x: number; y: number }) => ({
    x: ((x * view.pixels - crop.left) * frame.width) / crop.width,
    y: ((y * view.pixels - crop.top) * frame.height) / crop.height,
  });
  const usual = project(view.camera, choice.foot);
  // A thread that runs out of its picture hangs from the hook too.
  const found = cutFor(view.hangs ? "stand" : stance, findCut(given));
  // Of the hanging product's top, in its box with the margin for soft edges.
  const top = { x: given.box.left - box.left + topColumnOf(given), y: given.box.top - box.top };
  const cut = { ...found, bottom: found.bottom && layout.y === undefined };
  const rowScale = foreshortening(view);
  // This view shows standing products only.
  const wanted = stance === "lie" ? "stand" : stanceInScene(stance, cut);
  const isMoved = layout.x !== undefined || layout.y !== undefined;
  const pixelsPerCm = (depthCm: number) => (view.camera.focal * side) / depthCm;
  const scaledBy = (scale: number) =>
    scaleWithContact(cutOut, {
      balance,
      cut,
      stance: wanted,
      size: {
        width: Math.max(1, Math.round(box.width * scale)),
        height: Math.max(1, Math.round(box.height * rowScale * scale)),
      },
    });
  const locate = (scaled: ScaledProduct, scale: number): { foot: Point; placement: Box } => {
    const { width, height } = scaled.pixels;
    const usualAt = toFrame(usual);
    // A lying product has its center at the place, a hanging one its top.
    const footRow = view.lies ? height / 2 : scaled.contact.groundY;
    const placement = {
      width,
      height,
      left: Math.round(usualAt.x - (view.hangs ? top.x * scale : width / 2)),
      top: Math.round(usualAt.y - (view.hangs ? top.y * scale : footRow)),
    };
    if (layout.x !== undefined)
      placement.left = Math.round(layout.x * frame.width - (pivot.x - box.left) * scale);
    if (layout.y !== undefined)
      placement.top = Math.round(layout.y * frame.height - (pivot.y - box.top) * rowScale * scale);
    if (!isMoved && !view.hangs && !cut.bottom && !cut.top && !cut.left && !cut.right && !cut.hangs)
      return { placement, foot: choice.foot };
    const at = (moved: Box) => {
      const column = (crop.left + ((moved.left + moved.width / 2) * crop.width) / frame.width) / view.pixels;
      // At the frame's edge it may be larger.
      const movedFoot = moved.top + (footRow * moved.height) / height;
      const row = (crop.top + (movedFoot * crop.height) / frame.height) / view.pixels;
      return { placement: moved, foot: footAt(view, column, row) };
    };
    // A hook holds also what its picture cuts off.
    if (isMoved || view.hangs) return at(placement);
    const atEdge = at(onFrameEdge(placement, cut, frame));
    // Too wide to reach from the ground to the upper edge, it would float there.
    const floats = cut.top && isInTheAir(atEdge.foot, view);
    return floats ? at(onFrameEdge(placement, { ...cut, top: false }, frame)) : atEdge;
  };
  const shorter = Math.min(frame.width, frame.height);
  const fixed = layout.scale === undefined ? null : (layout.scale * shorter) / given.longerSide;
  let scale = fixed ?? cmPerOwnPixel * pixelsPerCm(usual.depthCm);
  let scaled = await scaledBy(scale);
  let positioned = locate(scaled, scale);
  if (fixed === null && isMoved) {
    // A product that is moved away from the camera becomes smaller.
    scale = cmPerOwnPixel * pixelsPerCm(project(view.camera, positioned.foot).depthCm);
    scaled = await scaledBy(scale);
    positioned = locate(scaled, scale);
  }
  if (positioned.placement.width !== scaled.pixels.width) {
    scaled = await scaledBy(positioned.placement.width / box.width);
  }
  const { depthCm } = project(view.camera, positioned.foot);
  if (stance === "hang" && !view.hangs && !cut.hangs && layout.y === undefined) {
    // A hanging product is raised, and its place on the ground stays far below it.
    const placement = raised(positioned.placement, frame);
    const { contact } = scaled;
    const groundY = contact.groundY + positioned.placement.top - placement.top;
    scaled = { ...scaled, contact: overGround(contact, groundY) };
    positioned = { ...positioned, placement };
  }
  return {
    ...scaled,
    cut,
    contact: view.lies
      ? untouched(scaled.contact, view.hangs ? "floats" : "lies")
      : isInTheAir(positioned.foot, view)
        ? untouched(scaled.contact, "floats")
        : scaled.contact,
    ...positioned,
    cmPerPixel: 1 / pixelsPerCm(depthCm),
    depthCm,
  };
}

/** Rows of a product's top, as a share of its height, by the middle of which it hangs. */
const topRows = 0.03;

/** The column of a product by which it hangs, in pixels from the left side of its box. */
function topColumnOf({ rgba, width, box }: TurnedCutOut): number {
  let sum = 0;
  let count = 0;
  for (let row = 0; row < Math.ceil(topRows * box.height); row++) {
    for (let x = 0; x < box.width; x++) {
      if ((rgba[((box.top + row) * width + box.left + x) * 4 + 3] as number) < 128) continue;
      sum += x + 0.5;
      count++;
    }
  }
  return count > 0 ? sum / count : box.width / 2;
}

/** A lying or floating product does not touch the ground with its lower edge. */
function untouched(contact: Contact, stance: Contact["stance"]): Contact {
  return { ...contact, weight: new Float32Array(contact.weight.length), stance };
}

/** Whether a foot is above the ground: its place in the frame lies beyond the ground's end. */
export function isInTheAir(foot: Point, { groundCm }: SceneView): boolean {
  return foot[2] > groundCm + 1;
}

/** Returns the ground point at a place of the frame; beyond the ground's end, a point in the air above it. */
function footAt(view: SceneView, column: number, row: number): Point {
  const most = farthest * Math.max(...view.corners.map((corner) => project(view.camera, corner).depthCm));
  const foot = pointOnGround(view.camera, column, row, view.groundCm);
  return foot && project(view.camera, foot).depthCm <= most ? foot : pointAt(view.camera, column, row, most);
}
