import { expect, test } from "vitest";
import { understandPrompt } from "./reading.ts";
import { neighbors, suggestionsFor } from "./suggest.ts";

test.each([
  ["marbel", "marble"],
  ["concret", "concrete"],
  ["terazzo", "terrazzo"],
  ["lether", "leather"],
  ["velevt", "velvet"],
  ["Marmro", "marmor"],
  ["plam shadows", "palm shadow"],
])("for the slip “%s” comes “%s” first", (slip, word) => {
  expect(suggestionsFor(slip)[0]).toBe(word);
});

test("what comes near to a word is understood, and is not that word", () => {
  for (const [word, suggestions] of Object.entries(neighbors)) {
    for (const suggestion of suggestions) {
      const { understood, ignored } = understandPrompt("studio", suggestion);
      expect({ word, suggestion, ignored }).toEqual({ word, suggestion, ignored: [] });
      expect(understood.length).toBeGreaterThan(0);
    }
  }
});

test("only words that are left out have neighbors", () => {
  for (const word of Object.keys(neighbors)) {
    expect(understandPrompt("studio", word).understood.filter(({ kind }) => kind !== "color")).toEqual([]);
  }
});

test("a known word that gave way to another has no slip", () => {
  expect(suggestionsFor("marble")).toEqual([]);
});

test("at most two things are suggested, and none for words far from all", () => {
  expect(suggestionsFor("tropical ocean island with plam shadows")).toHaveLength(2);
  expect(suggestionsFor("zeppelin")).toEqual([]);
});
