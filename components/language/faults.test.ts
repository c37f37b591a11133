import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { ApiProblem } from "#lib/contract/client.ts";
import { NothingFoundError } from "#lib/imaging/worker/failure.ts";
import { ModelCallError, ModelRefusedError } from "#lib/models/failure.ts";
import { type ErrorCode, errorTable } from "#lib/platform/errors.ts";
import { describeFailure } from "../photos/model.ts";
import { german } from "./de/index.ts";
import { describeFault } from "./faults.ts";
import { knownFaults } from "./known-faults.ts";
import { createLanguage } from "./translate.ts";

const english = createLanguage("en", {});
const inGerman = createLanguage("de", german);

function problem(code: ErrorCode | undefined, message: string, fix?: string): ApiProblem {
  return new ApiProblem(new Response(null, { status: 502 }), code && { error: { code, message, fix } });
}

/** Words for those who write requests: a seller meets these codes nowhere. */
const forDevelopers = ["invalid_params", "method_not_allowed", "idempotency_mismatch"];

test("every code that a seller meets is said in German, and in English as the service says it", () => {
  for (const [code, { example, fix }] of Object.entries(errorTable)) {
    const told = problem(code as ErrorCode, example, fix);
    expect(describeFault(told, english)).toMatchObject({ message: example, fix });
    if (forDevelopers.includes(code)) continue;
    const said = describeFault(told, inGerman);
    expect(said.message, code).not.toBe(example);
    expect(said.fix, code).not.toBe(fix);
  }
  expect(describeFault(problem(undefined, ""), inGerman).message).toBe("Bei uns ist etwas schiefgegangen.");
});

test("a call without an answer says that there is no connection, in the page's own words where it has some", () => {
  expect(describeFault(new TypeError("fetch failed"), inGerman).message).toContain("keine Verbindung");
  expect(describeFault(new TypeError(""), inGerman, "Weg.")).toEqual({ message: "Weg.", fix: undefined });
});

test("what only the service's sentence names keeps it, without a fix for developers", () => {
  const told = problem("invalid_params", "url: the address must use port 80 or 443", "Correct the fields.");
  expect(describeFault(told, inGerman)).toEqual({
    message: "url: the address must use port 80 or 443",
    fix: undefined,
  });
});

test.each([
  [
    `image_url: ${new NothingFoundError().message}`,
    "Im Bild wurde kein Produkt gefunden: Nehmen Sie eines, in dem es sich vom Hintergrund abhebt. Die Credits wurden erstattet.",
  ],
  [
    new ModelRefusedError("a/b", new ModelCallError("refused")).message,
    /^Das Bildmodell malt das nicht: .* Die Credits wurden erstattet\. Ändern Sie/,
  ],
  [
    "image_url: the picture has 12 × 40 pixels: it needs at least 32 × 32",
    "Das Bild hat 12 × 40 Pixel: Nötig sind mindestens 32 × 32. Die Credits wurden erstattet.",
  ],
  [null, /^Das Bild ließ sich nicht machen\. Die Credits wurden erstattet\./],
])("failed work says in German why, and that its credits are back: %s", (message, said) => {
  const code = message?.startsWith("image_url") ? "invalid_params" : "generation_failed";
  const failed = { error_code: code, error_message: message, error_fix: null };
  expect(describeFailure(failed, inGerman)).toEqual(
    typeof said === "string" ? said : expect.stringMatching(said),
  );
});

test("every sentence that has German words is one that the service says", async () => {
  const parts: string[] = [];
  for await (const file of glob("lib/**/*.ts")) {
    if (!file.endsWith(".test.ts")) parts.push(await readFile(file, "utf8"));
  }
  const said = parts.join("\n").replaceAll(/\$\{[^}]*\}/g, "12");
  expect(knownFaults.map(({ words }) => words).filter((words) => !words.test(said))).toEqual([]);
});
