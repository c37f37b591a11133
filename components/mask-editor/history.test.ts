import { expect, test } from "vitest";
import { createHistory } from "./history.ts";
import type { GreyPicture } from "./pixels.ts";

const width = 200;
const height = 150;

function start(limitBytes?: number) {
  const mask: GreyPicture = { width, height, values: new Uint8ClampedArray(width * height) };
  const history = createHistory(mask, limitBytes);
  const paint = (left: number, top: number, value: number) => {
    history.record({ left, top, width: 10, height: 10 });
    for (let y = top; y < top + 10; y += 1) mask.values.fill(value, y * width + left, y * width + left + 10);
    return history.commit();
  };
  return { mask, history, paint };
}

test("undo and redo restore every state byte for byte", () => {
  const { mask, history, paint } = start();
  const states = [mask.values.slice()];
  for (const [left, top, value] of [
    [5, 5, 255],
    [60, 60, 120],
    [190, 140, 90],
    [8, 8, 30],
  ] as const) {
    paint(left, top, value);
    states.push(mask.values.slice());
  }
  for (const state of states.slice(0, -1).reverse()) {
    history.undo();
    expect(mask.values.every((value, at) => value === state[at])).toBe(true);
  }
  expect(history.canUndo()).toBe(false);
  for (const state of states.slice(1)) {
    history.redo();
    expect(mask.values.every((value, at) => value === state[at])).toBe(true);
  }
  expect(history.canRedo()).toBe(false);
});

test("a stroke after an undo discards the strokes that could be redone", () => {
  const { mask, history, paint } = start();
  paint(0, 0, 255);
  history.undo();
  paint(20, 20, 99);
  expect(history.canRedo()).toBe(false);
  history.undo();
  expect(Math.max(...mask.values)).toBe(0);
});

test("an aborted stroke restores the mask and adds no step", () => {
  const { mask, history } = start();
  history.record({ left: 0, top: 0, width: 10, height: 10 });
  mask.values.fill(255, 0, 10);
  expect(history.abort()).toEqual({ left: 0, top: 0, width: 64, height: 64 });
  expect([Math.max(...mask.values), history.canUndo()]).toEqual([0, false]);
});

test("a stroke that changes nothing adds no step", () => {
  const { history, paint } = start();
  expect(paint(0, 0, 0)).toBe(false);
  expect(history.canUndo()).toBe(false);
});

test("memory is limited: the oldest strokes are dropped first", () => {
  const tile = 64 * 64;
  const { history, paint } = start(3 * tile);
  for (let value = 1; value <= 20; value += 1) paint(0, 0, value);
  expect(history.storedBytes()).toBe(3 * tile);
  let undone = 0;
  while (history.undo()) undone += 1;
  expect(undone).toBe(3);
});

test("undo and redo track whether the mask equals the saved one", () => {
  const { history, paint } = start();
  expect(history.isSaved()).toBe(true);
  paint(0, 0, 255);
  expect(history.isSaved()).toBe(false);
  history.markSaved();
  paint(0, 0, 3);
  history.undo();
  expect(history.isSaved()).toBe(true);
  history.undo();
  expect(history.isSaved()).toBe(false);
});
