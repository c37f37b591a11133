import type { z } from "zod";
import type { ErrorCode } from "../errors.ts";
import { unusedUploadDays } from "../uploads/limits.ts";
import { pictureFormats, pictureLimits, uploadLimit, uploadLimitBytes } from "./limits.ts";
import * as schemas from "./schemas.ts";

/**
 * What one endpoint promises. The wrapper, the OpenAPI document, the reference page and the tests all read it.
 */
export interface Operation {
  id: string;
  method: "GET" | "POST" | "DELETE";
  /** Path with `{name}` parts. */
  path: string;
  summary: string;
  /** A function where the operator's configuration has a say. */
  description: string | (() => string);
  /** The code for a request without a key: the contract gives `missing_api_key` to some endpoints only. */
  missingKeyCode: "missing_api_key" | "invalid_api_key";
  needsSubscription: boolean;
  /** Where the input is read from; `none` for operations without any. */
  input:
    | { from: "none" }
    | { from: "json" | "query"; schema: z.ZodType }
    | { from: "file"; maxBytes: number };
  output: z.ZodType;
  /** Takes an Idempotency-Key. Work stores its own answer together with the charge. */
  idempotency?: "stored by the wrapper" | "stored with the charge";
  /** Codes beyond those that every operation can answer. */
  errors: readonly ErrorCode[];
}

function operation<const Definition extends Operation>(definition: Definition): Definition {
  return definition;
}

const work = [
  "invalid_params",
  "insufficient_credits",
  "no_active_subscription",
  "generation_failed",
] as const;
const retry = ["idempotency_in_progress", "idempotency_mismatch"] as const;
const unused = `Uploads of which nothing was made are deleted after ${unusedUploadDays} days.`;
const lostConnection =
  "When the connection is lost the work goes on and is charged: send the same request with the same `Idempotency-Key` to get its answer. Without a key, look for it in `GET /api/v1/generations`; `X-Generation-Id` comes with the answer only.";

export const operations = {
  signUpload: operation({
    id: "signUpload",
    method: "GET",
    path: "/api/v1/upload/signed",
    summary: "Issue signed parameters for a direct upload",
    description: () =>
      `Send the file straight to the image host: a multipart POST to \`upload_url\` with the fields \`api_key\`, \`timestamp\`, \`signature\` and \`folder\`, exactly as returned, and then \`file\`. The host's answer holds \`secure_url\`: use it as \`image_url\`. The file may have up to ${pictureLimits()}. The signature is good for one hour. ${unused} Free of charge.`,
    missingKeyCode: "invalid_api_key",
    needsSubscription: true,
    input: { from: "none" },
    output: schemas.signedUpload,
    errors: ["invalid_params", "no_active_subscription"],
  }),
  upload: operation({
    id: "upload",
    method: "POST",
    path: "/api/v1/upload",
    summary: "Upload a small file through the service",
    description: () =>
      `One multipart request with one file field named \`file\`, up to ${uploadLimit}; larger files need a signed upload. ${pictureFormats}; up to ${pictureLimits()}. ${unused} Free of charge.`,
    missingKeyCode: "invalid_api_key",
    needsSubscription: true,
    input: { from: "file", maxBytes: uploadLimitBytes },
    output: schemas.uploadResult,
    idempotency: "stored by the wrapper",
    errors: ["invalid_params", "no_active_subscription", ...retry],
  }),
  generate: operation({
    id: "generate",
    method: "POST",
    path: "/api/v1/generate",
    summary: "Generate a photo from an input image",
    description: `Costs the base cost of the style (1) times 1, 2 or 4 for 1K, 2K or 4K. The credits are taken before the work and refunded when it fails. The call ends within 60 seconds. ${lostConnection}`,
    missingKeyCode: "missing_api_key",
    needsSubscription: true,
    input: { from: "json", schema: schemas.generateRequest },
    output: schemas.workResult,
    idempotency: "stored with the charge",
    errors: [...work, ...retry, "not_found"],
  }),
  removeBg: operation({
    id: "removeBg",
    method: "POST",
    path: "/api/v1/remove-bg",
    summary: "Remove the background of a hosted image",
    description: `Takes the delivery URL of an image on this deployment's image host, and answers the URL of a PNG with a transparent background. Costs 10 credits whatever the size; they are refunded when the work fails. ${lostConnection}`,
    missingKeyCode: "invalid_api_key",
    needsSubscription: true,
    input: { from: "json", schema: schemas.removeBgRequest },
    output: schemas.workResult,
    idempotency: "stored with the charge",
    errors: [...work, ...retry, "not_found"],
  }),
  credits: operation({
    id: "credits",
    method: "GET",
    path: "/api/v1/credits",
    summary: "Read credit balance and subscription",
    description: "Answers without an active subscription too. Free of charge.",
    missingKeyCode: "invalid_api_key",
    needsSubscription: false,
    input: { from: "none" },
    output: schemas.creditBalance,
    errors: [],
  }),
  listGenerations: operation({
    id: "listGenerations",
    method: "GET",
    path: "/api/v1/generations",
    summary: "List past work, newest first",
    description:
      "Photos and cut-outs of the caller, page by page, all or those that match. Answers without an active subscription too.",
    missingKeyCode: "missing_api_key",
    needsSubscription: false,
    input: { from: "query", schema: schemas.generationQuery },
    output: schemas.generationList,
    errors: ["invalid_params"],
  }),
  getGeneration: operation({
    id: "getGeneration",
    method: "GET",
    path: "/api/v1/generations/{id}",
    summary: "Read one piece of past work",
    description:
      "The id came in the `X-Generation-Id` header of the call that made it, and stands in the list. Answers without an active subscription too.",
    missingKeyCode: "missing_api_key",
    needsSubscription: false,
    input: { from: "none" },
    output: schemas.generation,
    errors: ["not_found"],
  }),
  deleteGeneration: operation({
    id: "deleteGeneration",
    method: "DELETE",
    path: "/api/v1/generations/{id}",
    summary: "Delete one piece of past work",
    description:
      "Removes the result from the image host for good, and the entry from the history; what it cost stays in the ledger. A cut-out is a view of its source: an uploaded source that no other result stands on goes with it. Answers without an active subscription too.",
    missingKeyCode: "missing_api_key",
    needsSubscription: false,
    input: { from: "none" },
    output: schemas.deletedGeneration,
    errors: ["invalid_params", "not_found"],
  }),
} as const;

/** Codes that every operation can answer. */
export const commonErrors = ["invalid_api_key", "rate_limited", "internal_error", "overloaded"] as const;

/** Every code that an operation can answer, in the order of their statuses. */
export function errorsOf(operation: Operation): ErrorCode[] {
  return [...new Set<ErrorCode>([operation.missingKeyCode, ...commonErrors, ...operation.errors])];
}
