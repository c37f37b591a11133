import { batchArchiveQuery } from "../generations/history-schemas.ts";
import { batchBodyLimitBytes, longestWaitSeconds, maxBatchItems } from "../limits.ts";
import { examples } from "../openapi/examples.ts";
import { operation } from "../operation.ts";
import * as schemas from "./schemas.ts";

const own = { section: "batches", missingKeyCode: "missing_api_key", needsSubscription: false } as const;
const paid = { section: "batches", missingKeyCode: "missing_api_key", needsSubscription: true } as const;
const limitExample = { path: "limit", message: "limit must be a whole number between 1 and 100" };

/** Operations for ordering in bulk. */
export const batchOperations = {
  estimate: operation({
    ...paid,
    id: "estimate",
    scope: "work:write",
    section: "credits",
    method: "POST",
    path: "/api/v1/estimate",
    summary: "Ask what work would cost",
    description: `Checks up to ${maxBatchItems} requests as their calls would, lists all errors of all of them in one answer, and says what they would cost together and whether the balance covers it. Charges nothing.`,
    input: {
      from: "json",
      schema: schemas.estimateRequest,
      maxBytes: batchBodyLimitBytes,
      eachOf: "requests",
    },
    output: schemas.estimate,
    example: {
      request: { requests: [{ operation: "generate", request: examples.generateRequest }] },
      response: examples.estimate,
      invalid: { path: "requests[0].request.style", message: "requests[0].request.style is required" },
    },
    errors: ["invalid_params", "no_active_subscription"],
  }),
  createBatch: operation({
    ...paid,
    id: "createBatch",
    scope: "work:write",
    method: "POST",
    path: "/api/v1/batches",
    summary: "Order up to a thousand pieces of work",
    description: `All items are checked first, and one answer lists all errors of all items; then they are paid together: all or none, or with \`on_invalid: "skip"\` those that are right. Each becomes a generation; what fails is refunded. Work of a batch comes after calls that somebody waits for, and callers take turns. A picture that is not on the image host is loaded when its turn comes.`,
    input: { from: "json", schema: schemas.batchRequest, maxBytes: batchBodyLimitBytes, eachOf: "items" },
    output: schemas.batch,
    status: 202,
    example: {
      request: {
        title: "Autumn catalogue",
        items: [{ custom_id: "mug-01", operation: "generate", request: examples.generateRequest }],
      },
      response: examples.batch,
      invalid: { path: "items[3].request.style", message: "items[3].request.style is required" },
    },
    idempotency: "stored with the charge",
    errors: [
      "invalid_params",
      "insufficient_credits",
      "no_active_subscription",
      "idempotency_in_progress",
      "idempotency_mismatch",
      "not_found",
    ],
  }),
  listBatches: operation({
    ...own,
    id: "listBatches",
    scope: "work:read",
    method: "GET",
    path: "/api/v1/batches",
    summary: "List batches, newest first",
    description: "Answers without an active subscription too.",
    input: { from: "query", schema: schemas.batchQuery },
    output: schemas.batchList,
    example: { response: { data: [examples.batch], next_cursor: null }, invalid: limitExample },
    errors: ["invalid_params"],
  }),
  getBatch: operation({
    ...own,
    id: "getBatch",
    scope: "work:read",
    method: "GET",
    path: "/api/v1/batches/{id}",
    summary: "Read the state of a batch",
    description:
      "With `wait` the answer comes when all of it has ended, or after that time. Answers without an active subscription too.",
    input: { from: "query", schema: schemas.batchWaitQuery },
    output: schemas.batch,
    example: {
      response: examples.batch,
      invalid: { path: "wait", message: `wait must be a whole number between 0 and ${longestWaitSeconds}` },
    },
    errors: ["invalid_params", "not_found"],
  }),
  listBatchItems: operation({
    ...own,
    id: "listBatchItems",
    scope: "work:read",
    method: "GET",
    path: "/api/v1/batches/{id}/items",
    summary: "List the work of a batch, in the order given",
    description: "Answers without an active subscription too.",
    input: { from: "query", schema: schemas.batchItemQuery },
    output: schemas.batchItemList,
    example: { response: { data: [examples.batchItem], next_cursor: null }, invalid: limitExample },
    errors: ["invalid_params", "not_found"],
  }),
  cancelBatch: operation({
    ...own,
    id: "cancelBatch",
    scope: "work:write",
    method: "POST",
    path: "/api/v1/batches/{id}/cancel",
    summary: "Cancel what has not begun",
    description:
      "What waits is canceled and refunded; what is being made is finished and charged. Answers without an active subscription too.",
    input: { from: "none" },
    output: schemas.batch,
    example: { response: examples.batch },
    errors: ["not_found"],
  }),
  retryBatch: operation({
    ...paid,
    id: "retryBatch",
    scope: "work:write",
    method: "POST",
    path: "/api/v1/batches/{id}/retry",
    summary: "Order again what failed",
    description:
      "Everything of the batch that failed is charged and queued again, all or none, as new generations under the same `custom_id`. Items that were skipped because they are wrong stay as they are. A failed free remake is free again only within the limits of `remake_of` at that moment. Without anything failed nothing happens.",
    input: { from: "none" },
    output: schemas.batch,
    status: 202,
    example: { response: examples.batch },
    errors: ["insufficient_credits", "no_active_subscription", "not_found"],
  }),
  batchArchive: operation({
    ...own,
    id: "batchArchive",
    scope: "work:read",
    method: "GET",
    path: "/api/v1/batches/{id}/archive",
    summary: "Download the results of a batch",
    description:
      "A ZIP of everything that succeeded, sent as it is made; files are named after their `custom_id`, or after title, style and size. With `photos=corrected`, photos that were made again after a correction of their cut-out take the place of the first. With `review=approved` it contains what was approved. Answers without an active subscription too.",
    input: { from: "query", schema: batchArchiveQuery },
    output: schemas.batch,
    produces: "application/zip",
    example: {
      response: null,
      invalid: { path: "format", message: "format must be one of jpeg, png, webp, avif" },
    },
    errors: ["invalid_params", "not_found"],
  }),
  batchResults: operation({
    ...own,
    id: "batchResults",
    scope: "work:read",
    method: "GET",
    path: "/api/v1/batches/{id}/results.csv",
    summary: "Download a table of a batch",
    description:
      "One row an item, in the order given: how it ended, what was asked for, and a column for each key of the metadata. Answers without an active subscription too.",
    input: { from: "none" },
    output: schemas.batch,
    produces: "text/csv",
    example: { response: null },
    errors: ["not_found"],
  }),
} as const;
