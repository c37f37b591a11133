import { expect, test } from "vitest";
import {
  apiReference,
  type ReferenceField,
  type ReferenceOperation,
} from "#lib/contract/openapi/reference.ts";
import { findRepeats } from "./repeats.ts";

const operations = apiReference();

function listsOf(fields: readonly ReferenceField[]): (readonly ReferenceField[])[] {
  return [fields, ...fields.flatMap((field) => listsOf(field.fields))];
}

const listsOfOperation = ({ body, response }: ReferenceOperation) =>
  [body?.fields ?? [], response.fields].flatMap(listsOf);

test("a repeated list of fields refers to an identical list that is described in full", () => {
  const repeats = findRepeats(operations);
  expect(repeats.size).toBeGreaterThan(10);
  for (const [fields, { operation, part }] of repeats) {
    const there = part === "body" ? (operation.body?.fields ?? []) : operation.response.fields;
    const same = listsOf(there).find((one) => JSON.stringify(one) === JSON.stringify(fields));
    expect(same, operation.id).toBeDefined();
    if (same) expect(repeats.has(same)).toBe(false);
  }
});

test("no long list of fields is described twice", () => {
  const repeats = findRepeats(operations);
  const described = operations
    .flatMap(listsOfOperation)
    .filter((fields) => fields.length >= 6 && !repeats.has(fields))
    .map((fields) => JSON.stringify(fields));
  // Lists nested in a list that is described elsewhere are not shown at all.
  const inside = new Set(
    [...repeats.keys()].flatMap((fields) =>
      listsOf(fields)
        .slice(1)
        .map((one) => JSON.stringify(one)),
    ),
  );
  const shown = described.filter((text) => !inside.has(text));
  expect(new Set(shown).size).toBe(shown.length);
});
