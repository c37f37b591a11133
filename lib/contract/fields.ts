import { z } from "zod";
import { encodedUploadBytes, maxUrlLength } from "./limits.ts";

/** Field types that several requests share. */

export const text = z.string().refine((value) => value.isWellFormed() && !value.includes("\0"), {
  error: "must be text without NUL characters or broken Unicode",
});

export const imageUrl = text.min(1).max(maxUrlLength);

/** The same where a picture may be sent in its place: a longer data URI is read before the field is checked. */
export const pictureInput = imageUrl.meta({ maxLength: encodedUploadBytes });

export const boundingBox = z.object({ left: z.int(), top: z.int(), width: z.int(), height: z.int() });

/** Part of every object. */
export const livemode = z.boolean().describe("False for objects of test mode.");

/** An optional field; null means the same as absent. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/**
 * A response enum to which values may be added: clients generated from the OpenAPI document also accept any other
 * text.
 */
export function open<Schema extends z.ZodEnum>(values: Schema): Schema {
  return values.meta({ open: true });
}

/** An integer query parameter, with the same error message for every invalid value. */
export function wholeNumber(minimum: number, maximum: number) {
  const error = `must be a whole number between ${minimum} and ${maximum}`;
  return z.coerce.number({ error }).int({ error }).min(minimum, { error }).max(maximum, { error });
}

/** Earlier years are certainly mistakes, and PostgreSQL stores no time before the year 1. */
const firstYear = 1970;
const isDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;
const timeRule = `must be a time such as 2026-11-21T09:00:00Z, or a date, of ${firstYear} or later`;

/** An ISO 8601 time with its zone, or a date, which means the start of the day in UTC. Output: a time in UTC. */
export const time = z
  .string()
  .max(40, { error: timeRule })
  .transform((value, context) => {
    const at = isDate.test(value) ? new Date(value) : null;
    if (at && at.getUTCFullYear() >= firstYear && at.getUTCFullYear() <= 9_999) return at.toISOString();
    context.addIssue({ code: "custom", message: timeRule });
    return z.NEVER;
  })
  .meta({ format: "date-time" });

/** Filters of a list by creation time. */
export const createdRange = {
  created_after: time.optional().describe("Only objects created after this time."),
  created_before: time.optional().describe("Only objects created before this time."),
};

const maxPageSize = 100;
const defaultPageSize = 20;

/** Pagination parameters of every list. */
export const page = {
  cursor: text.max(200).optional().describe("`next_cursor` of the previous page."),
  limit: wholeNumber(1, maxPageSize)
    .optional()
    .transform((value) => value ?? defaultPageSize)
    .describe(`Entries per page, 1 to ${maxPageSize}. Default: ${defaultPageSize}.`),
};

/** The response of every list. */
export function listOf<Entry extends z.ZodType>(entry: Entry, order = "Newest first.") {
  return z.object({
    data: z.array(entry).describe(order),
    next_cursor: z
      .string()
      .nullable()
      .describe("Send it as `cursor` to get the next page; null on the last page."),
  });
}

/** Whether this is the name of a time zone (IANA). */
export function isTimeZone(name: string): boolean {
  if (name === "") return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
