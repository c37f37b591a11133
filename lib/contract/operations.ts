import { maxUploadBytes } from "../platform/env.ts";
import type { ErrorCode } from "../platform/errors.ts";
import { creditBalance, signedUpload, uploadResult } from "./accounts/schemas.ts";
import { auditOperations } from "./audit/operations.ts";
import { batchOperations } from "./batches/operations.ts";
import { historyOperations } from "./generations/history-operations.ts";
import { previewOperations } from "./generations/preview-operations.ts";
import {
  deletedGeneration,
  generation,
  generationList,
  generationQuery,
  waitQuery,
} from "./generations/schemas.ts";
import { formatMegabytes, formatMegapixels, maxInputPixels } from "./images/limits.ts";
import { keyOperations } from "./keys/operations.ts";
import {
  callTimeoutSeconds,
  longestWaitSeconds,
  pictureFormats,
  unusedUploadDays,
  uploadLimit,
  uploadLimitBytes,
} from "./limits.ts";
import { lookOperations } from "./looks/operations.ts";
import { marketplaceOperations } from "./marketplaces/operations.ts";
import { maskOperations } from "./masks/operations.ts";
import { examples } from "./openapi/examples.ts";
import { ignoresQuery, type Operation, operation } from "./operation.ts";
import { cutoutCost, multipliers, resolutions, styleNames, styles } from "./photos/styles.ts";
import { sceneOperations } from "./scenes/operations.ts";
import { generateRequest, removeBgRequest, workResult } from "./schemas.ts";
import { webhookOperations } from "./webhooks/operations.ts";

const work = [
  "invalid_params",
  "insufficient_credits",
  "no_active_subscription",
  "generation_failed",
] as const;
const retry = ["idempotency_in_progress", "idempotency_mismatch"] as const;
/** Limits of every picture. */
export const pictureLimits = () =>
  `${formatMegabytes(maxUploadBytes())} and ${formatMegapixels(maxInputPixels)}`;

/** Description of a photo's price. */
export const photoPrice = `the base cost of the style (${listOf(new Set(styleNames.map((style) => styles[style].baseCost)))}) times ${listOf(Object.values(multipliers))} for ${listOf(resolutions)}`;
const unused = `Uploads that no work uses are deleted after ${unusedUploadDays} days.`;
const lostConnection =
  "If the connection is lost, the work continues and is charged: send the same request with the same `Idempotency-Key` to get the response. Without a key, find the work in `GET /api/v1/generations`; `X-Generation-Id` is only in the response.";

export const operations = {
  signUpload: operation({
    id: "signUpload",
    scope: "work:write",
    section: "uploads",
    method: "GET",
    path: "/api/v1/upload/signed",
    summary: "Issue signed parameters for a direct upload",
    description: () =>
      `Send the file directly to the image host: a multipart POST to \`upload_url\` with the fields \`api_key\`, \`timestamp\`, \`signature\` and \`folder\`, exactly as returned, followed by \`file\`. The host's response contains \`secure_url\`: use it as \`image_url\`. The file may have up to ${pictureLimits()}. The signature is valid for one hour. ${unused} Free of charge.`,
    missingKeyCode: "invalid_api_key",
    needsSubscription: true,
    input: { from: "none" },
    output: signedUpload,
    example: {
      response: examples.signUpload,
      invalid: {
        path: "file",
        message:
          "file: the uploads and stored work of this account may use 2000 MB in 1000 files, and this quota is used up",
      },
    },
    errors: ["invalid_params", "no_active_subscription"],
  }),
  upload: operation({
    id: "upload",
    scope: "work:write",
    section: "uploads",
    method: "POST",
    path: "/api/v1/upload",
    summary: "Upload a small file through the service",
    description: () =>
      `Send one multipart request with one file field named \`file\`, up to ${uploadLimit}; larger files require a signed upload. Formats: ${pictureFormats()}; up to ${pictureLimits()}. ${unused} Free of charge.`,
    missingKeyCode: "invalid_api_key",
    needsSubscription: true,
    input: { from: "file", maxBytes: uploadLimitBytes },
    output: uploadResult,
    example: {
      response: examples.upload,
      invalid: { path: "file", message: "file is required: send one file in a field named `file`" },
    },
    idempotency: "stored by the wrapper",
    errors: ["invalid_params", "no_active_subscription", ...retry],
  }),
  generate: operation({
    id: "generate",
    scope: "work:write",
    section: "photos",
    method: "POST",
    path: "/api/v1/generate",
    summary: "Generate a photo from an input image",
    description: `Costs ${photoPrice}. The credits are charged before the work and refunded if it fails. The call ends within ${callTimeoutSeconds} seconds. ${lostConnection}`,
    missingKeyCode: "missing_api_key",
    needsSubscription: true,
    input: { from: "json", schema: generateRequest },
    output: workResult,
    accepts: generation,
    example: { request: examples.generateRequest, response: examples.generate },
    idempotency: "stored with the charge",
    hasPrompt: true,
    errors: [...work, ...retry, "not_found"],
  }),
  removeBg: operation({
    id: "removeBg",
    scope: "work:write",
    section: "cutouts",
    method: "POST",
    path: "/api/v1/remove-bg",
    summary: "Remove the background of a hosted image",
    description: `Takes the delivery URL of an image on this deployment's image host, and returns the URL of a PNG with a transparent background, or of what the options request. Costs ${cutoutCost} credits regardless of size and options; they are refunded if the work fails (502 \`generation_failed\`). ${lostConnection}`,
    missingKeyCode: "invalid_api_key",
    needsSubscription: true,
    input: { from: "json", schema: removeBgRequest },
    output: workResult,
    accepts: generation,
    example: { request: examples.upload, response: examples.removeBg },
    idempotency: "stored with the charge",
    errors: [...work, ...retry, "not_found"],
  }),
  credits: operation({
    id: "credits",
    scope: "account:read",
    section: "credits",
    method: "GET",
    path: "/api/v1/credits",
    summary: "Get the credit balance and subscription",
    description: "Does not require an active subscription. Free of charge.",
    missingKeyCode: "invalid_api_key",
    needsSubscription: false,
    input: { from: "none" },
    output: creditBalance,
    example: { response: examples.credits },
    errors: [],
  }),
  listGenerations: operation({
    id: "listGenerations",
    scope: "work:read",
    section: "generations",
    method: "GET",
    path: "/api/v1/generations",
    summary: "List generations",
    description:
      "Returns the caller's photos and cut-outs, newest first, page by page: all, or those that match the filters. Does not require an active subscription.",
    missingKeyCode: "missing_api_key",
    needsSubscription: false,
    input: { from: "query", schema: generationQuery },
    output: generationList,
    example: {
      response: { data: [examples.photo], next_cursor: null },
      invalid: { path: "limit", message: "limit must be a whole number between 1 and 100" },
    },
    errors: ["invalid_params"],
  }),
  getGeneration: operation({
    id: "getGeneration",
    scope: "work:read",
    section: "generations",
    method: "GET",
    path: "/api/v1/generations/{id}",
    summary: "Get a generation",
    description:
      "The id is in the `X-Generation-Id` header of the call that ordered the work, and in the list. With `wait`, the response is sent when the work has finished, or after that time. Does not require an active subscription.",
    missingKeyCode: "missing_api_key",
    needsSubscription: false,
    input: { from: "query", schema: waitQuery },
    output: generation,
    hasTag: true,
    example: {
      response: examples.photo,
      invalid: { path: "wait", message: `wait must be a whole number between 0 and ${longestWaitSeconds}` },
    },
    errors: ["invalid_params", "not_found"],
  }),
  cancelGeneration: operation({
    id: "cancelGeneration",
    scope: "work:write",
    section: "generations",
    method: "POST",
    path: "/api/v1/generations/{id}/cancel",
    summary: "Cancel a queued generation",
    description:
      "Removes work that has not started from the queue and refunds it. Does not require an active subscription.",
    missingKeyCode: "missing_api_key",
    needsSubscription: false,
    input: { from: "none" },
    output: generation,
    example: { response: examples.canceledPhoto },
    errors: ["not_found", "not_cancelable"],
  }),
  deleteGeneration: operation({
    id: "deleteGeneration",
    scope: "work:delete",
    section: "results",
    method: "DELETE",
    path: "/api/v1/generations/{id}",
    summary: "Delete a generation",
    description:
      "Permanently removes the result from the image host and the entry from the history; its cost stays in the ledger. A cut-out is a view of its source: an uploaded source that no other result uses is deleted with it. Does not require an active subscription.",
    missingKeyCode: "missing_api_key",
    needsSubscription: false,
    input: { from: "none" },
    output: deletedGeneration,
    example: {
      response: { id: examples.generationId, deleted: true },
      invalid: { path: "id", message: "id: it is still being made; delete it once it is done" },
    },
    errors: ["invalid_params", "not_found"],
  }),
  ...previewOperations,
  ...sceneOperations,
  ...maskOperations,
  ...historyOperations,
  ...batchOperations,
  ...lookOperations,
  ...marketplaceOperations,
  ...auditOperations,
  ...webhookOperations,
  ...keyOperations,
} as const;

/** Error codes of every operation that needs a key. */
const keyErrors = ["invalid_api_key", "missing_scope", "rate_limited"] as const;
/** Error codes of every operation: invalid_params, because any query may have an unknown parameter. */
const openErrors = ["invalid_params", "internal_error", "overloaded"] as const;

/** Every error code of an operation, ordered by status. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const { missingKeyCode, errors } = operation;
  const hasInput = operation.input.from !== "none" || !ignoresQuery(operation);
  const open = hasInput ? openErrors : openErrors.filter((code) => code !== "invalid_params");
  if (missingKeyCode === null) return [...new Set<ErrorCode>([...open, ...errors])];
  const budget = errors.includes("insufficient_credits") ? (["key_budget_exceeded"] as const) : [];
  return [...new Set<ErrorCode>([missingKeyCode, ...keyErrors, ...open, ...errors, ...budget])];
}

/** `1, 2 or 4`. */
function listOf(values: Iterable<string | number>): string {
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format([...values].map(String));
}
