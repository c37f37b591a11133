import { expect, test } from "vitest";
import type { Operation } from "../operation.ts";
import { errorsOf, operations } from "../operations.ts";
import { apiReference, type ReferenceField } from "./reference.ts";

const reference = apiReference();
const named = (id: string) => {
  const found = reference.find((operation) => operation.id === id);
  if (!found) throw new Error(`${id} is missing`);
  return found;
};
const all = (fields: ReferenceField[]): ReferenceField[] =>
  fields.flatMap((field) => [field, ...all(field.fields)]);

test("the API reference lists every operation of the contract with every error code that it can return", () => {
  const contract = Object.values<Operation>(operations);
  expect(reference.map(({ id }) => id).sort()).toEqual(contract.map(({ id }) => id).sort());
  for (const operation of contract) {
    const shown = named(operation.id);
    expect([shown.method, shown.path]).toEqual([operation.method, operation.path]);
    expect(shown.errors.map(({ code }) => code).sort()).toEqual(errorsOf(operation).sort());
  }
});

test("the API reference gives every field a type, and resolves nested schema references", () => {
  for (const { parameters, body, response } of reference) {
    for (const field of all([...parameters, ...(body?.fields ?? []), ...response.fields])) {
      expect(field.type, field.name).toMatch(
        /^((array of )?(string|integer|number|boolean|object)s?)( or (string|object))?( or null)?$/,
      );
    }
  }
  const { body, response } = named("generate");
  expect(body?.fields.find(({ name }) => name === "aspect_ratio")).toMatchObject({
    required: false,
    type: "string or null",
    description: "Width to height of the photo. Default: `1:1`.",
    values: ["1:1", "4:3", "3:4", "16:9", "9:16"],
  });
  // The size is a name, or width and height: both forms are listed.
  expect(body?.fields.find(({ name }) => name === "size")).toMatchObject({
    type: "string or object or null",
    values: expect.arrayContaining(["amazon"]),
    fields: [{ name: "width" }, { name: "height" }],
  });
  const estimated = named("estimate").body?.fields.find(({ name }) => name === "requests");
  expect(estimated?.type).toBe("array of objects");
  expect(estimated?.fields.map(({ name, required, values }) => [name, required, values])).toEqual([
    ["operation", true, ["generate", "remove_bg"]],
    ["request", true, []],
  ]);
  const remaining = response.fields.find(({ name }) => name === "credits_remaining");
  expect(remaining?.fields.map(({ name }) => name)).toEqual(["monthly", "topup", "total"]);
});
