import { z } from "zod";
import { imageUrl as givenUrl, text } from "../../contract/fields.ts";
import { maxCustomIdLength } from "../../contract/limits.ts";
import { workOptions } from "../../contract/schemas.ts";
import type { SkippedItem } from "../../credits/order.ts";
import { type ErrorIssue, invalidParams } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";

/** Issues that the row of an item keeps, and the length of its message. */
const keptIssues = 20;
const longestMessage = 1_000;
const fix = "Nothing was charged. Correct what `issues` name, and order the item again in another batch.";

/** What can be read of an item that is wrong: enough for its owner to know it again. */
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

/** The row of an item that is wrong. */
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
    issues: issues.slice(0, keptIssues),
  };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
