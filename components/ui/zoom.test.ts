import fc from "fast-check";
import { expect, test } from "vitest";
import {
  boxOf,
  canStep,
  nextStop,
  panBy,
  percentOf,
  pinch,
  pointUnder,
  wholePicture,
  type ZoomFrame,
  type ZoomView,
  zoomOf,
  zoomTo,
} from "./zoom.ts";

const side = fc.integer({ min: 80, max: 6_000 });
const anyFrame: fc.Arbitrary<ZoomFrame> = fc.record({
  viewport: fc.record({ width: side, height: side }),
  image: fc.record({ width: side, height: side }),
  pixelRatio: fc.constantFrom(1, 1.5, 2, 3),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });
/** A view that is reachable by zooming and moving. */
const anyView = fc
  .tuple(anyFrame, share, fc.double({ min: 1, max: 40, noNaN: true }), share, share)
  .map(([frame, where, zoom, x, y]) => {
    const at = { x: where * frame.viewport.width, y: where * frame.viewport.height };
    const zoomed = zoomTo(wholePicture, zoom, at, frame);
    const by = { x: (x - 0.5) * frame.viewport.width, y: (y - 0.5) * frame.viewport.height };
    return { frame, view: panBy(zoomed, by, frame) };
  });

test("a larger zoom never shows the picture smaller, and a smaller one never larger", () => {
  fc.assert(
    fc.property(
      anyView,
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      share,
      ({ frame, view }, factor, where) => {
        const at = { x: where * frame.viewport.width, y: where * frame.viewport.height };
        const next = zoomTo(view, view.zoom * factor, at, frame);
        if (factor >= 1) expect(next.zoom).toBeGreaterThanOrEqual(view.zoom);
        else expect(next.zoom).toBeLessThanOrEqual(view.zoom);
      },
    ),
  );
});

test("the point under the pointer remains under it, unless the picture has reached an edge of the viewport", () => {
  fc.assert(
    fc.property(
      anyView,
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      share,
      share,
      ({ frame, view }, factor, x, y) => {
        const point = { x: x * frame.viewport.width, y: y * frame.viewport.height };
        const before = pointUnder(point, view, frame);
        const next = zoomTo(view, view.zoom * factor, point, frame);
        const after = pointUnder(point, next, frame);
        const box = boxOf(next, frame);
        const isLimited = (start: number, length: number, viewport: number) =>
          length <= viewport + 0.01 || start > -0.01 || start + length < viewport + 0.01;
        if (!isLimited(box.left, box.width, frame.viewport.width)) expect(after.x).toBeCloseTo(before.x, 6);
        if (!isLimited(box.top, box.height, frame.viewport.height)) expect(after.y).toBeCloseTo(before.y, 6);
      },
    ),
  );
});

test("a view leaves no more of the viewport empty than the size of the picture requires", () => {
  const inside = ({ frame, view }: { frame: ZoomFrame; view: ZoomView }) => {
    const { left, top, width, height } = boxOf(view, frame);
    for (const [start, length, viewport] of [
      [left, width, frame.viewport.width],
      [top, height, frame.viewport.height],
    ] as const) {
      if (length <= viewport) expect(start).toBeCloseTo((viewport - length) / 2, 4);
      else {
        expect(start).toBeLessThanOrEqual(1e-6);
        expect(start + length).toBeGreaterThanOrEqual(viewport - 1e-6);
      }
    }
  };
  fc.assert(fc.property(anyView, inside));
});

test("steps lead up to the maximum and down to the whole picture, each further than the one before", () => {
  fc.assert(
    fc.property(anyFrame, (frame) => {
      const middle = { x: frame.viewport.width / 2, y: frame.viewport.height / 2 };
      for (const direction of [1, -1] as const) {
        let view = zoomTo(wholePicture, direction > 0 ? 1 : 1_000, middle, frame);
        for (let steps = 0; canStep(view, direction, frame); steps += 1) {
          const next = zoomTo(view, nextStop(view, direction, frame), middle, frame);
          expect((next.zoom - view.zoom) * direction).toBeGreaterThan(0);
          expect(steps).toBeLessThan(20);
          view = next;
        }
        if (direction < 0) expect(view.zoom).toBeCloseTo(1);
        else expect(percentOf(view, frame)).toBeCloseTo(800);
      }
    }),
  );
});

test("100 % shows one pixel of the picture per pixel of the screen", () => {
  const frame = {
    viewport: { width: 800, height: 600 },
    image: { width: 4_096, height: 4_096 },
    pixelRatio: 2,
  };
  const view = zoomTo(wholePicture, zoomOf(100, frame), { x: 400, y: 300 }, frame);
  expect(percentOf(view, frame)).toBeCloseTo(100);
  expect(boxOf(view, frame)).toMatchObject({ width: 2_048, height: 2_048 });
  expect(percentOf(wholePicture, { ...frame, image: { width: 100, height: 100 } })).toBe(100);
});

test("two fingers zoom by their distance and move by their middle", () => {
  const frame = {
    viewport: { width: 400, height: 400 },
    image: { width: 4_000, height: 4_000 },
    pixelRatio: 1,
  };
  const view = zoomTo(wholePicture, 4, { x: 200, y: 200 }, frame);
  const before = [
    { x: 150, y: 200 },
    { x: 250, y: 200 },
  ] as const;
  const after = [
    { x: 120, y: 220 },
    { x: 320, y: 220 },
  ] as const;
  const next = pinch(view, { before, after }, frame);
  expect(next.zoom).toBeCloseTo(8);
  for (const at of [0, 1] as const) {
    expect(pointUnder(after[at], next, frame).x).toBeCloseTo(pointUnder(before[at], view, frame).x);
    expect(pointUnder(after[at], next, frame).y).toBeCloseTo(pointUnder(before[at], view, frame).y);
  }
});
