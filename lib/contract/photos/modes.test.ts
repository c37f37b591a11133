import { expect, test } from "vitest";
import { modesOf } from "./modes.ts";

test("studio mode is always available, scene mode with any model, and edit mode with a model that can edit", () => {
  expect(modesOf([])).toEqual(["studio"]);
  expect(modesOf([{ edits: false }])).toEqual(["studio", "scene"]);
  expect(modesOf([{ edits: false }, { edits: true }])).toEqual(["studio", "scene", "edit"]);
});
