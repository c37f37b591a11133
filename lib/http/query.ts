import { z } from "zod";
import { type ErrorIssue, invalidParams } from "../platform/errors.ts";

/** The API key, which every operation accepts (caller.ts). */
const always = "key";
const maxIssues = 20;
/** `metadata[sku]`: an entry of the field `metadata`. */
const pairName = /^(\w+)\[(.+)\]$/s;

type Values = Record<string, string | string[]>;

/**
 * The query of a request in the form of its schema. A repeated name becomes a list, which is refused where the
 * parameter is known, because no query field is a list. Throws ApiError invalid_params that names unknown parameters.
 */
export function readQuery(url: string, schema: z.ZodType | null): Record<string, unknown> {
  const fields = schema instanceof z.ZodObject ? schema.shape : {};
  const values: Values = {};
  const pairs: Record<string, Values> = {};
  const unknown = new Set<string>();
  for (const [name, value] of new URL(url).searchParams) {
    const [, field = "", key = ""] = pairName.exec(name) ?? [];
    if (Object.hasOwn(fields, name) && !isRecord(fields[name])) {
      add(values, name, value);
      continue;
    }
    // Assigning `__proto__` to an object adds no field.
    if (Object.hasOwn(fields, field) && isRecord(fields[field]) && key !== "__proto__") {
      const given = pairs[field] ?? {};
      pairs[field] = given;
      add(given, key, value);
    } else if (name !== always) unknown.add(name);
  }
  if (unknown.size > 0) throw invalidParams(issuesOf(unknown, Object.entries(fields).map(nameOf)));
  return { ...values, ...pairs };
}

/** The name of a parameter in an issue: `metadata[sku]`. */
export function formatQueryPath([field = "", ...rest]: readonly PropertyKey[]): string {
  return `${String(field)}${rest.map((part) => `[${String(part)}]`).join("")}`;
}

function add(values: Values, name: string, value: string): void {
  // hasOwn, because every object inherits `values.constructor`.
  const before = Object.hasOwn(values, name) ? values[name] : undefined;
  if (before === undefined) values[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else values[name] = [before, value];
}

function isRecord(schema: unknown): boolean {
  return schema instanceof z.ZodOptional ? isRecord(schema.unwrap()) : schema instanceof z.ZodRecord;
}

function nameOf([name, schema]: [string, unknown]): string {
  return isRecord(schema) ? `${name}[NAME]` : name;
}

function issuesOf(unknown: ReadonlySet<string>, known: readonly string[]): ErrorIssue[] {
  const allowed = known.length === 0 ? "it takes none" : `it takes ${known.join(", ")}`;
  return [...unknown].slice(0, maxIssues).map((name) => {
    const path = shorten(name);
    return { path, message: `${path} is no query parameter of this call: ${allowed}` };
  });
}

const maxShownLength = 80;

/** A name sent by a caller, shortened to printable ASCII for an error or a header. */
export function shorten(name: string): string {
  const cut = name.length > maxShownLength ? `${name.slice(0, maxShownLength)}...` : name;
  return cut.replace(/[^\x20-\x7e]/g, "?");
}
