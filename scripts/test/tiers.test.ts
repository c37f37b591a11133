import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { isDeep } from "./tiers.ts";

const root = path.join(import.meta.dirname, "../..");
const files = globSync("{app,components,e2e,lib,scripts,sdk/src}/**/*.{test,spec}.ts", { cwd: root }).map(
  (file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }),
);
const deep = files.filter(({ file }) => isDeep(file));

test.each(deep)("$file begins with a line that says what it guards", ({ text }) => {
  expect(text.split("\n")[0]).toMatch(/^\/\/ \S.{20,}/);
});

describe("an invariant that a deep test tries", () => {
  const triedIn = (text: string) =>
    [...text.matchAll(/\b(?:tried|everyTestTries)\(\s*"([a-z-]+)"/g)].map(([, id = ""]) => id);
  const fast = new Set(files.filter(({ file }) => !isDeep(file)).flatMap(({ text }) => triedIn(text)));
  const deepTests = deep.filter(({ file }) => file.endsWith(".test.ts"));

  test.each(deepTests)("in $file is tried in the fast tier too", ({ text }) => {
    for (const id of triedIn(text)) expect([...fast]).toContain(id);
  });
});
