import { expect, test } from "vitest";
import { ApiProblem } from "#lib/contract/client.ts";
import { createLanguage } from "#lib/language/translate.ts";
import { type ErrorCode, errorTable } from "#lib/platform/errors.ts";
import { because, type Reason, ruleOf, textOf } from "#lib/platform/reasons.ts";
import { describeFailure } from "../photos/model.ts";
import { describeFault, describeServiceProblem } from "./faults.ts";
import { messagesOf } from "./messages.ts";

const english = createLanguage("en", {});
const inGerman = createLanguage("de", messagesOf("de"));

function problem(code: ErrorCode | undefined, message: string, fix?: string): ApiProblem {
  return new ApiProblem(new Response(null, { status: 502 }), code && { error: { code, message, fix } });
}

/** These codes address developers; a seller never sees them. */
const forDevelopers = ["invalid_params", "method_not_allowed", "idempotency_mismatch"];

test("every error code for sellers has a German text, and in English the text of the service", () => {
  for (const [code, { example, fix }] of Object.entries(errorTable)) {
    const fault = problem(code as ErrorCode, example, fix);
    expect(describeFault(fault, english)).toMatchObject({ message: example, fix });
    if (forDevelopers.includes(code)) continue;
    const described = describeFault(fault, inGerman);
    expect(described.message, code).not.toBe(example);
    expect(described.fix, code).not.toBe(fix);
  }
  expect(describeFault(problem(undefined, ""), inGerman).message).toBe("Bei uns ist etwas schiefgegangen.");
});

test("a call without a response is described as no connection, or with the text that the page passes", () => {
  expect(describeFault(new TypeError("fetch failed"), inGerman).message).toContain("keine Verbindung");
  expect(describeFault(new TypeError(""), inGerman, "Weg.")).toEqual({ message: "Weg.", fix: undefined });
});

test("an error without a reason is described by the service's message, without the fix for developers", () => {
  const fault = problem("invalid_params", "url: the address must use port 80 or 443", "Correct the fields.");
  expect(describeFault(fault, inGerman)).toEqual({
    message: "url: the address must use port 80 or 443",
    fix: undefined,
  });
});

test("an unknown code is described by the service's message", () => {
  for (const code of ["newer", "constructor"]) {
    const newer = { code, message: "Something new.", fix: "Do it." };
    expect(describeServiceProblem(newer, inGerman)).toEqual({ message: "Something new.", fix: undefined });
  }
});

const withReason = (problem: Reason | null) => ({
  error_code: problem ? ruleOf(problem).code : "generation_failed",
  error_message: problem && `image_url: ${textOf(problem)}`,
  error_fix: null,
  error_reason: problem?.reason,
  error_values: problem?.values,
});

test.each([
  [
    because("nothing_found"),
    "Im Bild wurde kein Produkt gefunden: Nehmen Sie eines, in dem es sich vom Hintergrund abhebt. Die Credits wurden erstattet.",
  ],
  [because("model_refused"), /^Das Bildmodell malt das nicht: .* Die Credits wurden erstattet\. Ändern Sie/],
  [
    because("picture_too_small", { width: 12, height: 40, least: 32 }),
    "Das Bild hat 12 × 40 Pixel: Nötig sind mindestens 32 × 32. Die Credits wurden erstattet.",
  ],
  [null, /^Das Bild ließ sich nicht machen\. Die Credits wurden erstattet\./],
])("failed work is described in German with its reason and the refund: %o", (problem, said) => {
  expect(describeFailure(withReason(problem), inGerman)).toEqual(
    typeof said === "string" ? said : expect.stringMatching(said),
  );
});

test("failed work without a stored reason is described by its stored message", () => {
  const failed = { ...withReason(null), error_code: "invalid_params", error_message: "image_url: is gone" };
  expect(describeFailure(failed, english)).toBe("image_url: is gone Its credits were refunded.");
  expect(describeFailure(failed, inGerman)).toContain("image_url: is gone");
});
