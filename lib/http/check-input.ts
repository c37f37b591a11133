import { z } from "zod";
import { type ErrorIssue, invalidParams } from "../platform/errors.ts";
import { describeIssue, formatPath } from "../platform/issue-words.ts";
import { mapInSlices } from "../platform/pause.ts";

export type Issue = z.core.$ZodIssue;

/** Elements checked in one slice; other requests may run between slices. */
const elementsAtOnce = 10;

/** A list of a body that is checked in slices. */
interface LongList {
  body: z.ZodObject;
  name: string;
  list: z.ZodArray;
  elements: readonly unknown[];
}

type FormatPath = (path: readonly PropertyKey[]) => string;

/** Returns the input parsed by its schema. Throws ApiError invalid_params that names each invalid field. */
export async function checkInput(
  schema: z.ZodType,
  raw: unknown,
  format: FormatPath = formatPath,
): Promise<unknown> {
  const long = findLongList(schema, raw);
  const { data, issues } = long ? await checkInParts(long, raw) : check(schema, raw);
  if (issues.length > 0) throw invalidParams(describeFields(issues, format));
  return data;
}

export function check(schema: z.ZodType, raw: unknown): { data: unknown; issues: readonly Issue[] } {
  const { data, error } = schema.safeParse(raw, { error: describeIssue });
  return { data, issues: error?.issues ?? [] };
}

function findLongList(schema: z.ZodType, raw: unknown): LongList | null {
  if (!(schema instanceof z.ZodObject) || typeof raw !== "object" || raw === null) return null;
  for (const [name, elements] of Object.entries(raw)) {
    const list = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    if (!(list instanceof z.ZodArray) || !Array.isArray(elements)) continue;
    if (elements.length > elementsAtOnce) return { body: schema, name, list, elements };
  }
  return null;
}

/** Same result as `check`, in slices: a thousand full orders would block the thread for 100 ms. */
async function checkInParts({ body, name, list, elements }: LongList, raw: unknown) {
  const starts = Array.from(
    { length: Math.ceil(elements.length / elementsAtOnce) },
    (_, part) => part * elementsAtOnce,
  );
  const part = z.array(list.element as z.ZodType);
  const parts = await mapInSlices(starts, (start) => {
    const { data, issues } = check(part, elements.slice(start, start + elementsAtOnce));
    return {
      data: data as unknown[],
      issues: issues.map((issue) => {
        const [place, ...rest] = issue.path;
        return { ...issue, path: [name, start + Number(place), ...rest] };
      }),
    };
  });
  const wrong = parts.flatMap(({ issues }) => issues);
  const checks = list.def.checks?.filter((one) => wrong.length === 0 || one._zod.def.check !== "custom");
  const checkedList = list.clone({ ...list.def, element: z.unknown(), checks });
  const rest = body.clone({ ...body.def, shape: { ...body.shape, [name]: checkedList } });
  const given = wrong.length > 0 ? elements : parts.flatMap(({ data }) => data);
  const { data, issues } = check(rest, { ...(raw as object), [name]: given });
  const names = Object.keys(body.shape);
  const placeOf = ({ path: [field] }: Issue) =>
    field === undefined ? names.length : names.indexOf(String(field));
  return { data, issues: [...wrong, ...issues].toSorted((a, b) => placeOf(a) - placeOf(b)) };
}

/** One issue for each invalid field and message. */
export function describeFields(issues: readonly Issue[], format: FormatPath = formatPath): ErrorIssue[] {
  const described = issues.map(({ path, message }) => {
    const name = format(path);
    return [`${name || "The body"} ${message}`, name] as const;
  });
  return [...new Map(described)].map(([message, path]) => ({ path, message }));
}
