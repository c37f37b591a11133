import { z } from "zod";
import { jsonLimitBytes } from "#lib/contract/limits.ts";
import type { Operation } from "#lib/contract/operation.ts";
import type { Fault } from "../check.ts";
import { expectThat } from "../suite.ts";

type Schema = z.core.JSONSchema.BaseSchema;

/**
 * A field of an operation's input, by its names from the outside in, and a value that its schema excludes; undefined
 * where the field is required.
 */
interface OutOfBounds {
  path: readonly string[];
  value: unknown;
}

/** Every field of the query or body, with values just outside of its bounds. */
export function outOfBounds({ input }: Operation): OutOfBounds[] {
  if (input.from !== "query" && input.from !== "json") return [];
  const document = z.toJSONSchema(input.schema, { io: "input" });
  /** The schema behind a reference, and without null as an alternative. */
  const open = (schema: Schema): Schema => {
    const named = document.$defs?.[schema.$ref?.split("/").at(-1) ?? ""];
    const [only, ...others] = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
    if (named) return open(named);
    return only && others.length === 0 ? open(only) : schema;
  };
  const fieldsOf = (schema: Schema, within: readonly string[]): OutOfBounds[] => {
    const { properties = {}, required = [] } = open(schema);
    return Object.entries(properties).flatMap(([name, inner]) => {
      const path = [...within, name];
      const field = open(inner as Schema);
      const values = [...excludedBy(field), ...(required.includes(name) ? [undefined] : [])];
      return [...values.map((value) => ({ path, value })), ...fieldsOf(field, path)];
    });
  };
  return fieldsOf(document, []);
}

function excludedBy(schema: Schema): unknown[] {
  const {
    type,
    enum: values,
    format,
    minLength = 0,
    maxLength,
    minimum,
    maximum,
    items,
    minItems = 0,
    maxItems,
  } = schema;
  return [
    ...(values ? ["none of them"] : []),
    ...((items as Schema | undefined)?.enum ? [["none of them"]] : []),
    ...(format === "date-time" ? ["yesterday"] : []),
    ...(minLength > 0 ? [""] : []),
    // A text longer than this makes the whole body too large, which is another error.
    ...(maxLength !== undefined && maxLength < jsonLimitBytes ? ["x".repeat(maxLength + 1)] : []),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(type === "integer" ? [0.5] : []),
    ...(minItems > 0 ? [[]] : []),
    ...(maxItems === undefined ? [] : [Array(maxItems + 1).fill(null)]),
  ];
}

/** Throws Mismatch unless an issue of the error is about the field, or about an item of it. */
export function expectNamed({ issues = [] }: Fault, path: string): void {
  const isNamed = issues.some((issue) => issue.path === path || issue.path.startsWith(`${path}[`));
  expectThat(isNamed, `an issue of ${path}`, JSON.stringify(issues));
}
