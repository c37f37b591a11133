import { describe, expect, it } from "vitest";
import type { Mask } from "./mask.ts";
import { fillDisputedHoles } from "./second-opinion.ts";

function ring(side: number, hole: number, offset: number): Mask {
  const alpha = Float32Array.from({ length: side * side }, (_, index) => {
    const distance = Math.hypot((index % side) - offset, Math.floor(index / side) - offset) / side;
    return distance < 0.4 && distance >= hole ? 1 : 0;
  });
  return { alpha, width: side, height: side };
}

describe("fillDisputedHoles", () => {
  const size = { width: 1000, height: 1000 };
  const whole = { left: 0, top: 0, ...size };
  const middle = 100 * 200 + 100;

  it("closes a large hole that the first look saw as product", () => {
    const mask = ring(200, 0.15, 100);
    fillDisputedHoles(mask, ring(60, 0, 30), whole, size);
    expect(mask.alpha[middle]).toBe(1);
    expect(mask.alpha[0]).toBe(0);
  });

  it("leaves a hole open that both looks saw", () => {
    const mask = ring(200, 0.15, 100);
    fillDisputedHoles(mask, ring(60, 0.15, 30), whole, size);
    expect(mask.alpha[middle]).toBe(0);
  });

  it("leaves small holes to the close look", () => {
    const mask = ring(200, 0.02, 100);
    fillDisputedHoles(mask, ring(60, 0, 30), whole, size);
    expect(mask.alpha[middle]).toBe(0);
  });
});
