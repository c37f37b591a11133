import { expect, test } from "vitest";
import { createLanguage } from "#lib/language/translate.ts";
import { german } from "../language/de/index.ts";
import { describeProblem, isFinal, type SourceProblem, summarizeProblems } from "./upload-problems.ts";

const english = createLanguage("en", {});
const times = <Value>(count: number, value: Value) => Array<Value>(count).fill(value);
const tooLarge: SourceProblem = {
  kind: "too_large",
  sizeBytes: 150 * 1024 ** 2,
  limitBytes: 100 * 1024 ** 2,
};

test("eight bad files are summarized in one sentence", () => {
  const eight = [...times(5, tooLarge), ...times<SourceProblem>(3, { kind: "not_a_picture" })];
  expect(summarizeProblems(eight, english)).toBe("3 files are not pictures, 5 are too large.");
  const german8 = summarizeProblems(eight, createLanguage("de", german));
  expect(german8).toBe("3 Dateien sind keine Bilder, 5 sind zu groß.");
});

test("problems with the same wording are counted together", () => {
  const mixed: SourceProblem[] = [
    { kind: "unreadable", message: "the JPG data is damaged", reason: null },
    { kind: "stopped" },
    { kind: "failed", status: 500, reason: null },
  ];
  expect(summarizeProblems(mixed, english)).toBe("1 file cannot be read, 2 were not sent.");
});

test("the text of each file names the problem and its limits", () => {
  expect(describeProblem({ kind: "not_a_picture" }, english)).toBe(
    "Not a picture we can read. Use JPEG, PNG, WebP, AVIF, GIF, TIFF or HEIC.",
  );
  expect(describeProblem({ kind: "too_small", width: 12, height: 900 }, english)).toBe(
    "12 × 900 pixels are too few; at least 16 × 16 are needed.",
  );
  expect(describeProblem(tooLarge, english)).toBe("150 MB is too large; up to 100 MB are accepted.");
});

test("only problems that may not recur are offered for a retry", () => {
  expect(isFinal(tooLarge)).toBe(true);
  expect(isFinal({ kind: "unreadable", message: "", reason: null })).toBe(true);
  expect(isFinal({ kind: "stopped" })).toBe(false);
  expect(isFinal({ kind: "connection" })).toBe(false);
});
