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
