import { z } from "zod";
import type { ErrorIssue } from "../platform/errors.ts";
import { mapInSlices } from "../platform/pause.ts";
import { check, checkInput, describeFields } from "./check-input.ts";

/** Problems of a body in which some list elements may still be valid. */
export interface WrongParts {
  elements: { place: number; issues: ErrorIssue[]; given: unknown }[];
  /** Problems of the other fields. */
  issues: ErrorIssue[];
}

/**
 * Returns the input with the valid elements of the list; `wrong` has the issues of the other elements and fields,
 * `others` included, and is absent without issues. Throws ApiError invalid_params if the list is missing or too long.
 */
export async function checkEach(
  schema: z.ZodType,
  raw: unknown,
  { name, others: known = [] }: { name: string; others?: readonly ErrorIssue[] },
): Promise<unknown> {
  const list = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
  if (!(schema instanceof z.ZodObject && list instanceof z.ZodArray)) throw new Error(`no list ${name}`);
  const given = typeof raw === "object" && raw !== null ? Object.entries(raw) : [];
  const elements: unknown = Object.fromEntries(given)[name];
  if (!Array.isArray(elements)) return checkInput(schema, raw);
  const objects = elements.map((one: unknown) => (typeof one === "object" && one !== null ? one : {}));
  const whole = check(list.clone({ ...list.def, element: z.unknown() }), objects).issues;
  // If the length of the list is wrong, its elements are not checked.
  if (whole.some(({ path }) => path.length === 0)) return checkInput(schema, raw);
  const rest = schema.clone({ ...schema.def, shape: { ...schema.shape, [name]: z.unknown() } });
  const { data: others, issues: otherIssues } = check(rest, raw);
  const checked = await mapInSlices(elements, (element: unknown, place) => {
    const { data, issues } = check(list.element as z.ZodType, element);
    const all = [
      ...issues.map((issue) => ({ ...issue, path: [place, ...issue.path] })),
      ...whole.filter(({ path }) => path[0] === place),
    ];
    return { data, given: element, place, issues: all.map((one) => ({ ...one, path: [name, ...one.path] })) };
  });
  const right = checked.filter(({ issues }) => issues.length === 0).map(({ data }) => data);
  const wrong = {
    elements: checked
      .filter(({ issues }) => issues.length > 0)
      .map(({ issues, ...element }) => ({
        place: element.place,
        given: element.given,
        issues: describeFields(issues),
      })),
    issues: [...known, ...describeFields(otherIssues)],
  };
  const isRight = wrong.elements.length === 0 && wrong.issues.length === 0;
  return { ...(others as object), [name]: right, ...(isRight ? {} : { wrong }) };
}
