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
])("the typing error “%s” gets “%s” as its first suggestion", (slip, word) => {
  expect(suggestionsFor(slip)[0]).toBe(word);
});

test("every neighbor of a word is completely understood", () => {
  for (const [word, suggestions] of Object.entries(neighbors)) {
    for (const suggestion of suggestions) {
      const { understood, ignored } = understandPrompt("studio", suggestion);
      expect({ word, suggestion, ignored }).toEqual({ word, suggestion, ignored: [] });
      expect(understood.length).toBeGreaterThan(0);
    }
  }
});

test("only words that are not understood, except as a color, have neighbors", () => {
  for (const word of Object.keys(neighbors)) {
    expect(understandPrompt("studio", word).understood.filter(({ kind }) => kind !== "color")).toEqual([]);
  }
});

test("a known word gets no suggestion", () => {
  expect(suggestionsFor("marble")).toEqual([]);
});

test("a phrase gets at most two suggestions, and none when no known word is similar", () => {
  expect(suggestionsFor("tropical ocean island with plam shadows")).toHaveLength(2);
  expect(suggestionsFor("zeppelin")).toEqual([]);
});
