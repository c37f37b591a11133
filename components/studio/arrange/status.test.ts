import { expect, test } from "vitest";
import { createLanguage } from "#lib/language/translate.ts";
import { emptyStudio } from "../state.ts";
import { describeDifference, describeShape } from "./status.tsx";

const { t } = createLanguage("en", {});
const { settings } = emptyStudio;

test("a preview is named after the shape of its photo", () => {
  expect(describeShape({ ...settings, aspectRatios: ["16:9", "1:1"] }, t)).toBe("16:9");
  const shown = { ...settings, aspectRatios: ["16:9" as const], marketplaces: ["etsy", "amazon"] as const };
  expect(describeShape(shown, t)).toBe("Etsy listing");
  const options = { size: { width: 1200, height: 800 } };
  expect(describeShape({ ...settings, options }, t)).toBe("1200 × 800");
});

test("the text warns that a model changes the picture, and what it does with the layout", () => {
  expect(describeDifference(settings, "studio", t)).toBeNull();
  expect(describeDifference(settings, "scene", t)).toContain("keeps the place and size you set");
  expect(describeDifference(settings, "edit", t)).toContain("chooses place and size itself");
  expect(describeDifference({ ...settings, styles: ["amazon"] }, "scene", t)).toBeNull();
  const options = { background: { color: "#f4efe6" } };
  expect(describeDifference({ ...settings, options }, "scene", t)).toBeNull();
});
