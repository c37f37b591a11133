import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "#lib/testing/characters.ts";
import { apiKeyPattern, hashKey, isWellFormedKey, newApiKey } from "./format.ts";

describe("an API key", () => {
  test("has the published format and a valid checksum, and is unique", () => {
    const keys = Array.from({ length: 2_000 }, newApiKey);
    for (const key of keys) {
      expect(key).toMatch(apiKeyPattern);
      expect(isWellFormedKey(key)).toBe(true);
    }
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("is rejected with any one character changed", () => {
    const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    fc.assert(
      fc.property(fc.nat(35), fc.constantFrom(...alphabet), (at, character) => {
        const key = newApiKey();
        const index = 4 + at;
        fc.pre(key[index] !== character);
        return !isWellFormedKey(key.slice(0, index) + character + key.slice(index + 1));
      }),
    );
  });

  test("is not recognized in arbitrary text", () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => !isWellFormedKey(text)));
  });

  test("is hashed with SHA-256", () => {
    expect(hashKey("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
