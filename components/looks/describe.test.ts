import { expect, test } from "vitest";
import { createLanguage } from "#lib/language/translate.ts";
import { describeLook } from "./describe.ts";

const language = createLanguage("en", {}, { "marble-vanity": "Marble vanity" });

test("a look is described by its scene or the words of its prompt, and by its style", () => {
  const look = { style: "lifestyle", light: { warmth: 0.4 } } as const;
  expect(describeLook({ ...look, scene: "marble-vanity" }, language)).toBe(
    "Marble vanity · Lifestyle · light",
  );
  expect(describeLook({ ...look, prompt: "On wet slate" }, language)).toBe(
    "“On wet slate” · Lifestyle · light",
  );
  expect(describeLook(look, language)).toBe("Lifestyle · light");
  expect(describeLook({ size: "amazon" }, language)).toBe("Any style · Amazon main image");
});
