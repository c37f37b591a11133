import type { Field } from "#lib/imaging/pixels/field.ts";
import type { Frame } from "#lib/imaging/renderer/set/stage.ts";
import type { Columns } from "./contact-runs.ts";

/** Where and how a product touches the ground, derived from the outline of its alpha, in its pixels. */
export interface Contact {
  /** Per column: the lowest edge of the product; −1 where the column is empty. */
  bottom: Float32Array;
  /** Per column: rows of the product directly above that edge. */
  thickness: Float32Array;
  /** Column of the center of its area. */
  middle: number;
  /** Per column: 1 rests on the ground … 0 hangs over it (handles, bowls, straps). */
  weight: Float32Array;
  /** Columns between which it rests. */
  rests: Columns;
  /** Whether it rests on single points that are not level: it may also float, tilted. */
  tilted: boolean;
  /** Per column: the ground's row under the middle of the product's depth. */
  foot: Float32Array;
  /** Per column: the row about which a reflection is mirrored: of the ground under the product's front. */
  mirror: Float32Array;
  /** Row of the ground under the middle of the product. */
  groundY: number;
  /** The same under the part that is furthest back: a receding end, a leg, another product. */
  backY: number;
  /** Contact columns of the products that are apart from the lowest one. */
  apart: readonly Columns[];
  /** Lowest row of the product. */
  lowestY: number;
  /** Sine of the camera's downward pitch, from the curve or the sides of the base if they show it. */
  pitchSin: number;
  /** The same as measured at a round base or at two sides, without bounds; null when the base shows neither. */
  seenPitchSin: number | null;
  /** 1: a round base, 0: a straight one. */
  roundness: number;
  /** Whether the base ends in upright walls: the body does not bulge over it. */
  upright: boolean;
  /**
   * `floats`: hangs or flies over the ground; `cut`: the frame cuts it off below. Neither touches the ground. `lies`:
   * on its back, seen from above.
   */
  stance: "stands" | "floats" | "cut" | "lies";
}

/** What the outline shows of a product before it is decided what it rests on. */
export type Outline = Pick<Contact, "bottom" | "lowestY" | "middle" | "thickness">;

/** A product at the 1K size: its premultiplied linear color, its alpha, and its contact with the ground. */
export interface ProductInFrame {
  color: Field;
  alpha: Field;
  contact: Contact;
  frame: Frame;
  /** Of glass: its own light alone, and how much of the light behind it that replaces. */
  mirrored?: { color: Field; alpha: Field } | undefined;
}
