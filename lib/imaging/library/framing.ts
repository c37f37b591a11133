import type { SizeMisfit } from "#lib/contract/photos/notes.ts";
import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import type { Stance } from "#lib/contract/photos/values.ts";
import { clamp } from "../pixels/numbers.ts";
import { measureArea } from "../renderer/product/product.ts";
import type { TurnedCutOut } from "../renderer/product/turn.ts";
import { drawsOf } from "../renderer/scene/seed.ts";
import { foreshortening, type Point, project, showsLying } from "./camera.ts";
import { leastFill, leastShown, sizeTolerance } from "./product-range.ts";
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
  { seed = 0, pictureNumber = 0, stance }: Chooser = {},
): Choice {
  const wanted = stance === "lie" ? 90 : (pitchDeg ?? usualPitchDeg);
  const away = (view: SceneView) => Math.abs(view.camera.pitchDeg - wanted);
  const fromTheSide = scene.views.filter(({ lies }) => !lies);
  const mustStand = stance !== undefined && stance !== "lie";
  const views = mustStand && fromTheSide.length > 0 ? fromTheSide : scene.views;
  const nearest = Math.min(...views.map(away));
  const [first, ...others] = views
    .filter((view) => away(view) < nearest + samePitchDeg)
    .map((view) => ({ ...view, lies: view.lies || (stance === "lie" && showsLying(view.camera)) }));
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
  // A hook does not move.
  const jitter = view.hangs ? 0 : jitterCm;
  return {
    view,
    foot: [x + jitter * draw(), y + jitter * draw(), z],
    fill: usualFill + fillVaries * draw(),
    size: 1 + 0.05 * draw(),
    shift: mostShift * draw(),
  };
}

interface Chooser {
  seed?: number | undefined;
  pictureNumber?: number | undefined;
  /** Default: `lie` in views from above, `stand` in all others. */
  stance?: Stance | undefined;
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
function scaleOf({ most, camera, lies }: SceneView, product: Size & { area: number }): number {
  const foreshortened = lies ? 1 : Math.cos((camera.pitchDeg * Math.PI) / 180);
  return Math.min(
    (fills.width * most.widthCm) / product.width,
    (fills.height * most.heightCm * foreshortened) / product.height,
    (fills.bulk * Math.sqrt(most.widthCm * most.heightCm)) / Math.sqrt(product.area),
  );
}

/** Real size of a product, of which one side is given. */
export interface RealSize {
  height?: number | undefined;
  width?: number | undefined;
}

/** Centimeters per pixel of the cut-out at the product's real size; null if it is not given. */
function realScale({ camera, lies }: SceneView, box: Size, { height, width }: RealSize = {}): number | null {
  const foreshortened = lies ? 1 : Math.cos((camera.pitchDeg * Math.PI) / 180);
  if (height !== undefined) return (height * foreshortened) / box.height;
  return width === undefined ? null : width / box.width;
}

/** Share of the frame's side that a product's longer side fills, and by how much the seed changes it. */
const usualFill = 0.6;
const fillVaries = 0.04;
/** Least distance of the product from the frame's sides, as a share of the frame. */
const margin = 0.04;

interface Frame {
  frame: Size;
  scale: number | undefined;
  /** The product's box in its picture and its real size. */
  real?: { box: Size; size: RealSize | undefined };
  /** Share of a product's height that is seen below the ground under its middle. */
  below?: number;
}

/**
 * Returns the part of the plate to show, in plate pixels, and the product's scale in centimeters per pixel. The
 * camera moves, not the product: beside its props it keeps its size, and the frame is cut around it until the product
 * fills it as wanted (`scale`: the longer side as a share of the frame's shorter one).
 */
export function framePhoto(
  { view, foot, fill, size, shift }: Choice,
  cutOut: TurnedCutOut,
  { frame, scale, real, below = 0 }: Frame,
): { crop: Box; cmPerOwnPixel: number; misfit: SizeMisfit | undefined } {
  const ratio = frame.width / frame.height;
  const mostWidth = Math.min(1, ratio);
  const at = project(view.camera, foot);
  const shareOfCm = view.camera.focal / at.depthCm;
  const box = { width: cutOut.box.width, height: cutOut.box.height * foreshortening(view) };
  const realCm = real ? realScale(view, real.box, real.size) : null;
  const wanted = realCm ?? size * scaleOf(view, { ...box, area: measureArea(cutOut) * foreshortening(view) });
  const most = Math.min(
    ...(realCm === null ? [] : [view.most.widthCm / box.width, view.most.heightCm / box.height]),
    (framed.width * mostWidth) / (box.width * shareOfCm),
    (framed.height * mostWidth) / ratio / (box.height * shareOfCm),
  );
  const narrowest = Math.min(leastShown, mostWidth);
  const least =
    (leastFill * narrowest * Math.min(1, 1 / ratio)) / (Math.max(box.width, box.height) * shareOfCm);
  const cmPerOwnPixel = realCm === null ? Math.min(wanted, most) : clamp(wanted, Math.min(least, most), most);
  const ownWidth = box.width * cmPerOwnPixel * shareOfCm;
  const ownHeight = box.height * cmPerOwnPixel * shareOfCm;
  const longer = Math.max(ownWidth, ownHeight);
  const shorterSide = Math.min(1, 1 / ratio);
  const widthForFill =
    scale === undefined ? Math.max(ownWidth, ownHeight * ratio) / fill : longer / (scale * shorterSide);
  const width = clamp(widthForFill, narrowest, mostWidth);
  const height = width / ratio;
  // What the camera cannot do, the product's size does.
  const enlarged = scale === undefined ? 1 : (scale * shorterSide * width) / longer;
  const [wide, tall] = [ownWidth * enlarged, ownHeight * enlarged];
  const bottom = at.y + (view.hangs ? 1 : view.lies ? 0.5 : below) * tall;
  // Puts the product a little below the center, with room under its foot and above its top, as far as there is any.
  const room = clamp((height - tall) / (0.15 * height), 0, 1);
  const wantedTop = clamp(
    bottom - 0.5 * tall - 0.54 * height,
    bottom - (1 - 0.1 * room) * height,
    bottom - tall - 0.05 * room * height,
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
    misfit: realCm === null ? undefined : misfitOf(wanted / cmPerOwnPixel),
    crop: {
      ...sized,
      left: clamp(toPixels(middle - width / 2), 0, view.pixels - sized.width),
      top: clamp(toPixels(wantedTop), 0, view.pixels - sized.height),
    },
  };
}

function misfitOf(shrunk: number): SizeMisfit | undefined {
  if (shrunk > sizeTolerance) return "too_large";
  return shrunk < 1 / sizeTolerance ? "too_small" : undefined;
}
