import { z } from "zod";
import { type ErrorCode, errorTable } from "../platform/errors.ts";
import { apiReasons } from "../platform/reasons.ts";
import { open } from "./fields.ts";

/** The body of every error response. */

export const errorCode = open(z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]])).meta({
  id: "ErrorCode",
  description: "Stable, machine-readable code; more may be added.",
});

export const reasonFields = {
  reason: z
    .string()
    .optional()
    .describe(
      `Stable key of the cause, if it is more specific than the code; more may be added. Currently: ${Object.keys(
        apiReasons,
      )
        .map((key) => `\`${key}\``)
        .join(", ")}.`,
    ),
  values: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .describe("The values in the message, for texts of your own."),
};

export const errorIssue = z
  .object({
    path: z.string().describe("Name of the field; empty for the whole body."),
    message: z.string().describe("What is wrong with the field, as a sentence."),
    reason: z.string().optional().describe("Stable key of the cause, one of those of the whole error."),
    values: reasonFields.values,
  })
  .meta({ id: "ApiErrorIssue" });

const errorDetail = z
  .object({
    code: errorCode,
    ...reasonFields,
    message: z.string().describe("What is wrong; safe to show to users."),
    fix: z.string().optional().describe("How to fix the error: the fix of the code, or a more specific one."),
    issues: z.array(errorIssue).optional().describe("The invalid fields."),
    required_scope: z.string().optional().describe("With `missing_scope`: the scope that the key lacks."),
    request_id: z.string().describe("Identifies the request in the log."),
  })
  .meta({ id: "ApiErrorDetail" });

export const errorBody = z.object({ error: errorDetail }).meta({ id: "ApiErrorBody" });
