import fc from "fast-check";
import { expect, test } from "vitest";
import { isTypo, phraseKey } from "./stem.ts";
import { wordsOf } from "./text.ts";

const keyOf = (text: string) => phraseKey(wordsOf(text).map(({ text: word }) => word));

test.each([
  ["lemon", "lemons", "Lemon"],
  ["Zitrone", "Zitronen"],
  ["limón", "limones", "limon"],
  ["Blatt", "Blätter", "Blättern"],
  ["berry", "berries"],
  ["bougie", "bougies"],
  ["abete", "abeti"],
  ["leaf", "leaves"],
  ["hiver", "l'hiver", "L’hiver"],
  ["eucalyptus", "d'eucalyptus"],
])("inflections of %s have one stem", (first, ...others) => {
  for (const other of others) expect(keyOf(other).trim()).toBe(keyOf(first));
});

test.each([
  ["linen", "line"],
  ["moss", "mossy bark"],
  ["sand", "stand"],
  ["wood", "wool"],
])("%s and %s have different stems", (a, b) => {
  expect(keyOf(a)).not.toBe(keyOf(b));
});

test.each([
  ["kitchen", "kithcen", 1, true],
  ["podium", "podum", 1, true],
  ["marble", "marbel", 1, true],
  ["eucalyptus", "euclaiptus", 1, false],
  ["eucalyptus", "euclaiptus", 2, true],
  ["stone", "water", 2, false],
  ["", "ab", 1, false],
] as const)("%s written as %s has at most %i typing errors: %s", (a, b, most, expected) => {
  expect(isTypo(a, b, most)).toBe(expected);
  expect(isTypo(b, a, most)).toBe(expected);
});

test("every word has its own place in the text, with or without apostrophes, and no word is left out", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("l'", "d’", "hiver", "Öl", " ", ", ", "n't", "dell'", "🙂")),
      (parts) => {
        const text = parts.join("");
        let end = 0;
        let between = "";
        for (const { text: word, from, to } of wordsOf(text)) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(wordsOf(text.slice(from, to))).toEqual([{ text: word, from: 0, to: to - from }]);
          between += text.slice(end, from);
          end = to;
        }
        between += text.slice(end);
        expect(between).toMatch(/^(l'|d’|n'|dell'|[ ,🙂'’])*$/u);
      },
    ),
  );
});
