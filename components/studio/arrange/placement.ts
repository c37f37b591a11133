import type { LookOptions } from "#lib/contract/photos/options.ts";
import type { Size } from "#lib/contract/photos/sizes.ts";
import type { Point } from "../../ui/zoom.ts";

/*
 * The placement of a product in its frame, as in a request: positions as shares of the frame's sides, the scale as
 * share of its shorter side. Points and steps of a pointer are shares of the frame as well, from its top left.
 */

export interface Placement extends Point {
  scale: number;
  rotationDeg: number;
}

/** A line that the product's center snapped to; `at` is its position as a share of the frame's width or height. */
export interface Guide {
  axis: "x" | "y";
  at: number;
}

type Layout = NonNullable<LookOptions["layout"]>;

export const scaleRange = { min: 0.05, max: 2 } as const;
/** Smaller differences are invisible in a photo. */
const sameShare = 0.0015;
const sameDeg = 0.05;
/** Snap distance of the center, as share of the frame's shorter side. */
const snapShare = 0.015;
const snapDeg = 2;
const angleStepDeg = 15;

/** Derives placement and proportions (longer side 1) of an unrotated product from its box in the frame. */
export function measurePlacement(frame: Size, box: Size & { left: number; top: number }) {
  const longer = Math.max(box.width, box.height, 1);
  const placement: Placement = {
    x: (box.left + box.width / 2) / frame.width,
    y: (box.top + box.height / 2) / frame.height,
    scale: longer / Math.min(frame.width, frame.height),
    rotationDeg: 0,
  };
  return { placement, product: { width: box.width / longer, height: box.height / longer } };
}

/** The placement of a request; missing fields take the style's default. */
export function placementOf(layout: LookOptions["layout"], standard: Placement): Placement {
  return {
    x: layout?.x ?? standard.x,
    y: layout?.y ?? standard.y,
    scale: layout?.scale ?? standard.scale,
    rotationDeg: layout?.rotation_deg ?? standard.rotationDeg,
  };
}

/**
 * The layout fields of a request: only those that differ from the style's default. Styles move a scaled or rotated
 * product, so the whole placement is sent then.
 */
export function layoutOf(placement: Placement, standard: Placement): Layout {
  const { x, y, scale, rotationDeg } = limited(placement);
  const differs = (one: number, other: number) => Math.abs(one - other) > sameShare;
  const turns = Math.abs(rotationDeg - standard.rotationDeg) > sameDeg;
  if (turns) return { x, y, scale, rotation_deg: rotationDeg };
  if (differs(scale, standard.scale)) return { x, y, scale };
  return { ...(differs(x, standard.x) && { x }), ...(differs(y, standard.y) && { y }) };
}

/** Clamps to the limits of a request and rounds to the precision visible in a photo. */
export function limited({ x, y, scale, rotationDeg }: Placement): Placement {
  return {
    x: round(clamp(x, 0, 1), 4),
    y: round(clamp(y, 0, 1), 4),
    scale: round(clamp(scale, scaleRange.min, scaleRange.max), 4),
    rotationDeg: round(wrapDeg(rotationDeg), 1),
  };
}

/** Width and height of the product's box before rotation, as shares of the frame. */
export function boxShares(scale: number, product: Size, frame: Size): Size {
  const longer = scale * Math.min(frame.width, frame.height);
  return { width: (longer * product.width) / frame.width, height: (longer * product.height) / frame.height };
}

interface Move {
  start: Placement;
  by: Point;
  standard: Placement;
  frame: Size;
  /** Snaps the center to the frame's middle and thirds and to the style's default. */
  snaps: boolean;
}

/** The placement after a drag, and the lines that it snapped to. */
export function moveBy({ start, by, standard, frame, snaps }: Move): {
  placement: Placement;
  guides: Guide[];
} {
  const free = { x: start.x + by.x, y: start.y + by.y };
  if (!snaps) return { placement: limited({ ...start, ...free }), guides: [] };
  const side = Math.min(frame.width, frame.height);
  const x = snap(free.x, standard.x, (snapShare * side) / frame.width);
  const y = snap(free.y, standard.y, (snapShare * side) / frame.height);
  const placement = limited({ ...start, x: x ?? free.x, y: y ?? free.y });
  const guides = [x !== null && { axis: "x" as const, at: x }, y !== null && { axis: "y" as const, at: y }];
  return { placement, guides: guides.filter((guide) => guide !== false) };
}

function snap(value: number, standard: number, reach: number): number | null {
  const [nearest = standard] = [standard, 1 / 2, 1 / 3, 2 / 3].sort(
    (one, other) => Math.abs(one - value) - Math.abs(other - value),
  );
  return Math.abs(nearest - value) <= reach ? nearest : null;
}

interface Turn {
  start: Placement;
  /** The start and the current position of the pointer. */
  from: Point;
  to: Point;
  standard: Placement;
  frame: Size;
  snaps: boolean;
}

/** Scales about the center so that a corner follows the pointer; snaps to the style's default size. */
export function scaleTo({ start, from, to, standard, frame, snaps }: Turn): Placement {
  const before = distance(start, from, frame);
  const scale = before > 0 ? (start.scale * distance(start, to, frame)) / before : start.scale;
  const isStandard = snaps && Math.abs(scale / standard.scale - 1) <= snapShare * 1.5;
  return limited({ ...start, scale: isStandard ? standard.scale : scale });
}

/** Rotates about the center so that a handle follows the pointer; snaps to every 15°. */
export function rotateTo({ start, from, to, frame, snaps }: Turn): Placement {
  const turned = start.rotationDeg + angleDeg(start, to, frame) - angleDeg(start, from, frame);
  const step = Math.round(turned / angleStepDeg) * angleStepDeg;
  const isStep = snaps && Math.abs(turned - step) <= snapDeg;
  return limited({ ...start, rotationDeg: isStep ? step : turned });
}

/** The placement after a key press: null if the key has no action, `standard` to reset to the style's default. */
export function nudge(placement: Placement, key: string, isLarge: boolean): Placement | "standard" | null {
  const step = isLarge ? 0.05 : 0.005;
  const turnDeg = isLarge ? 10 : 1;
  const moves: Record<string, Partial<Placement>> = {
    ArrowLeft: { x: placement.x - step },
    ArrowRight: { x: placement.x + step },
    ArrowUp: { y: placement.y - step },
    ArrowDown: { y: placement.y + step },
    "+": { scale: placement.scale * (1 + 2 * step) },
    "=": { scale: placement.scale * (1 + 2 * step) },
    "-": { scale: placement.scale / (1 + 2 * step) },
    _: { scale: placement.scale / (1 + 2 * step) },
    ",": { rotationDeg: placement.rotationDeg - turnDeg },
    "<": { rotationDeg: placement.rotationDeg - turnDeg },
    ";": { rotationDeg: placement.rotationDeg - turnDeg },
    ".": { rotationDeg: placement.rotationDeg + turnDeg },
    ">": { rotationDeg: placement.rotationDeg + turnDeg },
    ":": { rotationDeg: placement.rotationDeg + turnDeg },
  };
  if (key === "Home") return "standard";
  const move = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return move ? limited({ ...placement, ...move }) : null;
}

function distance(center: Point, point: Point, frame: Size): number {
  return Math.hypot((point.x - center.x) * frame.width, (point.y - center.y) * frame.height);
}

function angleDeg(center: Point, point: Point, frame: Size): number {
  return (
    (Math.atan2((point.y - center.y) * frame.height, (point.x - center.x) * frame.width) * 180) / Math.PI
  );
}

function wrapDeg(deg: number): number {
  const wrapped = ((((deg + 180) % 360) + 360) % 360) - 180;
  return wrapped === -180 && deg > 0 ? 180 : wrapped;
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

export function round(value: number, digits: number): number {
  const factor = 10 ** digits;
  // Adding 0 turns -0 into 0; some comparisons treat -0 as a change.
  return Math.round(value * factor) / factor + 0;
}
