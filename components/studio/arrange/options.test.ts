import { expect, test } from "vitest";
import type { LookOptions } from "#lib/contract/photos/options.ts";
import { changedGroups, withLight, withOption, withoutGroup, withoutGroups } from "./options.ts";

const options: LookOptions = {
  layout: { x: 0.2 },
  light: { warmth: 0.4 },
  reflection: 0.3,
  format: "png",
};

test("an option that is reset to the style's own value is not sent", () => {
  expect(withOption(options, "layout", {})).not.toHaveProperty("layout");
  expect(withOption(options, "reflection", undefined)).not.toHaveProperty("reflection");
  expect(withLight(options, { warmth: undefined })).not.toHaveProperty("light");
});

test("changing one field of the light leaves the others unchanged", () => {
  expect(withLight(options, { exposure: 1.2 }).light).toEqual({ warmth: 0.4, exposure: 1.2 });
});

test("a reset removes its own group and nothing else", () => {
  expect(withoutGroup(options, "shadow")).toEqual({
    layout: { x: 0.2 },
    light: { warmth: 0.4 },
    format: "png",
  });
  expect(withoutGroups(options)).toEqual({ format: "png" });
});

test("a stance belongs to the layout: it marks it as changed and is reset with it", () => {
  const placed = withOption(options, "stance", "lie");
  expect(changedGroups({ stance: "hang" })).toEqual(["layout"]);
  expect(withoutGroup(placed, "layout")).not.toHaveProperty("stance");
  expect(withOption(placed, "stance", undefined)).toEqual(options);
});

test("a group counts as changed while any of its fields is set", () => {
  expect(changedGroups(options)).toEqual(["layout", "light", "shadow"]);
  expect(changedGroups({ format: "webp", size: "amazon" })).toEqual([]);
});
