import { z } from "zod";
import { maxUploadBytes } from "../../platform/env.ts";
import { formatMegabytes, formatMegapixels, maxInputPixels } from "../images/limits.ts";
import { pictureFormats, unusedUploadDays, uploadLimit, uploadLimitBytes } from "../limits.ts";
import { operationsOf } from "../operation.ts";
import { creditBalance, planList, signedUpload, uploadResult } from "./schemas.ts";

/** Limits of every picture. */
export const pictureLimits = () =>
  `${formatMegabytes(maxUploadBytes())} and ${formatMegapixels(maxInputPixels)}`;

const unused = `Uploads that no work uses are deleted after ${unusedUploadDays} days.`;

const ofUploads = {
  scope: "work:write",
  section: "uploads",
  missingKeyCode: "invalid_api_key",
  needsSubscription: true,
} as const;

export const uploadOperations = operationsOf(ofUploads, {
  signUpload: {
    method: "GET",
    path: "/api/v1/upload/signed",
    summary: "Issue signed parameters for a direct upload",
    description: () =>
      `Send the file directly to the image host: a multipart POST to \`upload_url\` with the fields \`api_key\`, \`timestamp\`, \`signature\` and \`folder\`, exactly as returned, followed by \`file\`. The host's response contains \`secure_url\`: use it as \`image_url\`. The file may have up to ${pictureLimits()}. The signature is valid for one hour. ${unused} Free of charge.`,
    output: signedUpload,
    example: {
      response: ({ signUpload }) => signUpload,
      invalid: {
        path: "file",
        message:
          "file: the uploads and stored work of this account may use 2000 MB in 1000 files, and this quota is used up",
      },
    },
    errors: ["invalid_params"],
  },
  upload: {
    method: "POST",
    path: "/api/v1/upload",
    summary: "Upload a small file through the service",
    description: () =>
      `Send one multipart request with one file field named \`file\`, up to ${uploadLimit}; larger files require a signed upload. Formats: ${pictureFormats()}; up to ${pictureLimits()}. ${unused} Free of charge.`,
    input: { from: "file", maxBytes: uploadLimitBytes },
    output: uploadResult,
    example: {
      response: ({ upload }) => upload,
      invalid: { path: "file", message: "file is required: send one file in a field named `file`" },
    },
    idempotency: "stored by the wrapper",
  },
});

const ofCredits = { section: "credits", method: "GET" } as const;

export const creditOperations = operationsOf(ofCredits, {
  credits: {
    scope: "account:read",
    path: "/api/v1/credits",
    summary: "Get the credit balance and subscription",
    description: "Does not require an active subscription. Free of charge.",
    missingKeyCode: "invalid_api_key",
    output: creditBalance,
    example: { response: ({ credits }) => credits },
  },
  listPlans: {
    scope: null,
    path: "/api/v1/plans",
    summary: "List plans and prices",
    description: "Returns what this service sells, and what work costs. Does not require a key.",
    missingKeyCode: null,
    input: { from: "query", schema: z.object({}) },
    output: planList,
    example: {
      response: ({ plans }) => plans,
      invalid: { path: "tier", message: "tier is not a parameter of this operation" },
    },
  },
});
