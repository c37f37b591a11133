import { expect, test } from "vitest";
import { findPasswordProblem } from "../auth/password-rules.ts";
import { tooMany, waitFor } from "../auth/request.ts";
import { locales } from "../contract/locales.ts";
import { errorTable } from "../platform/errors.ts";
import { because, reasonOf, reasons, textOf } from "../platform/reasons.ts";
import { codes, reasons as german } from "./de/index.ts";
import { describeReason } from "./reasons.ts";

test.each([
  [tooMany(30), "Wait a minute,", "Warten Sie eine Minute und"],
  [tooMany(300), "Wait 5 minutes,", "Warten Sie 5 Minuten und"],
  [waitFor(60), "Wait a minute,", "Warten Sie eine Minute und"],
  [waitFor(601), "Wait 11 minutes,", "Warten Sie 11 Minuten und"],
  [findPasswordProblem("short", { email: "", name: "" }) ?? "", "at least 10", "mindestens 10 Zeichen"],
  [because("product_changed"), "changed the product", "Produkt verändert"],
])("%o is described in the reader's language with its values", (problem, english, own) => {
  expect(describeReason(problem, "en")).toContain(english);
  expect(describeReason(problem, "de")).toContain(own);
});

test("a text that is not a reason is returned unchanged", () => {
  for (const text of ["Something {else}.", "constructor", ""]) {
    expect(describeReason(text, "de")).toBe(text);
  }
});

const everyReason = Object.keys(reasons).flatMap((reason) => reasonOf({ reason }) ?? []);

test.each(locales)("every reason has its text in %s", (locale) => {
  expect(everyReason.length).toBeGreaterThan(50);
  for (const reason of everyReason) {
    const text = describeReason(reason, locale);
    expect(text.length, reason.reason).toBeGreaterThan(5);
    if (locale !== "en") expect(text, reason.reason).not.toBe(textOf(reason));
  }
});

test("no German text belongs to a reason or code that does not exist", () => {
  expect(Object.keys(german).sort()).toEqual(Object.keys(reasons).sort());
  expect(Object.keys(codes).sort()).toEqual([...Object.keys(errorTable), "unknown"].sort());
});

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

test("the German text of a reason uses only placeholders of its English text", () => {
  const entries = Object.entries(reasons).map(
    ([key, rule]) =>
      [key, typeof rule === "string" ? rule : `${rule.text} ${"fix" in rule ? rule.fix : ""}`] as const,
  );
  for (const [key, english] of entries) {
    const own = Object.entries(german).find(([name]) => name === key)?.[1] ?? "";
    const texts = typeof own === "string" ? own : `${own.message} ${own.fix}`;
    expect(namesIn(english), key).toEqual(expect.arrayContaining(namesIn(texts)));
  }
});
