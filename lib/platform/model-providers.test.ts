import { describe, expect, test } from "vitest";
import { readEnvironment } from "./env.ts";

const fail = (source: Record<string, string>): string => {
  try {
    readEnvironment(source);
  } catch (error) {
    return String(error);
  }
  return "";
};

describe("IMAGE_MODEL", () => {
  test("unset or empty configures no models and the mode studio", () => {
    for (const source of [{}, { IMAGE_MODEL: "" }, { FAL_API_KEY: "k" }, { IMAGE_MODE: "studio" }]) {
      expect(readEnvironment(source)).toMatchObject({ imageModels: [], IMAGE_MODE: "studio" });
    }
  });

  test("is a list of provider and model names, which may contain slashes", () => {
    const values = readEnvironment({
      IMAGE_MODEL: " google/gemini-3-pro-image , fal/fal-ai/flux-2-pro,",
      GOOGLE_GENERATIVE_AI_API_KEY: "k",
      FAL_API_KEY: "t",
    });
    expect(values.imageModels).toEqual([
      { provider: "google", name: "gemini-3-pro-image" },
      { provider: "fal", name: "fal-ai/flux-2-pro" },
    ]);
    expect(values.IMAGE_MODE).toBe("scene");
  });

  test("does not override a configured IMAGE_MODE", () => {
    const set = { IMAGE_MODEL: "fal/fal-ai/flux-2", FAL_API_KEY: "k" };
    for (const mode of ["studio", "scene", "edit"] as const) {
      expect(readEnvironment({ ...set, IMAGE_MODE: mode }).IMAGE_MODE).toBe(mode);
    }
  });

  test.each([
    ["google/gemini-3-pro-image", "GOOGLE_GENERATIVE_AI_API_KEY"],
    ["fal/fal-ai/flux-2", "FAL_API_KEY"],
    ["openai-compatible/sdxl", "OPENAI_COMPATIBLE_BASE_URL"],
  ])("%s alone prevents the start, and the error names %s", (model, missing) => {
    expect(fail({ IMAGE_MODEL: model })).toContain(`${missing} missing`);
  });

  test("requires the key of every listed model's provider", () => {
    const list = { IMAGE_MODEL: "fal/fal-ai/flux-2,google/gemini-3-pro-image", FAL_API_KEY: "k" };
    expect(fail(list)).toContain("GOOGLE_GENERATIVE_AI_API_KEY missing");
    expect(fail(list)).not.toContain("FAL_API_KEY missing");
  });

  test("requires no key for a self-hosted server", () => {
    const own = { IMAGE_MODEL: "openai-compatible/sdxl", OPENAI_COMPATIBLE_BASE_URL: "http://10.0.0.5/v1" };
    expect(readEnvironment(own).imageModels).toHaveLength(1);
  });

  test.each([
    ["midjourney/v7", /one of the providers google, fal, openai-compatible;/],
    ["openai/gpt-image-2", /openai-compatible\/name with its address in OPENAI_COMPATIBLE_BASE_URL/],
    ["gpt-image-2", /must be provider\/name/],
    ["constructor/x", /must be provider\/name/],
    ["fal/", /no usable name/],
    ["fal/a b", /no usable name/],
    ["fal/../files", /no usable name/],
    ["fal/x?key=1", /no usable name/],
    ["google/imagen-4", /no Gemini model/],
    [" , ,", /names no model/],
    ["fal/a,fal/a", /names "fal\/a" twice/],
    [Array.from({ length: 9 }, (_, at) => `fal/m${at}`).join(), /more than 8/],
  ])("%j prevents the start, and the error has the cause", (list, why) => {
    expect(fail({ IMAGE_MODEL: list, FAL_API_KEY: "k", GOOGLE_GENERATIVE_AI_API_KEY: "k" })).toMatch(why);
  });

  test.each([
    [{ IMAGE_MODE: "scene" }, /IMAGE_MODEL missing: IMAGE_MODE is scene/],
    [{ IMAGE_MODE: "edit" }, /IMAGE_MODEL missing: IMAGE_MODE is edit/],
    [{ IMAGE_FALLBACK: "studio" }, /IMAGE_MODEL missing: IMAGE_FALLBACK is set/],
    [{ IMAGE_MODE: "best" }, /IMAGE_MODE must be one of/],
    [{ FAL_BASE_URL: "ftp://x" }, /FAL_BASE_URL must begin with https/],
    [{ IMAGE_MODEL_CONCURRENCY: "0" }, /IMAGE_MODEL_CONCURRENCY/],
    [{ METRICS_TOKEN: "short" }, /METRICS_TOKEN must have at least 16/],
  ])("the incomplete or invalid configuration %j prevents the start", (source, why) => {
    expect(fail(source)).toMatch(why);
  });

  test("never has a key in its error messages", () => {
    expect(fail({ IMAGE_MODEL: "nobody/x", FAL_API_KEY: "sk-secret", METRICS_TOKEN: "hush" })).not.toMatch(
      /sk-secret|hush/,
    );
  });
});
