import { z } from "zod";
import { batch } from "../batches/schemas.ts";
import { imageUrl, optional, text } from "../fields.ts";
import { generation, waitQuery } from "../generations/schemas.ts";
import {
  idempotencyHours,
  longestWaitSeconds,
  maxGenerationIdLength,
  maxKeyLength,
  maxTitleLength,
  uploadLimit,
} from "../limits.ts";
import { photoResults } from "../schemas.ts";

/** Arguments and responses that MCP tools have in addition to those of their operations. */

/** Sent in a header, so visible ASCII only. */
const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, { error: "must be visible ASCII characters without spaces" })
  .max(maxKeyLength);

export const retryArguments = {
  idempotency_key: optional(idempotencyKey).describe(
    `A new random string for each new order. For ${idempotencyHours} hours, a repeated call with the same key and arguments is not charged again: send one whenever a response may get lost.`,
  ),
};

export const paidArguments = {
  max_credits: z
    .int()
    .min(0)
    .describe(
      "Required. Maximum cost of this call in credits; if it would cost more, nothing is made and nothing is charged.",
    ),
  ...retryArguments,
};

export const workId = text.min(1).max(maxGenerationIdLength);

export const waitArgument = {
  wait: waitQuery.shape.wait.describe(
    `Seconds to wait for the work to finish, 0 to ${longestWaitSeconds}. Default: ${longestWaitSeconds}.`,
  ),
};

export const fetchRequest = z.object({
  image_url: imageUrl.describe(
    "Public http or https URL of a picture, which the service downloads and stores.",
  ),
  file_name: optional(text.max(maxTitleLength)).describe("Name of the file."),
});

export const pictureArguments = {
  image_url: fetchRequest.shape.image_url.optional(),
  base64: z
    .string()
    .optional()
    .describe(
      `The file itself in base64, up to ${uploadLimit} before encoding; an alternative to \`image_url\`.`,
    ),
  file_name: fetchRequest.shape.file_name,
};

/** Arguments for a batch of orders: the fields of each request are those of the tools for a single order. */
export const orderArguments = {
  operation: z.enum(["generate", "remove_bg"]),
  request: z
    .looseObject({})
    .describe(
      "Arguments of `make_photo` (for `generate`) or `remove_background` (for `remove_bg`), without `idempotency_key`.",
    ),
};

export const next = z.string().nullable().describe("The next call to make; null if nothing is left to do.");

/** The fields of a piece of work that an agent needs. */
const workFields = generation.pick({
  id: true,
  operation: true,
  status: true,
  position: true,
  stage: true,
  custom_id: true,
  title: true,
  image_url: true,
  result_url: true,
  width: true,
  height: true,
  content_type: true,
  style: true,
  scene: true,
  stance: true,
  notes: true,
  prompt_ignored: true,
  credits_used: true,
  error_code: true,
  error_message: true,
  error_fix: true,
  livemode: true,
});

export const agentWork = workFields.extend({ results: photoResults, next });

export const agentBatch = batch.extend({ next });

export const agentBatchWithItems = agentBatch.extend({
  items: z.array(workFields).describe("In the order submitted."),
  next_cursor: z
    .string()
    .nullable()
    .describe("Send it as `cursor` to get the next page of items; null on the last page."),
});
