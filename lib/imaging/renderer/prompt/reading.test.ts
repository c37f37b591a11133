import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Style, styleNames, styles } from "#lib/contract/photos/styles.ts";
import { anyCharacter } from "#lib/testing/characters.ts";
import { styleDefinitions } from "../styles/index.ts";
import { isFiller } from "./grammar.ts";
import { readScene } from "./prompt.ts";
import { understandPrompt } from "./reading.ts";
import { effects } from "./words.ts";

const ignoredWords = (style: Style, prompt: string) => understandPrompt(style, prompt).ignored;

describe("ignored words", () => {
  test.each([
    ["a tropical lagoon with orange slices", ["tropical lagoon", "orange slices"]],
    ["On a Tropical Lagoon", ["Tropical Lagoon"]],
    ["wicker throne, slices of orange", ["throne", "slices of orange"]],
    ["deep blue ocean under a blue sky", ["deep blue ocean"]],
    ["on a podium with flowers", ["podium", "flowers"]],
    ["fog, Fog, and fog", ["fog"]],
    ["商品 on white marble", ["商品"]],
    ["crème brûlée", ["crème brûlée"]],
  ])("of “%s” are %j", (prompt, phrases) => {
    expect(ignoredWords("lifestyle", prompt)).toEqual(phrases);
  });

  test.each([
    "a red bottle on a beige background",
    "Professional product photo, high quality, 8k, #a3b18a backdrop",
    "no people, without any plants or text",
    "White marble counter in a café, don't show shadows",
    "warm, dark, 12345 🙂 —",
    "",
  ])("are not found in “%s”", (prompt) => {
    expect(ignoredWords("studio", prompt)).toEqual([]);
  });

  test("do not include a negated phrase, but include the phrase that follows it", () => {
    expect(ignoredWords("studio", "no people; a waterfall")).toEqual(["waterfall"]);
    expect(ignoredWords("studio", "no people in a canyon")).toEqual(["canyon"]);
  });

  test("are not found in the default prompt of a style", () => {
    for (const style of styleNames) expect(ignoredWords(style, styles[style].defaultPrompt)).toEqual([]);
  });

  test("never include words that affect the scene", () => {
    for (const phrase of [...effects.keys()]) expect(ignoredWords("studio", phrase)).toEqual([]);
  });

  test("leave the scene unchanged and are all reported when a prompt has no other words", () => {
    const wishes = ["lagoon", "waterfall", "jungle"];
    const unknown = fc.array(fc.constantFrom(...wishes, "and", "with a", ","));
    fc.assert(
      fc.property(unknown, (words) => {
        const prompt = words.join(" ");
        expect(readScene("studio", prompt)).toEqual(styleDefinitions.studio.scene);
        const left = new Set(ignoredWords("studio", prompt).flatMap((phrase) => phrase.split(" ")));
        expect(left).toEqual(new Set(words.filter((word) => wishes.includes(word))));
      }),
    );
  });

  test("appear in the prompt exactly as written, for any text", () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 300 }), fc.lorem());
    fc.assert(
      fc.property(fc.constantFrom(...styleNames), text, (style, prompt) => {
        for (const phrase of ignoredWords(style, prompt)) expect(prompt).toContain(phrase);
      }),
    );
  });
});

test("no filler word affects the scene", () => {
  expect([...effects.keys()].filter(isFiller)).toEqual([]);
});
