import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { findPasswordProblem } from "../auth/password-rules.ts";
import { tooMany, waitFor } from "../auth/request.ts";
import { translateRefusal } from "./refusals.ts";

const sources = [
  "app/**/*actions.ts",
  "lib/auth/{action,email-change,password-rules,passwords,request}.ts",
  "lib/billing/{scheduled,upgrade}.ts",
];

/** Whole sentences for people, but not fixes, which forms do not show: literals and templates from capital to period. */
async function readSentences(): Promise<string[]> {
  const found = new Set<string>();
  for (const pattern of sources) {
    for await (const file of glob(pattern)) {
      const text = (await readFile(file, "utf8")).replaceAll(
        /\/\*[\s\S]*?\*\/|\/\/.*|fix: "[^"]*"|\bt\(\s*"[^"]*"|`This \$\{describe.*/g,
        "",
      );
      for (const [, plain, template] of text.matchAll(/"([A-Z][^"\n]*\.)"|`([A-Z][^`\n]*\.)`/g)) {
        const sentence = plain ?? template?.replaceAll(/\$\{[^}]*\}/g, "12") ?? "";
        // Waits are tried below.
        if (!sentence.startsWith("Too many attempts. Wait 12,")) found.add(sentence);
      }
    }
  }
  return [...found];
}

test("every sentence that a form is refused with has German words", async () => {
  const sentences = await readSentences();
  expect(sentences.length).toBeGreaterThan(25);
  expect(sentences.filter((sentence) => translateRefusal(sentence, "de") === sentence)).toEqual([]);
});

test.each([
  [tooMany(30), "Warten Sie eine Minute und"],
  [tooMany(300), "Warten Sie 5 Minuten und"],
  [waitFor(60), "Warten Sie eine Minute und"],
  [waitFor(601), "Warten Sie 11 Minuten und"],
  [findPasswordProblem("short", { email: "", name: "" }) ?? "", "mindestens 10 Zeichen"],
])("%s is said in German with its number", (english, part) => {
  expect(translateRefusal(english, "de")).toContain(part);
  expect(translateRefusal(english, "en")).toBe(english);
});

test("what is in no table stays as it is, whatever it holds", () => {
  for (const text of ["Something {else}.", "constructor", "Use at least {count} characters or 3.", ""]) {
    expect(translateRefusal(text, "de")).toBe(text);
  }
});
