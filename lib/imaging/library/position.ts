import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import type { Stance } from "#lib/contract/photos/values.ts";
import type { RenderOptions } from "../generator.ts";
import { clamp } from "../pixels/numbers.ts";
import type { Contact } from "../renderer/product/contact.ts";
import { type FrameCut, findCut, onFrameEdge } from "../renderer/product/frame-cut.ts";
import { cutFor, raised } from "../renderer/product/layout.ts";
import { type Balance, measureArea } from "../renderer/product/product.ts";
import { type ScaledProduct, scaleWithContact } from "../renderer/product/scale-with-contact.ts";
import { overGround } from "../renderer/product/stance.ts";
import type { TurnedCutOut } from "../renderer/product/turn.ts";
import { drawsOf } from "../renderer/scene/seed.ts";
import { isFromAbove, type Point, pointAt, pointOnGround, project } from "./camera.ts";
import { type LibraryScene, mirrorView, type SceneView } from "./scene-files.ts";

/** The form of a scene that seed and picture choose. */
export interface Choice {
  view: SceneView;
  /** Position of the middle of the product's foot. */
  foot: Point;
  /** The product's longer side as a share of the frame, and its size relative to the usual one. */
  fill: number;
  size: number;
  /** Horizontal shift of the frame, as a share of its width. */
  shift: number;
}

/** The product in its position in a scene; pixels are those of the design. */
export interface PositionedInScene extends ScaledProduct {
  placement: Box;
  foot: Point;
  cut: FrameCut;
  cmPerPixel: number;
  /** Distance along the optical axis. */
  depthCm: number;
}

/** Half the side (cm) of the square in which a product is moved around a position. */
const jitterCm = 0.8;
const mostShift = 0.035;

/**
 * Chooses the view nearest to the product's own camera and, by seed and picture, position, mirroring, framing and
 * size, so that products of one catalogue get related photos, not copies. Without both it is the first position, as
 * rendered.
 */
export function chooseView(
  scene: LibraryScene,
  pitchDeg: number | null,
  { seed = 0, pictureNumber = 0, isUpright = false }: Chooser = {},
): Choice {
  const wanted = pitchDeg ?? usualPitchDeg;
  const away = (view: SceneView) => Math.abs(view.camera.pitchDeg - wanted);
  const fromTheSide = scene.views.filter(({ camera }) => !isFromAbove(camera));
  const views = isUpright && fromTheSide.length > 0 ? fromTheSide : scene.views;
  const nearest = Math.min(...views.map(away));
  const [first, ...others] = views.filter((view) => away(view) < nearest + samePitchDeg);
  if (!first) throw new Error(`scene ${scene.id} has no view: render one with assets/makers/scenes/build.py`);
  const [place = [0, 0, first.groundCm] as const] = first.positions;
  const number = seed ^ pictureNumber;
  if (number === 0) return { view: first, foot: place, fill: usualFill, size: 1, shift: 0 };
  const draw = drawsOf(number);
  const pick = <T>(list: readonly T[]) =>
    list[Math.min(list.length - 1, Math.floor(((draw() + 1) / 2) * list.length))];
  const chosen = pick([first, ...others]) ?? first;
  const view = draw() > 0 ? mirrorView(chosen) : chosen;
  const [x, y, z] = pick(view.positions) ?? place;
  return {
    view,
    foot: [x + jitterCm * draw(), y + jitterCm * draw(), z],
    fill: usualFill + fillVaries * draw(),
    size: 1 + 0.05 * draw(),
    shift: mostShift * draw(),
  };
}

interface Chooser {
  seed?: number | undefined;
  pictureNumber?: number | undefined;
  /** The product must not lie, so views from straight above are left out. */
  isUpright?: boolean;
}

/** Pitch assumed when a product's camera is unknown. */
const usualPitchDeg = 14;
/** Views whose pitch differs by less are arrangements of the same view. */
const samePitchDeg = 4;

/** Largest width, height and root of the area of a product, as shares of the scene's largest product. */
const fills = { width: 0.9, height: 0.84, bulk: 0.62 } as const;
/** Shares of a photo's frame that a product may fill. */
const framed = { width: 0.65, height: 0.65 } as const;

/** Centimeters per pixel of the cut-out: as large as suits the scene, whose props have a fixed size. */
function scaleOf({ most, camera }: SceneView, product: Size & { area: number }): number {
  const foreshortened = Math.cos((camera.pitchDeg * Math.PI) / 180);
  const isFlat = isFromAbove(camera);
  return Math.min(
    (fills.width * most.widthCm) / product.width,
    (fills.height * most.heightCm * (isFlat ? 1 : foreshortened)) / product.height,
    (fills.bulk * Math.sqrt(most.widthCm * most.heightCm)) / Math.sqrt(product.area),
  );
}

/** Share of the frame's side that a product's longer side fills, and by how much the seed changes it. */
const usualFill = 0.6;
const fillVaries = 0.04;
/** Narrowest part of the plate that is shown: below it, its pixels would be enlarged visibly. */
const leastShown = 0.34;
/** Least distance of the product from the frame's sides, as a share of the frame. */
const margin = 0.04;

/**
 * Returns the part of the plate to show, in plate pixels, and the product's scale in centimeters per pixel. The
 * camera moves, not the product: beside its props it keeps its size, and the frame is cut around it until the product
 * fills it as wanted (`scale`: the longer side as a share of the frame's shorter one).
 */
export function framePhoto(
  { view, foot, fill, size, shift }: Choice,
  cutOut: TurnedCutOut,
  { frame, scale }: { frame: Size; scale: number | undefined },
): { crop: Box; cmPerOwnPixel: number } {
  const ratio = frame.width / frame.height;
  const mostWidth = Math.min(1, ratio);
  const at = project(view.camera, foot);
  const shareOfCm = view.camera.focal / at.depthCm;
  const { box } = cutOut;
  const wanted = size * scaleOf(view, { ...box, area: measureArea(cutOut) });
  const cmPerOwnPixel = Math.min(
    wanted,
    (framed.width * mostWidth) / (box.width * shareOfCm),
    (framed.height * mostWidth) / ratio / (box.height * shareOfCm),
  );
  const wide = cmPerOwnPixel * box.width * shareOfCm;
  const tall = cmPerOwnPixel * box.height * shareOfCm;
  const shorter = Math.min(1, 1 / ratio);
  const widthForFill =
    scale === undefined ? Math.max(wide, tall * ratio) / fill : Math.max(wide, tall) / (scale * shorter);
  const width = clamp(widthForFill, Math.min(leastShown, mostWidth), mostWidth);
  const height = width / ratio;
  const bottom = isFromAbove(view.camera) ? at.y + tall / 2 : at.y;
  const top = bottom - tall;
  // Puts the product a little below the center, with room under its foot and above its top.
  const wantedTop = clamp(
    bottom - 0.5 * tall - 0.54 * height,
    bottom + 0.1 * height - height,
    top - 0.05 * height,
  );
  const toPixels = (share: number) => Math.round(share * view.pixels);
  const sized = {
    width: Math.min(view.pixels, Math.max(1, toPixels(width))),
    height: Math.min(view.pixels, Math.max(1, toPixels(height))),
  };
  const aside = Math.max(0, (width - wide) / 2 - margin * width);
  const middle = at.x + clamp(0.4 * (0.5 - at.x) + shift * width, -aside, aside);
  return {
    cmPerOwnPixel,
    crop: {
      ...sized,
      left: clamp(toPixels(middle - width / 2), 0, view.pixels - sized.width),
      top: clamp(toPixels(wantedTop), 0, view.pixels - sized.height),
    },
  };
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
  const found = cutFor(stance, findCut(given));
  const cut = { ...found, bottom: found.bottom && layout.y === undefined };
  const isLying = isFromAbove(view.camera);
  // A scene without a view from above cannot show a lying product, so the product stands in it.
  const wanted = stance === "lie" ? "stand" : stance;
  const isMoved = layout.x !== undefined || layout.y !== undefined;
  const pixelsPerCm = (depthCm: number) => (view.camera.focal * side) / depthCm;
  const scaledBy = (scale: number) =>
    scaleWithContact(cutOut, {
      balance,
      cut,
      stance: wanted,
      size: {
        width: Math.max(1, Math.round(box.width * scale)),
        height: Math.max(1, Math.round(box.height * scale)),
      },
    });
  const locate = (scaled: ScaledProduct, scale: number): { foot: Point; placement: Box } => {
    const { width, height } = scaled.pixels;
    const usualAt = toFrame(usual);
    // A lying product has its center at the place.
    const footRow = isLying ? height / 2 : scaled.contact.groundY;
    const placement = {
      width,
      height,
      left: Math.round(usualAt.x - width / 2),
      top: Math.round(usualAt.y - footRow),
    };
    if (layout.x !== undefined)
      placement.left = Math.round(layout.x * frame.width - (pivot.x - box.left) * scale);
    if (layout.y !== undefined)
      placement.top = Math.round(layout.y * frame.height - (pivot.y - box.top) * scale);
    if (!isMoved && !cut.bottom && !cut.top && !cut.left && !cut.right && !cut.hangs)
      return { placement, foot: choice.foot };
    const moved = isMoved ? placement : onFrameEdge(placement, cut, frame);
    const column = (crop.left + ((moved.left + moved.width / 2) * crop.width) / frame.width) / view.pixels;
    const row = (crop.top + ((moved.top + footRow) * crop.height) / frame.height) / view.pixels;
    return { placement: moved, foot: footAt(view, column, row) };
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
  if (stance === "hang" && !cut.hangs && layout.y === undefined) {
    // A hanging product is raised, and its place on the ground stays far below it.
    const { top } = raised(positioned.placement, frame);
    const { contact } = scaled;
    scaled = { ...scaled, contact: overGround(contact, contact.groundY + positioned.placement.top - top) };
    positioned = { ...positioned, placement: { ...positioned.placement, top } };
  }
  return {
    ...scaled,
    cut,
    contact: isLying
      ? untouched(scaled.contact, "lies")
      : positioned.foot[2] > view.groundCm + 1
        ? untouched(scaled.contact, "floats")
        : scaled.contact,
    ...positioned,
    cmPerPixel: 1 / pixelsPerCm(depthCm),
    depthCm,
  };
}

/** A lying or floating product does not touch the ground with its lower edge. */
function untouched(contact: Contact, stance: Contact["stance"]): Contact {
  return { ...contact, weight: new Float32Array(contact.weight.length), stance };
}

/** Returns the ground point at a place of the frame; beyond the ground's end, a point in the air above it. */
function footAt(view: SceneView, column: number, row: number): Point {
  const most = farthest * Math.max(...view.corners.map((corner) => project(view.camera, corner).depthCm));
  const foot = pointOnGround(view.camera, column, row, view.groundCm);
  return foot && project(view.camera, foot).depthCm <= most ? foot : pointAt(view.camera, column, row, most);
}
