import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { scaleSize } from "#lib/imaging/pixels/boxes.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import type { Contact } from "#lib/imaging/renderer/product/contact.ts";
import type { Surface } from "./measure-surface.ts";

/** Least room above and below the product, as shares of the frame's height. */
const leastAbove = 0.03;
const leastBelow = 0.015;
/** Least scale of a product that is made smaller to fit above a surface painted too high. */
const leastScale = 0.6;

/**
 * Moves the product up or down from its planned place onto the painted surface: its base lies in front of the
 * surface's back edge and behind its front edge, and all of it in the frame. It is made smaller only when it would
 * rise out of the frame. In pixels of the frame.
 */
export function standOn(
  surface: Surface,
  { placement, contact }: { placement: Box; contact: Contact },
  frame: Size,
): Box {
  // A floating product ends above its ground.
  const depth = Math.max(0, contact.lowestY - contact.groundY);
  const overhang = Math.max(0, placement.height - contact.groundY);
  const margin = leastBelow * frame.height;
  const planned = placement.top + contact.groundY;
  const highest = surface.isSeen
    ? surface.backY * frame.height + Math.max(0.035 * frame.height, depth * 1.2)
    : 0;
  const front = surface.frontY * frame.height - depth - margin;
  const bottom = frame.height - overhang - margin;
  // A base too deep for the strip extends over its front edge, the lesser fault: a shelf may be overhung a little.
  const ground = Math.min(bottom, front >= highest ? clamp(planned, highest, front) : (front + highest) / 2);
  const room = ground - leastAbove * frame.height;
  const scale = clamp(room / Math.max(1, contact.groundY), leastScale, 1);
  const size = scaleSize(placement, scale);
  const left = Math.round(placement.left + (placement.width - size.width) / 2);
  return { ...size, left, top: Math.round(ground - contact.groundY * scale) };
}
