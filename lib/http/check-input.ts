import type { z } from "zod";
import { type ErrorIssue, invalidParams } from "../platform/errors.ts";
import { describeIssue, formatPath } from "../platform/issue-words.ts";

export type Issue = z.core.$ZodIssue;

type FormatPath = (path: readonly PropertyKey[]) => string;

/** Returns the input parsed by its schema. Throws ApiError invalid_params that names each invalid field. */
export async function checkInput(
  schema: z.ZodType,
  raw: unknown,
  format: FormatPath = formatPath,
): Promise<unknown> {
  const { data, issues } = check(schema, raw);
  if (issues.length > 0) throw invalidParams(describeFields(issues, format));
  return data;
}

export function check(schema: z.ZodType, raw: unknown): { data: unknown; issues: readonly Issue[] } {
  const { data, error } = schema.safeParse(raw, { error: describeIssue });
  return { data, issues: error?.issues ?? [] };
}

/** One issue for each invalid field and message. */
export function describeFields(issues: readonly Issue[], format: FormatPath = formatPath): ErrorIssue[] {
  const described = issues.map(({ path, message }) => {
    const name = format(path);
    return [`${name || "The body"} ${message}`, name] as const;
  });
  return [...new Map(described)].map(([message, path]) => ({ path, message }));
}
