import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import type { Stance } from "#lib/contract/photos/values.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { scaleSize } from "#lib/imaging/pixels/boxes.ts";
import type { Scene } from "#lib/imaging/renderer/scene/scene.ts";
import type { Variation } from "#lib/imaging/renderer/scene/seed.ts";
import { positionProduct, type Stage, standIn } from "#lib/imaging/renderer/set/stage.ts";
import { atSides, type FrameCut, findCut, onFrameEdge } from "./frame-cut.ts";
import { measureArea, withMargin } from "./product.ts";
import type { TurnedCutOut } from "./turn.ts";

/** A product with all of its soft edges, and its place in the frame. */
export interface LaidOut {
  cutOut: TurnedCutOut;
  placement: Box;
  /** The style's own place for it: the set is built around that, and stays when the product is moved. */
  standard: Box;
  /** Sides on which its picture cuts it off: there it is put on the photo's frame, unless its place is given. */
  cut: FrameCut;
}

/** Least distance of a moved product from the table's far edge, and from where paper turns into wall. */
const leastDepth = { set: 0.045, sweep: -0.1 } as const;

/** Lays out a product in the frame as the style does, except for what `layout` sets. */
export function layOut(
  given: TurnedCutOut,
  { scene, dimensions, layout = {}, move, stance }: Layout,
  frame: Size,
): LaidOut {
  const cutOut = scene.backdrop === "white" ? given : withMargin(given);
  const { box, pivot } = cutOut;
  const usual = move(positionProduct(dimensions, { ...box, area: measureArea(cutOut) }, frame), frame);
  const standard = stance === "lie" ? inMiddle(usual, frame) : usual;
  const cut = cutFor(stance, findCut(given));
  const isRaised = stance === "hang" && !cut.hangs && scene.backdrop !== "white";
  if (layout.x === undefined && layout.y === undefined && layout.scale === undefined) {
    const placement = onFrameEdge(isRaised ? raised(standard, frame) : standard, cut, frame);
    return { cutOut, placement, standard, cut };
  }
  const side = Math.min(frame.width, frame.height);
  const scale =
    layout.scale === undefined ? standard.width / box.width : (layout.scale * side) / given.longerSide;
  const size = scaleSize(box, scale);
  const free = { x: layout.x === undefined, y: layout.y === undefined };
  const stood = standIn(dimensions, size, frame);
  const own = stance === "lie" ? inMiddle(stood, frame) : isRaised ? raised(stood, frame) : stood;
  const placement = atSides(own, cut, frame, free);
  if (layout.x !== undefined) {
    placement.left = Math.round(layout.x * frame.width - (pivot.x - box.left) * scale);
  }
  if (layout.y !== undefined) {
    placement.top = Math.round(layout.y * frame.height - (pivot.y - box.top) * scale);
  }
  return { cutOut, placement, standard, cut: { ...cut, bottom: cut.bottom && free.y } };
}

/** A product with another stance than `hang` ignores a thread in its picture. */
export function cutFor(stance: Stance | undefined, cut: FrameCut): FrameCut {
  return stance === undefined || stance === "hang" ? cut : { ...cut, hangs: false };
}

/** Seen from above, there is no ground in front of a product, and no wall behind it. */
function inMiddle(place: Box, frame: Size): Box {
  return { ...place, top: Math.round((frame.height - place.height) / 2) };
}

/** Room above a hanging product, as a share of the frame's height. */
const overHung = 0.06;

/** A hanging product without a visible thread is only placed far above its ground. */
export function raised(place: Box, frame: Size): Box {
  return { ...place, top: Math.min(place.top, Math.round(overHung * frame.height)) };
}

export interface Layout {
  scene: Scene;
  /** The scene whose dimensions the style uses to place a product. */
  dimensions: Scene;
  layout?: RenderOptions["layout"];
  /** Absent: the product's outline decides. */
  stance?: Stance | undefined;
  /** How a seed changes that place. */
  move: Variation["move"];
}

/** Moves the set up for a product placed higher than the style does, so that it never seems to hang on the wall. */
export function underProduct(stage: Stage, scene: Scene, productGroundY: number): Stage {
  if (scene.backdrop === "white") return stage;
  const limit =
    scene.backdrop === "set"
      ? stage.edgeY + leastDepth.set * stage.side
      : stage.groundY + leastDepth.sweep * stage.side;
  const raise = Math.max(0, limit - productGroundY);
  if (raise === 0) return stage;
  return { ...stage, groundY: stage.groundY - raise, edgeY: stage.edgeY - raise };
}
