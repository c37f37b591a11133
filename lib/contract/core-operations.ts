import { maxUploadBytes } from "../platform/env.ts";
import { creditBalance, signedUpload, uploadResult } from "./accounts/schemas.ts";
import { generation } from "./generations/schemas.ts";
import { formatMegabytes, formatMegapixels, maxInputPixels } from "./images/limits.ts";
import {
  callTimeoutSeconds,
  pictureFormats,
  unusedUploadDays,
  uploadLimit,
  uploadLimitBytes,
} from "./limits.ts";
import { examples } from "./openapi/examples.ts";
import { operation } from "./operation.ts";
import { cutoutCost, multipliers, resolutions, styleNames, styles } from "./photos/styles.ts";
import { generateRequest, removeBgRequest, workResult } from "./schemas.ts";

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

/** The five operations of the contract: uploads, photos, cut-outs and the balance. */
export const coreOperations = {
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
} as const;

/** `1, 2 or 4`. */
function listOf(values: Iterable<string | number>): string {
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format([...values].map(String));
}
