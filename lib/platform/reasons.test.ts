import { expect, expectTypeOf, test } from "vitest";
import { invalidParam, invalidParams, issueOf, refusal } from "./errors.ts";
import { because, reasonOf, textOf } from "./reasons.ts";

const small = because("picture_too_small", { width: 12, height: 40, least: 32 });
const smallText = "the picture has 12 × 40 pixels: it needs at least 32 × 32";

test("a reason has an English text with its values", () => {
  expect(textOf(small)).toBe(smallText);
  expect(refusal(because("mode_withdrawn", { mode: "edit" }))).toMatchObject({
    code: "generation_failed",
    message: "The mode `edit` is no longer available.",
    reason: "mode_withdrawn",
    values: { mode: "edit" },
    fix: expect.stringMatching(/without `mode`/),
  });
  expect(refusal(because("product_changed")).fix).toContain("`scene`");
  expect(refusal(because("max_credits_exceeded", { cost: 4, most: 1 })).fix).toContain("at least 4");
  expect(refusal(because("email_unchanged")).fix).toBeUndefined();
});

test("a reason without all its values does not compile", () => {
  // @ts-expect-error
  because("picture_too_small", { width: 12, height: 40 });
  // @ts-expect-error
  because("picture_too_small");
  // @ts-expect-error
  because("no_such_reason");
  expectTypeOf(because("nothing_found").reason).toBeString();
});

test("an error has the reason of its field", () => {
  const error = invalidParam("image_url", small);
  expect(error).toMatchObject({ message: `image_url: ${smallText}`, ...small });
  expect(error.issues).toEqual([{ path: "image_url", message: smallText, ...small }]);
  const plain = issueOf("a", "a is required");
  expect(invalidParams([plain, ...(error.issues ?? [])])).toMatchObject({
    message: `a is required; ${smallText}`,
    ...small,
  });
  expect(invalidParam("cursor", "use another").reason).toBeUndefined();
});

test("external data is accepted as a reason only if the table contains it", () => {
  expect(reasonOf(JSON.parse(JSON.stringify(small)))).toEqual(small);
  expect(reasonOf({ reason: "nothing_found", values: null })).toEqual(because("nothing_found"));
  expect(reasonOf({ reason: "nothing_found", values: { a: 1, b: {} } })?.values).toEqual({ a: 1 });
  for (const none of [null, "nothing_found", {}, { reason: "of a newer version" }, { reason: "toString" }]) {
    expect(reasonOf(none)).toBeNull();
  }
});
