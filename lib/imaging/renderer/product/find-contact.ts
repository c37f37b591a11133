import type { Size } from "#lib/contract/photos/sizes.ts";
import type { Field } from "#lib/imaging/pixels/field.ts";
import type { Contact } from "./contact.ts";
import { baseLine, mirrorAt, onBase, recessionOf } from "./contact-on-base.ts";
import { onLine } from "./contact-on-line.ts";
import {
  broadBase,
  type Columns,
  contactRuns,
  contactWeights,
  findSeparateBases,
  maximum,
} from "./contact-runs.ts";
import { bottomEdges, middleOf, smooth, thicknessAbove } from "./lower-outline.ts";
import { findSupport, type Support } from "./support.ts";

/** Finds the contact of an alpha picture (one channel, 0..1, cropped to the product). */
export function findContact(alpha: Field): Contact {
  const bottom = smooth(bottomEdges(alpha));
  const lowestY = bottom.reduce((low, y) => Math.max(low, y), 0);
  const runs = contactRuns(bottom, lowestY, alpha);
  const base = broadBase(runs, alpha.width);
  const outline = { bottom, lowestY, middle: middleOf(alpha), thickness: thicknessAbove(bottom, alpha) };
  const longer = Math.max(alpha.width, alpha.height);
  const support = findSupport(bottom, { longer, middle: outline.middle });
  const contact = onLine(support, outline, alpha);
  // A base that recedes is better seen as a line, unless a part in front of it (a lens) reaches lower.
  const steepest = contact.tilted ? recession.behindParts : recession.level;
  const isOnBase = base && !reachesBeyond(support, base) && recessionOf(base, bottom) <= steepest;
  return withOthers(isOnBase ? onBase(base, runs, outline, alpha) : contact, alpha);
}

/** Steepest base that is taken for what carries a product. */
const recession = { level: 0.08, behindParts: 0.15 } as const;
/** How far the two sides of a base must reach beyond its straight part, as a share of the width. */
const beyond = 0.08;

/** Whether a base is only a part of what touches the ground: the front of a car, beside its wheels. */
function reachesBeyond({ corner, line }: Support, { from, to }: Columns): boolean {
  return corner !== null && Math.max(from - corner.from, corner.to - to) > beyond * line.length;
}

/** Adds the products that are apart from the lowest one and rest further back. */
function withOthers(contact: Contact, size: Size): Contact {
  const { bottom, lowestY, pitchSin, groundY } = contact;
  const others = findSeparateBases(bottom, lowestY, size);
  if (others.length === 0) return contact;
  const ofOthers = contactWeights(
    others.map(({ base }) => base),
    bottom,
  );
  const weight = maximum(contact.weight, ofOthers);
  const [foot, mirror] = [contact.foot.slice(), contact.mirror.slice()];
  let backY = contact.backY;
  for (const { columns, base } of others) {
    const own = baseLine(base, bottom, { pitchSin, height: size.height });
    const mirrored = mirrorAt(own, bottom, weight);
    const [from, end] = [columns.from, columns.to + 1];
    foot.set(own.subarray(from, end), from);
    mirror.set(mirrored.subarray(from, end), from);
    backY = Math.min(backY, own[(base.from + base.to) >> 1] ?? groundY);
  }
  return {
    ...contact,
    weight,
    foot,
    mirror,
    backY,
    apart: others.map(({ base: { from, to } }) => ({ from, to })),
  };
}
