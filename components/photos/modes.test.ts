import { expect, test } from "vitest";
import { createLanguage } from "#lib/language/translate.ts";
import { describeFidelity, describeMode, offeredModes } from "./modes.ts";

const { t } = createLanguage("en", {});
const models = [{ id: "google/gemini-3-pro-image", label: "Gemini 3 Pro Image", edits: true }];
const model = "google/gemini-3-pro-image";
const original = { product: "original", changed: 0 } as const;

test("describes the mode and model of a photo, also a model that is no longer configured", () => {
  expect(describeMode({ mode: "studio", model: null, fidelity: original }, models, t)).toBe("Studio");
  expect(describeMode({ mode: "scene", model, fidelity: original }, models, t)).toBe(
    "Scene by Gemini 3 Pro Image",
  );
  const former = { mode: "edit", model: "fal/fal-ai/flux", fidelity: original } as const;
  expect(describeMode(former, models, t)).toBe("Edit by flux");
  expect(describeMode({ mode: null, model: null, fidelity: null }, models, t)).toBeNull();
});

test("offers the modes that the configured models support, each with the model that is called first", () => {
  const painter = { id: "fal/fal-ai/flux-pro/v1.1-ultra", label: "FLUX1.1 pro ultra", edits: false };
  expect(offeredModes([])).toEqual([]);
  expect(offeredModes([painter]).map(({ mode }) => mode)).toEqual(["studio", "scene"]);
  expect(offeredModes([painter, ...models])).toEqual([
    { mode: "studio", model: null },
    { mode: "scene", model: "FLUX1.1 pro ultra" },
    { mode: "edit", model: "Gemini 3 Pro Image" },
  ]);
});

test("describes how far the product was changed", () => {
  const say = (product: "original" | "kept" | "restored", changed: number) =>
    describeFidelity({ mode: "edit", model, fidelity: { product, changed } }, models, t);
  expect(say("original", 0)).toBe("Your product's own pixels");
  expect(say("kept", 0.004)).toBe("Repainted by Gemini 3 Pro Image, unchanged within what the eye notices");
  expect(say("restored", 0.118)).toBe(
    "The model changed 12 % of the product: the original pixels were restored",
  );
  expect(say("restored", 0.002)).toContain("less than 1 %");
  const renamed = { product: "restored", changed: 0.118, changed_words: ["FENNEL", "hand"] } as const;
  expect(describeFidelity({ mode: "edit", model, fidelity: renamed }, models, t)).toBe(
    "The model changed 12 % of the product: the original pixels were restored. Words it had changed: FENNEL, hand",
  );
  expect(describeFidelity({ mode: null, model: null, fidelity: null }, models, t)).toBeNull();
});
