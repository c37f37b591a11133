import type { Stance } from "#lib/contract/photos/stances.ts";
import type { Field } from "#lib/imaging/pixels/field.ts";
import type { Contact } from "./contact.ts";
import { onFeet } from "./feet.ts";
import type { FrameCut } from "./frame-cut.ts";

/** What rests on less of its width than this, on a tip that is no flat base, is not carried by it. */
const leastSupport = 0.25;
/** Up to so far above its lowest point the outline counts as what rests, as a share of the longer side. */
const supportDepth = 0.04;
/** So far beside what it rests on, as a share of its width, its middle may lie before it would fall over. */
const lean = 0.1;
/** How far above the ground things hang and fly, as a share of their longer side; by eye. */
const gap = 0.16;

/**
 * Gives a product the stance that is wanted, or else decides whether it stands, from its outline alone. It does not where
 * the frame cuts it off below; where a thread runs out of its picture above; where it would rest on a mere tip; and where
 * it would fall over, because the middle of its area lies beside all that touches the ground. Then nothing of it touches
 * the ground.
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
  if (wanted === "stand") return onFeet(contact, longer);
  return overGround({ ...contact, stance: "floats" }, contact.lowestY + gap * longer);
}

/** What floats, over the ground in that row of its own: never lower than the ground. */
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

/** What lies is seen from straight above: its middle is the place on the ground, and no edge of it is its foot. */
function onItsBack(contact: Contact, { width, height }: Field): Contact {
  const middle = new Float32Array(width).fill(height / 2);
  return {
    ...contact,
    weight: new Float32Array(width),
    foot: middle,
    // Far below: the product hides no light from itself, and mirrors nothing.
    mirror: new Float32Array(width).fill(4 * Math.max(width, height)),
    groundY: height / 2,
    backY: height / 2,
    pitchSin: 1,
    roundness: 1,
    upright: false,
    stance: "lies",
  };
}

function isCarried({ bottom, apart, lowestY, upright }: Contact, { width, height, data }: Field): boolean {
  const rests = lowestY - supportDepth * Math.max(width, height);
  const lowest = { from: bottom.findIndex((y) => y >= rests), to: bottom.findLastIndex((y) => y >= rests) };
  // Nothing at all: there is no outline to judge by.
  if (lowest.from < 0) return true;
  const carried = [lowest, ...apart];
  const first = Math.min(...carried.map(({ from }) => from));
  const last = Math.max(...carried.map(({ to }) => to));
  if (!upright && last + 1 - first < leastSupport * width) return false;
  let [sum, covered] = [0, 0];
  for (let i = 0; i < width * height; i++) {
    const alpha = data[i] as number;
    sum += alpha * ((i % width) + 0.5);
    covered += alpha;
  }
  const middle = sum / Math.max(1e-6, covered);
  return middle >= first - lean * width && middle <= last + 1 + lean * width;
}
