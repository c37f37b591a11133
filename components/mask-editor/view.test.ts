import { expect, test } from "vitest";
import { fitView, limitView, reveal, toMask, zoomTo } from "./view.ts";

const picture = { width: 2_000, height: 1_000 };
const viewport = { width: 840, height: 640 };

test("fitting shows the whole picture in the middle", () => {
  expect(fitView(picture, viewport)).toEqual({ scale: 0.4, x: 20, y: 120 });
});

test("zooming does not move the point under the pointer", () => {
  const view = fitView(picture, viewport);
  const at = { x: 300, y: 250 };
  const next = zoomTo(view, { scale: 1.7, at, least: 0.1 });
  expect(toMask(next, at).x).toBeCloseTo(toMask(view, at).x);
  expect(toMask(next, at).y).toBeCloseTo(toMask(view, at).y);
});

test("zooming stops at its limit without moving the picture", () => {
  const view = { scale: 12, x: 5, y: 6 };
  expect(zoomTo(view, { scale: 40, at: { x: 9, y: 9 }, least: 0.1 })).toEqual(view);
});

test("part of the picture remains visible however far it is moved", () => {
  const far = limitView({ scale: 1, x: -9_000, y: 9_000 }, picture, viewport);
  expect(far).toEqual({ scale: 1, x: 60 - 2_000, y: 640 - 60 });
});

test("revealing a point scrolls to it only if it is out of sight", () => {
  const view = { scale: 1, x: 0, y: 0 };
  expect(reveal(view, { x: 1_500, y: 300 }, { viewport, room: 40 })).toEqual({ scale: 1, x: -700, y: 0 });
  expect(reveal(view, { x: 100, y: 100 }, { viewport, room: 40 })).toEqual(view);
});
