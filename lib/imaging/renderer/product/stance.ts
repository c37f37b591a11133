import type { Size } from "#lib/contract/photos/sizes.ts";
import type { Stance } from "#lib/contract/photos/values.ts";
import type { Field } from "#lib/imaging/pixels/field.ts";
import type { Contact } from "./contact.ts";
import { restOn } from "./contact-on-line.ts";
import type { FrameCut } from "./frame-cut.ts";
import { findSupport } from "./support.ts";

/** Least share of its width on which a product can rest, unless it has a flat base. */
const leastSupport = 0.25;
/** How far its center may lie beside its support before a product falls over, as a share of its width. */
const lean = 0.1;
/** Height of hanging and flying products above the ground, as a share of their longer side; by eye. */
const gap = 0.16;

/**
 * Gives a product the requested stance, or else decides by its outline alone whether it stands. It does not stand
 * when the frame cuts it off below, when a thread runs out of its picture above, when it would rest on a mere tip, or
 * when it would fall over because the center of its area lies beside everything that touches the ground. Then no part
 * of it touches the ground.
 */
export function withStance(
  contact: Contact,
  alpha: Field,
  { cut, wanted }: { cut: Pick<FrameCut, "bottom" | "hangs">; wanted?: Stance | undefined },
): Contact {
  if (wanted === "lie") return onItsBack(contact, alpha);
  if (cut.bottom) return { ...contact, weight: new Float32Array(alpha.width), stance: "cut" };
  const longer = Math.max(alpha.width, alpha.height);
  const mayStand = wanted === "stand" || (wanted === undefined && !cut.hangs);
  if (mayStand && isCarried(contact, alpha)) return contact;
  // Made to stand, it rests on its base, or on what reaches farthest, wherever its center is.
  if (wanted === "stand" && contact.upright) return contact;
  if (wanted === "stand")
    return restOn(findSupport(contact.bottom, { longer, middle: null }), contact, alpha);
  return overGround({ ...contact, stance: "floats" }, contact.lowestY + gap * longer);
}

/** A floating product over the ground in that row of its own pixels, but never lower than the ground. */
export function overGround(contact: Contact, row: number): Contact {
  const groundY = Math.max(row, contact.lowestY + 1);
  const level = new Float32Array(contact.bottom.length).fill(groundY);
  return {
    ...contact,
    weight: new Float32Array(contact.bottom.length),
    foot: level,
    mirror: level,
    groundY,
    backY: groundY,
    roundness: 1,
    upright: false,
  };
}

/** A lying product, seen from straight above: its center is its place on the ground, and it has no foot. */
function onItsBack(contact: Contact, { width, height }: Field): Contact {
  const middle = new Float32Array(width).fill(height / 2);
  return {
    ...contact,
    weight: new Float32Array(width),
    foot: middle,
    // Far below, so that the product blocks none of its own light and has no reflection.
    mirror: new Float32Array(width).fill(4 * Math.max(width, height)),
    groundY: height / 2,
    backY: height / 2,
    pitchSin: 1,
    roundness: 1,
    upright: false,
    stance: "lies",
  };
}

/** Whether the outline shows what carries a product: a base, or a line under its center that is not a mere tip. */
export function isCarried({ rests, apart, middle, upright }: Contact, { width }: Size): boolean {
  // No pixel of the product is visible: there is no outline to judge by.
  if (rests.from < 0) return true;
  const carried = [rests, ...apart];
  const first = Math.min(...carried.map(({ from }) => from));
  const last = Math.max(...carried.map(({ to }) => to));
  if (!upright && last + 1 - first < leastSupport * width) return false;
  return middle >= first - lean * width && middle <= last + 1 + lean * width;
}
