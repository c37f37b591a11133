import { z } from "zod";
import { createdRange, listOf, livemode, optional, page, text } from "../fields.ts";
import {
  generation,
  pictureFields,
  promptIgnored,
  promptUnderstood,
  reviewFilter,
  sceneFields,
  statusFilter,
  waitQuery,
  wordFilters,
} from "../generations/schemas.ts";
import { maxBatchItems, maxCustomIdLength } from "../limits.ts";
import { creditsRemaining, generateRequest, removeBgRequest, workOptions } from "../schemas.ts";

const customId = text
  .min(1)
  .max(maxCustomIdLength)
  .describe("Your name for the item; unique within the batch.");

const orders = [
  z.object({ operation: z.literal("generate"), request: generateRequest }),
  z.object({ operation: z.literal("remove_bg"), request: removeBgRequest }),
] as const;

const batchItem = z.discriminatedUnion(
  "operation",
  [orders[0].extend({ custom_id: customId }), orders[1].extend({ custom_id: customId })],
  { error: "must be one of generate, remove_bg" },
);

export const batchRequest = z
  .object({
    ...workOptions,
    on_invalid: optional(z.enum(["reject", "skip"])).describe(
      "How invalid items are handled. `reject` (default): nothing is ordered, and one response lists all errors of all items. `skip`: the valid items are ordered; invalid items are listed as failed with their `issues`, uncharged. If no item is valid, the batch is rejected.",
    ),
    items: z
      .array(batchItem)
      .min(1)
      .max(maxBatchItems)
      .superRefine((items, context) => {
        const seen = new Set<string>();
        items.forEach(({ custom_id: id }, place) => {
          // Items with other errors may lack it.
          if (typeof id !== "string") return;
          if (seen.has(id)) {
            context.addIssue({
              code: "custom",
              path: [place, "custom_id"],
              message: "is used by another item",
            });
          }
          seen.add(id);
        });
      })
      .describe(
        `1 to ${maxBatchItems} items; \`request\` takes the fields of the call for its \`operation\`.`,
      ),
  })
  .meta({ id: "BatchRequest" });

const count = z.int().min(0);
const batchStatus = z.enum(["queued", "running", "completed", "canceled"]);
export type BatchStatus = z.output<typeof batchStatus>;

export const batch = z
  .object({
    id: z.string(),
    title: z.string().nullable(),
    status: batchStatus,
    counts: z.object({
      total: count,
      queued: count,
      running: count,
      succeeded: count,
      failed: count,
      canceled: count,
    }),
    credits: z.object({
      reserved: count.describe("Cost of all items."),
      used: count.describe("Cost of the succeeded items, less refunds."),
      refunded: count,
    }),
    eta_seconds: count
      .nullable()
      .describe(
        "Estimated seconds until the last item is finished. Null if all items are finished, and while no worker is running.",
      ),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    metadata: z.record(z.string(), z.string()).nullable(),
    livemode,
  })
  .meta({ id: "Batch" });

export const batchList = listOf(batch).meta({ id: "BatchList" });
export const batchQuery = z.object({
  ...page,
  status: batchStatus.optional().describe("Only batches with this status."),
  ...createdRange,
});
export { waitQuery as batchWaitQuery };

/** Batches as the dashboard shows them, each with its first items. */
export const orderList = listOf(batch.extend({ items: z.array(generation) }));

export const batchItemQuery = z.object({
  ...page,
  status: statusFilter,
  review: reviewFilter,
  ...createdRange,
  ...wordFilters,
});
export const batchItemList = listOf(generation, "In the order submitted.").meta({ id: "BatchItemList" });

export const estimateRequest = z
  .object({
    requests: z
      .array(z.discriminatedUnion("operation", [...orders], { error: "must be one of generate, remove_bg" }))
      .min(1)
      .max(maxBatchItems),
  })
  .meta({ id: "EstimateRequest" });

export const estimate = z
  .object({
    credits: count.describe("Total cost of all requests."),
    requests: z
      .array(
        z.object({
          credits: count,
          open_id: z
            .string()
            .nullable()
            .describe(
              "With `reuse`: id of your queued or running work for the same request. Ordering now would generate and charge it again.",
            ),
          reused_id: z
            .string()
            .nullable()
            .describe(
              "With `reuse`: id of your earlier work whose result the call would return, free of charge; with `n`, that of its first photo if all are reused.",
            ),
          prompt_understood: promptUnderstood,
          prompt_ignored: promptIgnored,
          ...sceneFields,
          ...pictureFields,
        }),
      )
      .describe(
        "Cost of each request, in the order submitted; 0 if `reuse` finds an earlier result, and for free remakes (`remake_of`).",
      ),
    sufficient: z.boolean().describe("Whether the balance covers the total cost."),
    credits_remaining: creditsRemaining,
  })
  .meta({ id: "Estimate" });
