import { expect, test } from "vitest";
import { modesOf } from "./modes.ts";

test("without a model there is the studio alone, and edits only by a model that can", () => {
  expect(modesOf([])).toEqual(["studio"]);
  expect(modesOf([{ edits: false }])).toEqual(["studio", "scene"]);
  expect(modesOf([{ edits: false }, { edits: true }])).toEqual(["studio", "scene", "edit"]);
});
