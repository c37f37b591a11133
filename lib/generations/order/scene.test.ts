import { expect, test } from "vitest";
import { presentPrompt } from "./present-prompt.ts";
import { lightOfWords } from "./scene.ts";

const scene = "podium-petals";

test.each([
  ["a podium with petals", [], {}],
  ["a podium with petals in cool light", ["cool"], { warmth: -0.35 }],
  ["Podest mit Blättern, abends", ["abends"], { exposure: 0.62 }],
  // The scene is already warm.
  ["a podium with petals in warm light", [], {}],
  // The scene's lights do not move.
  ["a podium with petals, light from the left", [], {}],
])("in the prompt “%s” the words %j change the light", (prompt, words, light) => {
  const found = lightOfWords(scene, prompt);
  expect(found.words.map(({ text }) => text)).toEqual(words);
  expect(found.light).toMatchObject(light);
  const { promptUnderstood, promptIgnored } = presentPrompt({ style: "lifestyle", prompt, scene });
  expect(promptUnderstood?.map(({ text }) => text)).toEqual(expect.arrayContaining(words));
  for (const word of promptIgnored ?? []) expect(words.join(" ")).not.toContain(word);
});
