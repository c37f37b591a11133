import { expect, test } from "vitest";
import { createLanguage } from "#lib/language/translate.ts";
import { describeLook } from "./describe.ts";

const language = createLanguage("en", {}, { "marble-vanity": "Marble vanity" });

test("a look is named after its scene, else the words of its prompt, else its style", () => {
  const look = { style: "lifestyle", light: { warmth: 0.4 } } as const;
  expect(describeLook({ ...look, scene: "marble-vanity" }, language)).toBe("Marble vanity · light");
  expect(describeLook({ ...look, prompt: "On wet slate" }, language)).toBe("“On wet slate” · light");
  expect(describeLook(look, language)).toBe("Lifestyle · light");
  expect(describeLook({ size: "amazon" }, language)).toBe("Any style · Amazon main image");
});
