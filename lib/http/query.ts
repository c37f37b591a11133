import { z } from "zod";
import { type ErrorIssue, invalidParams } from "../platform/errors.ts";
import { shorten } from "./shorten.ts";

/** Taken from every call: it says who calls (caller.ts). */
const always = "key";
const maxIssues = 20;
/** `metadata[sku]`: a pair of the field `metadata`. */
const pairName = /^(\w+)\[(.+)\]$/s;

type Values = Record<string, string | string[]>;

/**
 * The query of a call as its schema takes it. A name given more than once becomes a list: no field of a query is one, so
 * it is refused where it means something. Throws ApiError invalid_params that names what the operation does not know.
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
    // Objects do not keep a field of this name.
    if (Object.hasOwn(fields, field) && isRecord(fields[field]) && key !== "__proto__") {
      const given = pairs[field] ?? {};
      pairs[field] = given;
      add(given, key, value);
    } else if (name !== always) unknown.add(name);
  }
  if (unknown.size > 0) throw invalidParams(issuesOf(unknown, Object.entries(fields).map(nameOf)));
  return { ...values, ...pairs };
}

/** As an issue names a parameter: `metadata[sku]`. */
export function formatQueryPath([field = "", ...rest]: readonly PropertyKey[]): string {
  return `${String(field)}${rest.map((part) => `[${String(part)}]`).join("")}`;
}

function add(values: Values, name: string, value: string): void {
  // Not `values.constructor`, which every object has.
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
