import type { ProductCutOut } from "./product.ts";
import type { Placement } from "./stage.ts";
import type { Size } from "./view.ts";

/** Sides of its picture beyond which a product goes on. */
export interface FrameCut {
  left: boolean;
  right: boolean;
  top: boolean;
  bottom: boolean;
  /** A thread, chain or cable runs out of the picture above: it hangs. */
  hangs: boolean;
  /** Length of the cut on each side, in pixels of the cut-out. */
  runs: Record<Side, number>;
}

const sides = ["left", "right", "top", "bottom"] as const;
type Side = (typeof sides)[number];

/** Alpha from which a pixel on the picture's border is the product's. */
const solid = 128;
/** A cut is at least so long, as a share of the product's own length along that side; beside another cut, so long. */
const leastRun = 0.12;
const leastRunBeside = 0.04;
/** What only touches the border with a round side is so much wider so far inside: a share of the product's extent. */
const grazing = { inside: 0.02, wider: 1.6 } as const;
/** A thread is so thin on the border, and so far below it still, as shares of the product's width and height. */
const thread = { thin: 0.12, below: 0.04 } as const;

/**
 * Where the picture's frame cuts the product off, by what of its alpha lies on the border. What touches all four sides
 * is a picture that was trimmed to its product: nothing is cut there.
 */
export function findCut(cutOut: ProductCutOut): FrameCut {
  const { width, height, box } = cutOut;
  const touches = {
    left: box.left === 0,
    right: box.left + box.width === width,
    top: box.top === 0,
    bottom: box.top + box.height === height,
  };
  const none = { left: 0, right: 0, top: 0, bottom: 0 };
  if (sides.every((side) => touches[side]) || !sides.some((side) => touches[side])) {
    return { left: false, right: false, top: false, bottom: false, hangs: false, runs: none };
  }
  const runs = { ...none };
  for (const side of sides) if (touches[side] && !grazes(cutOut, side)) runs[side] = longestRun(cutOut, side);
  const shareOf = (side: Side) => runs[side] / (side === "left" || side === "right" ? box.height : box.width);
  const isCut = (side: Side) => runs[side] >= 4 && shareOf(side) >= leastRun;
  const beside = sides.some(isCut) ? leastRunBeside : leastRun;
  const cut = (side: Side) => runs[side] >= 4 && shareOf(side) >= beside;
  const found = { left: cut("left"), right: cut("right"), top: cut("top"), bottom: cut("bottom") };
  const hangs = touches.top && !found.top && !found.bottom && isThread(cutOut);
  return { ...found, hangs, runs };
}

function alphaAt({ rgba, width }: ProductCutOut, x: number, y: number): number {
  return rgba[(y * width + x) * 4 + 3] as number;
}

/** Of the product's pixels in the line on that border, or so far inside of it. */
function longestRun(cutOut: ProductCutOut, side: Side, inset = 0): number {
  const { width, height } = cutOut;
  const isUpright = side === "left" || side === "right";
  const line = side === "left" || side === "top" ? inset : (isUpright ? width : height) - 1 - inset;
  let [longest, run] = [0, 0];
  for (let i = 0; i < (isUpright ? height : width); i++) {
    const alpha = isUpright ? alphaAt(cutOut, line, i) : alphaAt(cutOut, i, line);
    run = alpha >= solid ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

function grazes(cutOut: ProductCutOut, side: Side): boolean {
  const { box } = cutOut;
  const extent = side === "left" || side === "right" ? box.width : box.height;
  const inset = Math.min(extent - 1, Math.ceil(grazing.inside * extent));
  return longestRun(cutOut, side, inset) > grazing.wider * longestRun(cutOut, side);
}

// A round top that only just touches the border widens below it; a thread does not.
function isThread(cutOut: ProductCutOut): boolean {
  const { box } = cutOut;
  const covered = (y: number) => {
    let count = 0;
    for (let x = box.left; x < box.left + box.width; x++) if (alphaAt(cutOut, x, y) >= solid) count++;
    return count;
  };
  const above = covered(0);
  const below = covered(Math.min(box.height - 1, Math.ceil(thread.below * box.height)));
  return above > 0 && Math.max(above, below) <= thread.thin * box.width && below <= above * 2 + 2;
}

/** Soft edges at the border of a cut-out stay outside of the frame: a share of its tighter side. */
const beyond = 0.0025;

/**
 * A product's place with its cut sides on the same sides of the photo's frame. Of two that lie opposite, both where it
 * then still fits, else the longer one; what stands and is cut above reaches from its ground to the frame's edge.
 */
export function onFrameEdge(placement: Placement, cut: FrameCut, frame: Size): Placement {
  const over = Math.ceil(beyond * Math.min(frame.width, frame.height));
  let { left, right, top, bottom } = cut;
  let place = placement;
  const sized = (scale: number): Placement => {
    const [width, height] = [Math.round(placement.width * scale), Math.round(placement.height * scale)];
    const foot = placement.top + placement.height;
    return { width, height, left: Math.round((frame.width - width) / 2), top: foot - height };
  };
  if (left && right) {
    const wide = sized((frame.width + 2 * over) / placement.width);
    if (wide.height <= frame.height + over) place = wide;
    else if (cut.runs.left >= cut.runs.right) right = false;
    else left = false;
  } else if (top && bottom) {
    const tall = sized((frame.height + 2 * over) / placement.height);
    if (tall.width <= frame.width) place = tall;
    else if (cut.runs.bottom >= cut.runs.top) top = false;
    else bottom = false;
  } else if (top) {
    const tall = sized((placement.top + placement.height + over) / placement.height);
    if (tall.width <= frame.width) place = tall;
  }
  return atSides(place, { ...cut, left, right, top, bottom }, frame);
}

/** The same without another size: only as far as its place was not given. */
export function atSides(
  place: Placement,
  cut: FrameCut,
  frame: Size,
  free: { x: boolean; y: boolean } = { x: true, y: true },
): Placement {
  const over = Math.ceil(beyond * Math.min(frame.width, frame.height));
  const moved = { ...place };
  if (free.x && cut.left) moved.left = -over;
  else if (free.x && cut.right) moved.left = frame.width + over - place.width;
  if (free.y && cut.bottom) moved.top = frame.height + over - place.height;
  else if (free.y && (cut.top || cut.hangs)) moved.top = -over;
  return moved;
}
