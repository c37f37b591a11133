import { expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { textOf } from "../platform/reasons.ts";
import { findPasswordProblem } from "./password-rules.ts";

everyTestTries("way-in");

const owner = { email: "ada.lovelace@example.com", name: "Ada Lovelace" };

test.each([
  ["too short", "k7!vQz2pL", "at least 10"],
  ["too long", "k7!vQz2pL".repeat(20), "at most 128"],
  ["the mail address", "ada.lovelace@example.com", "your name"],
  ["the name and a year", "Lovelace1815", "your name"],
  ["one character", "aaaaaaaaaaaa", "repeats"],
  ["a repeated word", "catcatcatcat", "repeats"],
  ["letters in a row", "abcdefghijkl", "row of keys"],
  ["digits backwards", "9876543210", "row of keys"],
  ["keys in a row", "qwertyuiop12", "row of keys"],
  ["columns of keys", "1qaz2wsx3edc", "row of keys"],
  ["a leaked one", "nuttertools", "tried first"],
  ["a leaked one with capitals", "PlayStation", "tried first"],
  ["a leaked one with a year", "Manchester2026!", "tried first"],
  ["a leaked one in digits", "p4ssw0rd!!", "tried first"],
])("rejects a password that is %s", (_, password, words) => {
  expect(textOf(findPasswordProblem(password, owner) ?? "")).toContain(words);
});

test.each([
  "a long enough password",
  "korrekt-pferd-9!",
  "gRx8#kd02Lw-",
  "Zwölf Boxkämpfer jagen",
  "lovelace k7!vQz2pL",
])("accepts the password “%s”", (password) => expect(findPasswordProblem(password, owner)).toBeNull());
