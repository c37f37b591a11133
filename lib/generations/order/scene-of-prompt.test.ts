import { describe, expect, test } from "vitest";
import { otherPrompts, scenePrompts } from "#lib/testing/scene-prompts.ts";
import { resolveScene } from "./scene.ts";

const sceneOf = (prompt: string) => resolveScene({ style: "lifestyle", prompt }) ?? null;

const languages = ["en", "de", "es", "fr", "it"] as const;

describe.each(languages)("in the language %s", (language) => {
  test("at least 12 of 13 prompts find the scene that they describe", () => {
    const missed = scenePrompts[language].flatMap(([prompt, id]) => {
      const found = sceneOf(prompt);
      return found === id ? [] : [{ prompt, id, found }];
    });
    expect(missed.slice(Math.floor(scenePrompts[language].length / 13))).toEqual([]);
  });

  test("a prompt that describes no scene gets none", () => {
    const wrong = otherPrompts[language].map((prompt) => ({ prompt, found: sceneOf(prompt) }));
    expect(wrong.filter(({ found }) => found !== null)).toEqual([]);
  });
});

test.each([
  ["cozy living room with wooden floor", {}, null],
  ["mug on a coffee table in a cozy living room", {}, null],
  ["coffee table in a cozy living room", {}, "living-room"],
  ["cozy living room with wooden floor", { width: 8 }, null],
  ["cozy living room with wooden floor", { height: 85 }, "living-room"],
  ["Kerze im Wohnzimmer auf dem Parkett", {}, null],
  ["Kinderfahrrad im Wohnzimmer auf dem Parkett", {}, "living-room"],
])(
  "a scene with a floor is for products that are known to be large: %s, %o",
  (prompt, productSizeCm, scene) => {
    expect(resolveScene({ style: "lifestyle", prompt, productSizeCm }) ?? null).toBe(scene);
  },
);

test("any scene of a category is one with a floor only for a product that is known to be large", () => {
  const scenesFor = (productSizeCm?: { height: number }) =>
    Array.from({ length: 20 }, (_, seed) =>
      resolveScene({ style: "lifestyle", scene: "home/any", seed, productSizeCm }),
    );
  expect(scenesFor()).not.toContain("living-room");
  expect(scenesFor({ height: 12 })).not.toContain("living-room");
  expect(scenesFor({ height: 85 })).toContain("living-room");
});
