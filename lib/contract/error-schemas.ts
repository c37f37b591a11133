import { z } from "zod";
import { type ErrorCode, errorTable } from "../platform/errors.ts";
import { apiReasons } from "../platform/reasons.ts";
import { open } from "./fields.ts";

/** The body of every error response. */

export const errorCode = open(z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]])).meta({
  id: "ErrorCode",
  description: "Stable machine code; more may be added.",
});

export const reasonFields = {
  reason: z
    .string()
    .optional()
    .describe(
      `Stable key of why, where the code alone does not say it; more may be added. Now: ${Object.keys(
        apiReasons,
      )
        .map((key) => `\`${key}\``)
        .join(", ")}.`,
    ),
  values: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .describe("What the message names, for texts of your own."),
};

export const errorIssue = z
  .object({
    path: z.string().describe("Name of the field; empty for the body as a whole."),
    message: z.string().describe("What is wrong with it, in a sentence."),
    ...reasonFields,
  })
  .meta({ id: "ApiErrorIssue" });

const errorDetail = z
  .object({
    code: errorCode,
    ...reasonFields,
    message: z.string().describe("What is wrong; safe to show."),
    fix: z.string().optional().describe("What to do about it: what the code says, or more particular."),
    issues: z.array(errorIssue).optional().describe("The fields that are wrong."),
    required_scope: z.string().optional().describe("With `missing_scope`: the scope that the key lacks."),
    request_id: z.string().describe("Names the request in the log."),
  })
  .meta({ id: "ApiErrorDetail" });

export const errorBody = z.object({ error: errorDetail }).meta({ id: "ApiErrorBody" });
