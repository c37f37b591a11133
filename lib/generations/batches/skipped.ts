import { z } from "zod";
import { imageUrl as givenUrl, text } from "../../contract/fields.ts";
import { maxCustomIdLength } from "../../contract/limits.ts";
import { workOptions } from "../../contract/schemas.ts";
import type { SkippedItem } from "../../credits/order.ts";
import { type ErrorIssue, invalidParams } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";

/** Limit of issues stored in an item's row, and of the length of its message. */
const maxStoredIssues = 20;
const longestMessage = 1_000;
const fix = "Nothing was charged. Correct what `issues` name, and order the item again in another batch.";

/** The readable fields of an invalid item, by which its owner can identify it. */
const readableRequest = z.object({
  imageUrl: givenUrl.catch(""),
  title: workOptions.title.catch(undefined),
  metadata: workOptions.metadata.catch(undefined),
});
const readable = z.object({
  customId: text.min(1).max(maxCustomIdLength).optional().catch(undefined),
  operation: z.enum(["generate", "remove_bg"]).catch("generate"),
  request: z.unknown().optional(),
});

/** The row of an invalid item. */
export function toSkippedItem(place: number, given: unknown, issues: readonly ErrorIssue[]): SkippedItem {
  const { customId, operation, request } = readable.parse(isObject(given) ? given : {});
  const { imageUrl, title = null, metadata = null } = readableRequest.parse(isObject(request) ? request : {});
  const { code, message, reason, values } = invalidParams(issues);
  return {
    id: newId("gen"),
    place,
    operation,
    customId: customId ?? null,
    imageUrl,
    title,
    metadata,
    errorCode: code,
    errorMessage: message.slice(0, longestMessage).toWellFormed(),
    errorFix: fix,
    errorReason: reason ?? null,
    errorValues: values ?? null,
    issues: issues.slice(0, maxStoredIssues),
  };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
