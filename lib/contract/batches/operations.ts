import { batchArchiveQuery } from "../generations/history-schemas.ts";
import { batchBodyLimitBytes, judgedPerEstimate, judgeSeconds, maxBatchItems } from "../limits.ts";
import { examples } from "../openapi/examples.ts";
import { operationsOf } from "../operation.ts";
import * as schemas from "./schemas.ts";

const own = { section: "batches" } as const;

/** Operations for ordering in bulk. */
export const batchOperations = operationsOf(own, {
  estimate: {
    needsSubscription: true,
    scope: "work:write",
    section: "credits",
    method: "POST",
    path: "/api/v1/estimate",
    summary: "Estimate the cost of work",
    description: `Checks up to ${maxBatchItems} requests as the calls themselves would, and returns their total cost and whether the balance covers it. If requests are invalid, one response lists all errors of all requests. Charges nothing. The pictures of up to ${judgedPerEstimate} photos are judged for the ordered resolution (\`stance\`, \`notes\`), each as one of the day's previews; the first estimate of a picture takes as long as its cut-out, at most ${judgeSeconds} seconds.`,
    input: {
      from: "json",
      schema: schemas.estimateRequest,
      maxBytes: batchBodyLimitBytes,
      eachOf: "requests",
      takesPicture: true,
    },
    output: schemas.estimate,
    example: {
      request: { requests: [{ operation: "generate", request: examples.generateRequest }] },
      response: ({ estimate }) => estimate,
      invalid: { path: "requests[0].request.style", message: "requests[0].request.style is required" },
    },
  },
  createBatch: {
    needsSubscription: true,
    scope: "work:write",
    method: "POST",
    path: "/api/v1/batches",
    summary: "Create a batch of up to a thousand items",
    description: `Checks all items first; one response lists all errors of all items. Then charges the items together: all or none, or only the valid items with \`on_invalid: "skip"\`. Each item becomes a generation; failed items are refunded. Calls that wait for their result are processed before batches, and callers take turns. A picture that is not on the image host is loaded when its item is processed.`,
    input: {
      from: "json",
      schema: schemas.batchRequest,
      maxBytes: batchBodyLimitBytes,
      eachOf: "items",
      takesPicture: true,
    },
    output: schemas.batch,
    status: 202,
    example: {
      request: {
        title: "Autumn catalogue",
        items: [{ custom_id: "mug-01", operation: "generate", request: examples.generateRequest }],
      },
      response: ({ batch }) => batch,
      invalid: { path: "items[3].request.style", message: "items[3].request.style is required" },
    },
    idempotency: "stored with the charge",
    errors: ["insufficient_credits", "not_found"],
  },
  listBatches: {
    scope: "work:read",
    method: "GET",
    path: "/api/v1/batches",
    summary: "List batches, newest first",
    description: "Does not require an active subscription.",
    input: { from: "query", schema: schemas.batchQuery },
    output: schemas.batchList,
    example: { response: ({ batch }) => ({ data: [batch], next_cursor: null }) },
  },
  getBatch: {
    scope: "work:read",
    method: "GET",
    path: "/api/v1/batches/{id}",
    summary: "Get a batch",
    description:
      "With `wait`, the response is sent when all items have finished, or after that time. Does not require an active subscription.",
    input: { from: "query", schema: schemas.batchWaitQuery },
    output: schemas.batch,
    example: { response: ({ batch }) => batch },
  },
  listBatchItems: {
    scope: "work:read",
    method: "GET",
    path: "/api/v1/batches/{id}/items",
    summary: "List the items of a batch in the order submitted",
    description: "Does not require an active subscription.",
    input: { from: "query", schema: schemas.batchItemQuery },
    output: schemas.batchItemList,
    example: { response: ({ batchItem }) => ({ data: [batchItem], next_cursor: null }) },
  },
  cancelBatch: {
    scope: "work:write",
    method: "POST",
    path: "/api/v1/batches/{id}/cancel",
    summary: "Cancel the queued items of a batch",
    description:
      "Cancels and refunds queued items; running items are finished and charged. Does not require an active subscription.",
    output: schemas.batch,
    example: { response: ({ batch }) => batch },
  },
  retryBatch: {
    needsSubscription: true,
    scope: "work:write",
    method: "POST",
    path: "/api/v1/batches/{id}/retry",
    summary: "Retry the failed items of a batch",
    description:
      "Charges and queues all failed items again, all or none, as new generations with the same `custom_id`. Items that were skipped as invalid are not retried. A failed free remake is free again only within the limits of `remake_of` at that time. Has no effect without failed items.",
    output: schemas.batch,
    status: 202,
    example: { response: ({ batch }) => batch },
    errors: ["insufficient_credits"],
  },
  batchArchive: {
    scope: "work:read",
    method: "GET",
    path: "/api/v1/batches/{id}/archive",
    summary: "Download the results of a batch",
    description:
      "Streams a ZIP of all succeeded items. Files are named after their `custom_id`, or after title, scene or style, and size. With `photos=corrected`, photos that were generated again after a correction of their cut-out replace the first photos. With `review=approved`, the ZIP contains the approved results. Does not require an active subscription.",
    input: { from: "query", schema: batchArchiveQuery },
    output: schemas.batch,
    produces: "application/zip",
    example: { response: null },
  },
  batchResults: {
    scope: "work:read",
    method: "GET",
    path: "/api/v1/batches/{id}/results.csv",
    summary: "Download a batch as CSV",
    description:
      "Contains one row per item, in the order submitted: its status, its request, and a column for each metadata key. Does not require an active subscription.",
    output: schemas.batch,
    produces: "text/csv",
    example: { response: null },
  },
});
