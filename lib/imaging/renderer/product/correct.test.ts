import { expect, test } from "vitest";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { measureTilt } from "#lib/imaging/repair/tilt.ts";
import { drawCutOut } from "#lib/testing/imaging/drawn-products.ts";
import { correctProduct } from "./correct.ts";
import { detectStance } from "./detect-stance.ts";

/** A bottle that leans clockwise by eight degrees, before a wall and a table. */
function leaningBottle(): ProductCutOut {
  const [cosine, sine] = [Math.cos((8 * Math.PI) / 180), Math.sin((8 * Math.PI) / 180)];
  const drawn = drawCutOut(340, 400, (px, py) => {
    const [x, y] = [cosine * (px - 170) + sine * (py - 190), -sine * (px - 170) + cosine * (py - 190)];
    const isBottle = (Math.abs(x) < 45 && y > -40 && y < 130) || (Math.abs(x) < 16 && y > -130 && y <= -40);
    return isBottle ? [90, 40, 30, 255] : null;
  });
  const colors = Array.from({ length: 8 }, (_, row) => (row < 4 ? 200 : 120)).flatMap((value) =>
    Array<number>(6).fill(value),
  );
  return {
    ...drawn,
    tiltDeg: measureTilt(drawn, { isInPicture: true }),
    around: {
      dark: { above: 0, beside: 0, below: 0.3 },
      hasHorizon: true,
      beside: { top: 0.1, bottom: 0.9, colors },
    },
  };
}

test("a product that leans is made upright on request, and stands on its base", async () => {
  const given = leaningBottle();
  const upright = correctProduct(given, { correct: "auto" });
  expect(measureTilt(upright, { isInPicture: true })).toBeNull();
  expect(upright.box.width).toBeLessThan(95);
  expect(await detectStance(upright)).toEqual({ stance: "stand", isSure: true });
  // The table's edge stays beside the middle of the product, whose box moves a little.
  const edgeOf = ({ around, height }: ProductCutOut) =>
    ((around?.beside?.top ?? 0) + (around?.beside?.bottom ?? 0)) * 0.5 * height;
  const middleOf = ({ box }: ProductCutOut) => box.top + box.height / 2;
  expect(Math.abs(edgeOf(upright) - middleOf(upright) - (edgeOf(given) - middleOf(given)))).toBeLessThan(6);
});

test("it stays as it is without the request, and where it hangs, floats or lies on request", () => {
  const given = leaningBottle();
  for (const options of [{}, { correct: "off" }, { correct: "auto", stance: "float" }] as const)
    expect(correctProduct(given, options)).toBe(given);
});
