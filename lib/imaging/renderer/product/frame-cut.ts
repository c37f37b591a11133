import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import type { View } from "#lib/imaging/renderer/set/view.ts";

/** Sides of its picture beyond which a product continues. */
export interface FrameCut {
  left: boolean;
  right: boolean;
  top: boolean;
  bottom: boolean;
  /** Whether a thread, chain or cable runs out of the picture at the top, so that the product hangs. */
  hangs: boolean;
  /** Length of the cut on each side, in pixels of the cut-out. */
  runs: Record<Side, number>;
}

const sides = ["left", "right", "top", "bottom"] as const;
type Side = (typeof sides)[number];

/** Least alpha of a product's pixel on the picture's border. */
const solid = 128;
/** Least length of a cut, as a share of the product's own length along that side. */
const leastRun = 0.04;
/**
 * A round side that only touches the border is `wider` times as wide `inside` of it, a share of the extent. Where the
 * picture is trimmed to the product on both sides beside it, the border may have cut a sliver off.
 */
const grazing = { inside: 0.008, wider: 1.6 } as const;
const sliver = { inside: 0.05, wider: 2 } as const;
/** Largest margin of a picture that was trimmed to its product, as a share of the picture's side. */
const trimmed = 0.005;
/**
 * A thread: at most `thin` wide at the border and `below` it, at most `beside` off the middle (shares of the box).
 */
const thread = { thin: 0.12, below: 0.04, beside: 0.12 } as const;

/**
 * Finds the sides on which the picture's frame cuts the product off, by its alpha on the border. In a picture that was
 * trimmed to its product on all four sides nothing is cut off.
 */
export function findCut(cutOut: ProductCutOut): FrameCut {
  const { width, height, box } = cutOut;
  const margins = {
    left: box.left / width,
    right: 1 - (box.left + box.width) / width,
    top: box.top / height,
    bottom: 1 - (box.top + box.height) / height,
  };
  const runs = { left: 0, right: 0, top: 0, bottom: 0 };
  const isTrimmed = sides.every((side) => margins[side] <= trimmed);
  const touches = (side: Side) => margins[side] <= 0;
  for (const side of sides) {
    const isTight = sides.every((other) => isUpright(other) === isUpright(side) || margins[other] <= trimmed);
    if (touches(side) && !isTrimmed && !grazes(cutOut, side, isTight)) runs[side] = covered(cutOut, side);
  }
  const cut = (side: Side) =>
    runs[side] >= 4 && runs[side] >= leastRun * (isUpright(side) ? box.height : box.width);
  const hangs = touches("top") && !isTrimmed && !cut("bottom") && isThread(cutOut);
  const top = cut("top") && !hangs;
  return { left: cut("left"), right: cut("right"), top, bottom: cut("bottom"), hangs, runs };
}

/** Part of a product's side that may lie outside of the photo without counting as cut off by it. */
const spare = 0.006;

/**
 * Which frame cuts a product off in a photo: its `picture`'s, at an edge of the photo; its picture's, so that the cut
 * is `visible` within the photo; or that of the `photo`. Null: none.
 */
export function cutBy(
  cut: FrameCut,
  { box }: Pick<ProductCutOut, "box">,
  { cutOut, placement, view }: { cutOut: Pick<ProductCutOut, "box">; placement: Box; view: View },
): "picture" | "visible" | "photo" | null {
  const scale = placement.width / cutOut.box.width;
  const left = placement.left - view.left + (box.left - cutOut.box.left) * scale;
  // What lies in a scene is foreshortened.
  const rowScale = placement.height / cutOut.box.height;
  const top = placement.top - view.top + (box.top - cutOut.box.top) * rowScale;
  // How far each side of the product lies outside of the photo.
  const beyond: Record<Side, number> = {
    left: -left,
    right: left + box.width * scale - view.width,
    top: -top,
    bottom: top + box.height * rowScale - view.height,
  };
  if (sides.some((side) => cut[side] && beyond[side] < -1)) return "visible";
  const isPhotos = (side: Side) =>
    !cut[side] && !(side === "top" && cut.hangs) && beyond[side] > Math.max(1, spare * scale * box.width);
  if (sides.some(isPhotos)) return "photo";
  return sides.some((side) => cut[side]) ? "picture" : null;
}

function isUpright(side: Side): boolean {
  return side === "left" || side === "right";
}

function alphaAt({ rgba, width }: ProductCutOut, x: number, y: number): number {
  return rgba[(y * width + x) * 4 + 3] as number;
}

/** Counts the product's pixels in the line on that border, or `inset` pixels inside of it. */
function covered(cutOut: ProductCutOut, side: Side, inset = 0): number {
  const { width, height } = cutOut;
  const line = side === "left" || side === "top" ? inset : (isUpright(side) ? width : height) - 1 - inset;
  let count = 0;
  for (let i = 0; i < (isUpright(side) ? height : width); i++) {
    const alpha = isUpright(side) ? alphaAt(cutOut, line, i) : alphaAt(cutOut, i, line);
    if (alpha >= solid) count++;
  }
  return count;
}

function grazes(cutOut: ProductCutOut, side: Side, isTight: boolean): boolean {
  const { box } = cutOut;
  const extent = isUpright(side) ? box.width : box.height;
  return [grazing, ...(isTight ? [sliver] : [])].some(({ inside, wider }) => {
    const inset = Math.min(extent - 1, Math.max(2, Math.ceil(inside * extent)));
    return covered(cutOut, side, inset) > wider * covered(cutOut, side);
  });
}

function isThread(cutOut: ProductCutOut): boolean {
  const { box } = cutOut;
  const [above, below] = [
    covered(cutOut, "top"),
    covered(cutOut, "top", Math.ceil(thread.below * box.height)),
  ];
  // A round top that only touches the border widens below it; a thread does not.
  if (above === 0 || Math.max(above, below) > thread.thin * box.width || below > above * 2 + 2) return false;
  return Math.abs(middleOf(cutOut, 0, 1) - middleOf(cutOut, 0, box.height)) <= thread.beside * box.width;
}

/** Mean column of the covered pixels in some rows. */
function middleOf(cutOut: ProductCutOut, from: number, to: number): number {
  let [sum, count] = [0, 0];
  for (let y = from; y < to; y++) {
    for (let x = 0; x < cutOut.width; x++) {
      if (alphaAt(cutOut, x, y) < solid) continue;
      sum += x;
      count++;
    }
  }
  return sum / Math.max(1, count);
}

/** Soft edges of a cut stay outside of the frame, by this share of its shorter side. */
const beyond = 0.0025;

/** Largest size of a product, relative to the frame, when it spans two opposite sides: a close-up. */
const mostOverflow = 1.3;

/**
 * Places a product with its cut sides on the same sides of the photo's frame. Of two opposite ones, both are used if
 * little of the product then leaves the frame, else the longer one, or the lower one. A standing product that is cut
 * off above extends from its ground to the frame's edge.
 */
export function onFrameEdge(placement: Box, cut: FrameCut, frame: Size): Box {
  const over = Math.ceil(beyond * Math.min(frame.width, frame.height));
  let { left, right, top, bottom } = cut;
  let place = placement;
  const sized = (scale: number): Box => {
    const [width, height] = [Math.round(placement.width * scale), Math.round(placement.height * scale)];
    const foot = placement.top + placement.height;
    const left = Math.round((frame.width - width) / 2);
    return {
      width,
      height,
      left,
      top: height > foot ? Math.round((frame.height - height) / 2) : foot - height,
    };
  };
  if (left && right) {
    const wide = sized((frame.width + 2 * over) / placement.width);
    if (wide.height <= frame.height * mostOverflow) place = wide;
    else if (cut.runs.left >= cut.runs.right) right = false;
    else left = false;
  } else if (top && bottom) {
    const tall = sized((frame.height + 2 * over) / placement.height);
    if (tall.width <= frame.width * mostOverflow) place = tall;
    else top = false;
  } else if (top) {
    const tall = sized((placement.top + placement.height + over) / placement.height);
    if (tall.width <= frame.width) place = tall;
  }
  return atSides(place, { ...cut, left, right, top, bottom }, frame);
}

/** The same without a change of size, and only along axes on which the place was not given. */
export function atSides(
  place: Box,
  cut: FrameCut,
  frame: Size,
  free: { x: boolean; y: boolean } = { x: true, y: true },
): Box {
  const over = Math.ceil(beyond * Math.min(frame.width, frame.height));
  const moved = { ...place };
  if (free.x && cut.left) moved.left = -over;
  else if (free.x && cut.right) moved.left = frame.width + over - place.width;
  if (free.y && cut.bottom) moved.top = frame.height + over - place.height;
  else if (free.y && (cut.top || cut.hangs)) moved.top = -over;
  return moved;
}
