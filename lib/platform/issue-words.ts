import type { z } from "zod";

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const nouns: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "a JSON object",
  record: "a JSON object",
};

const formats: Record<string, string> = {
  url: "a URL",
  email: "an email address",
  datetime: "a time in ISO 8601",
  date: "a date in ISO 8601",
};

/**
 * Describes an issue in words that follow the field's name: "is required", "must be one of a, b". Passed to a parse
 * as `{ error: describeIssue }`; a schema's own messages take precedence.
 */
export function describeIssue(issue: RawIssue): string {
  const isField = (issue.path?.length ?? 0) > 0;
  const isMissing = isField && (issue.input === undefined || issue.input === null);
  if (issue.code === "invalid_value")
    return `${isMissing ? "is required: " : "must be "}${choose(issue.values)}`;
  if (isMissing) return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${nouns[issue.expected] ?? issue.expected}`;
    case "too_big":
      return tooBig(issue.origin, Number(issue.maximum));
    case "too_small":
      return tooSmall(issue.origin, Number(issue.minimum));
    case "invalid_format":
      return `must be ${formats[issue.format] ?? "in the form that the documentation gives"}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `has unknown fields: ${issue.keys.join(", ")}`;
    default:
      return "has a value that is not possible here";
  }
}

/** Formats a path into lists and objects: `items[3].style`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, at) => (typeof part === "number" ? `[${part}]` : `${at > 0 ? "." : ""}${String(part)}`))
    .join("");
}

function choose(values: readonly unknown[]): string {
  const names = values.map(String);
  return names.length === 1 ? `"${names.join()}"` : `one of ${names.join(", ")}`;
}

function tooBig(origin: string, maximum: number): string {
  const limit = maximum.toLocaleString("en");
  if (origin === "string") return `is longer than ${limit} characters`;
  return origin === "array" ? `has more than ${limit} entries` : `must be at most ${limit}`;
}

function tooSmall(origin: string, minimum: number): string {
  const limit = minimum.toLocaleString("en");
  if (minimum === 1 && (origin === "string" || origin === "array")) return "must not be empty";
  if (origin === "string") return `is shorter than ${limit} characters`;
  return origin === "array" ? `has fewer than ${limit} entries` : `must be at least ${limit}`;
}
