import fc from "fast-check";
import { expect, test } from "vitest";
import { cropBox, cropFrom, cropOption, limitedCrop, nudgeCrop, wholeFrame, zoomTo } from "./crop.ts";

const any = fc.double({ min: -3, max: 5, noNaN: true });
const crops = fc.record({ x: any, y: any, zoom: any }).map(limitedCrop);

test("the cropped part lies inside the frame", () => {
  fc.assert(
    fc.property(crops, (crop) => {
      const { left, top, width, height } = cropBox(crop);
      for (const edge of [left, top]) expect(edge).toBeGreaterThanOrEqual(-0.001);
      expect(left + width).toBeLessThanOrEqual(1.001);
      expect(top + height).toBeLessThanOrEqual(1.001);
    }),
  );
});

test("a crop can be read from its request, and the whole frame adds nothing to a request", () => {
  fc.assert(
    fc.property(crops, (crop) => {
      expect(cropFrom(cropOption(crop))).toEqual(crop.zoom === 1 ? wholeFrame : crop);
    }),
  );
  expect(cropOption(wholeFrame)).toBeUndefined();
});

test("a corner pulled to half its distance doubles the zoom", () => {
  const start = { x: 0.5, y: 0.5, zoom: 1 };
  expect(zoomTo(start, { x: 1, y: 1 }, { x: 0.75, y: 0.75 }).zoom).toBe(2);
  expect(zoomTo(start, { x: 1, y: 1 }, { x: 0.5, y: 0.5 }).zoom).toBe(4);
});

test("keys move and zoom the crop, and Home resets it to the whole frame", () => {
  const crop = { x: 0.5, y: 0.5, zoom: 2 };
  expect(nudgeCrop(crop, "ArrowRight", true)).toEqual({ ...crop, x: 0.55 });
  expect(nudgeCrop(crop, "+", false)?.zoom).toBeGreaterThan(2);
  expect(nudgeCrop(crop, "Home", false)).toEqual(wholeFrame);
  expect(nudgeCrop(crop, "x", false)).toBeNull();
});
