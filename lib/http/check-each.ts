import { z } from "zod";
import type { ErrorIssue } from "../platform/errors.ts";
import { mapInSlices } from "../platform/pause.ts";
import { check, checkInput, describeFields } from "./check-input.ts";

/** What is wrong with a body of which some elements may be right all the same. */
export interface WrongParts {
  elements: { place: number; issues: ErrorIssue[]; given: unknown }[];
  /** Of its other fields. */
  issues: ErrorIssue[];
}

/**
 * The input with those elements of a list that are right, and in `wrong` what is wrong with the others and the rest of
 * it, `others` among them: absent where nothing is. Throws ApiError invalid_params where there is no such list, or too long a one.
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
  // Of a list with a wrong length no element is looked at.
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
