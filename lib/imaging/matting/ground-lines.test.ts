import { describe, expect, test } from "vitest";
import type { Box } from "#lib/contract/photos/sizes.ts";
import { removeGroundLines } from "./ground-lines.ts";

const side = 512;
const body: Box = { left: 150, top: 200, width: 200, height: 200 };
const pole: Box = { left: 200, top: 60, width: 8, height: 140 };
const blue = [30, 60, 200] as const;
const brown = [120, 90, 60] as const;

/** A blue product on brown ground, and a line that the mask contains; the coarse mask has it with `agreed`. */
function draw(line: Box, { color = brown as readonly number[], agreed = 0 } = {}) {
  const rgb = new Uint8Array(side * side * 3);
  for (let index = 0; index < side * side; index += 1) rgb.set(brown, index * 3);
  const mask = { alpha: new Float32Array(side * side), width: side, height: side };
  const coarse = { alpha: new Float32Array(side * side), width: side, height: side };
  const fill = (part: Box, of: readonly number[], far: number) => {
    for (let y = part.top; y < part.top + part.height; y += 1) {
      for (let x = part.left; x < part.left + part.width; x += 1) {
        rgb.set(of, (y * side + x) * 3);
        mask.alpha[y * side + x] = 1;
        coarse.alpha[y * side + x] = far;
      }
    }
  };
  fill(line, color, agreed);
  fill(body, blue, 1);
  removeGroundLines({ mask, coarse, box: { left: 0, top: 0, width: side, height: side }, size: mask }, rgb);
  const shareOf = ({ left, top, width, height }: Box) => {
    let sum = 0;
    for (let y = top; y < top + height; y += 1)
      for (let x = left; x < left + width; x += 1) sum += mask.alpha[y * side + x] ?? 0;
    return sum / (width * height);
  };
  return { line: shareOf(line), body: shareOf(body) };
}

describe("a line in the colors of the ground that sticks out of the product", () => {
  test("is removed, up to a stub, and the product stays whole", () => {
    const { line, body } = draw(pole);
    expect(line).toBeLessThan(0.12);
    expect(body).toBe(1);
  });

  test("is removed when it lies apart from the product", () => {
    expect(draw({ ...pole, top: 20, height: 120 }).line).toBe(0);
  });

  test.each<[string, Parameters<typeof draw>]>([
    ["has the product's color, as a strap", [pole, { color: blue }]],
    ["was seen by the coarse pass, as a leg", [pole, { agreed: 0.5 }]],
    ["is as thin as a hair", [{ ...pole, width: 3 }]],
    ["is short", [{ ...pole, top: 175, height: 25 }]],
    ["is as wide as a handle", [{ ...pole, width: 30 }]],
  ])("stays when it %s", (_, [line, options]) => {
    expect(draw(line, options)).toEqual({ line: 1, body: 1 });
  });
});
