import fc from "fast-check";
import { expect, test } from "vitest";
import { phraseKey } from "./stem.ts";
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
