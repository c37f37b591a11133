import type { Size } from "#lib/contract/photos/sizes.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import type { Contact, Outline } from "./contact.ts";
import { defaultPitchSin, insetOf, pitchSins } from "./contact-on-base.ts";
import { contactWeights, findLegs, lift, maximum } from "./contact-runs.ts";
import type { Support } from "./support.ts";

/** Tangent of the angle by which a receding side is turned away at most: the steeper it is, the higher the camera. */
const mostTurned = 1.7;

/** Rests on feet, a belly or a sole, which need not be level: the line through the lowest of them carries it. */
export function onLine(support: Support, outline: Outline, size: Size): Contact {
  const longer = Math.max(size.width, size.height);
  const contact = restOn(support, outline, size);
  // Legs that are further back than the line between the front ones.
  const legs = findLegs(outline.bottom, outline.lowestY, size).filter(
    ({ from, to, lowest }) => (support.line[(from + to) >> 1] ?? 0) - lowest > legApart * longer,
  );
  if (legs.length === 0) return contact;
  const weight = maximum(contact.weight, contactWeights(legs, outline.bottom));
  const [foot, mirror] = [contact.foot.slice(), contact.mirror.slice()];
  for (const { from, to, lowest } of legs) {
    foot.fill(lowest, from, to + 1);
    mirror.fill(lowest, from, to + 1);
  }
  const backY = Math.min(contact.backY, ...legs.map(({ lowest }) => lowest));
  return { ...contact, weight, foot, mirror, backY };
}

/** Least distance of a leg from the line, as a share of the longer side. */
const legApart = 0.015;

/** Least slope of a line that is not level. */
const leastTilt = 0.06;
/** Height above the line up to which the outline counts as resting, as a share of the longer side. */
const supportDepth = 0.04;

/** The contact of a product that rests on a line. */
export function restOn(support: Support, outline: Outline, { width, height }: Size): Contact {
  const { bottom, lowestY } = outline;
  const { line } = support;
  const weight = bottom.map((row, x) => {
    const touches = row < 0 ? 0 : Math.exp((row - (line[x] as number)) / (lift * width + 1));
    return touches < 0.03 ? 0 : touches;
  });
  const depth = supportDepth * Math.max(width, height);
  const rests = (row: number, x: number) => row >= 0 && row >= (line[x] as number) - depth;
  const first = Math.max(
    0,
    weight.findIndex((value) => value > 0.5),
  );
  const last = Math.max(
    first,
    weight.findLastIndex((value) => value > 0.5),
  );
  const recession = Math.abs((line[last] ?? 0) - (line[first] ?? 0)) / Math.max(1, last - first);
  const seen = support.corner?.pitchSin ?? Math.max(defaultPitchSin, recession / mostTurned);
  const pitchSin = clamp(seen, pitchSins.least, pitchSins.most);
  const inset = support.isSole ? insetOf((last - first) / 2, height) * pitchSin : 0;
  const foot = support.foot.map((row) => row - inset);
  const groundY = foot[width >> 1] ?? lowestY;
  return {
    ...outline,
    weight,
    rests: { from: bottom.findIndex(rests), to: bottom.findLastIndex(rests) },
    tilted: recession > leastTilt && !support.isSole && support.corner === null,
    foot,
    mirror: line,
    groundY,
    backY: Math.min(groundY, line[first] ?? groundY, line[last] ?? groundY),
    apart: [],
    pitchSin,
    seenPitchSin: support.corner?.pitchSin ?? null,
    roundness: 1,
    upright: false,
    stance: "stands",
  };
}
