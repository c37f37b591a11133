import type { ErrorCode, ErrorIssue } from "../errors.ts";

/** Examples for the API description. Every one is checked against its schema by a test. */

const generationId = "gen_7Qm2xWc9LrT4vKp8ZbN1sD";
const requestId = "req_3Hf8yUj2MxA6tGq5WcE9oR";
const deliveryPrefix = "https://res.cloudinary.com/demo/";
const uploadUrl = "https://api.cloudinary.com/v1_1/demo/image/upload";
const host = `${deliveryPrefix}image/upload`;
const inputUrl = `${host}/v1764000000/inputs/usr_5Bn3/mug.jpg`;
const resultUrl = `${host}/v1764000012/outputs/usr_5Bn3/k2v9x4.jpg`;
const cutOutUrl = `${host}/e_background_removal/f_png/v1764000000/inputs/usr_5Bn3/mug.png`;

const photo = {
  id: generationId,
  operation: "generate",
  status: "succeeded",
  image_url: inputUrl,
  result_url: resultUrl,
  api_key_id: "key_4Rt8wPz2NmC6yHs9QbK3vF",
  style: "luxury",
  prompt: null,
  aspect_ratio: "4:3",
  resolution: "4K",
  credits_used: 4,
  error_code: null,
  created_at: "2026-11-21T09:00:00.000Z",
  finished_at: "2026-11-21T09:00:04.100Z",
};

const operations: Record<string, { request?: unknown; response: unknown }> = {
  signUpload: {
    response: {
      signature: "2fb051386c409c29f6f1dd04edd3e0c07910cf89",
      timestamp: 1764000000,
      api_key: "142857142857142",
      cloud_name: "demo",
      folder: "inputs/usr_5Bn3",
      upload_url: uploadUrl,
    },
  },
  upload: { response: { image_url: inputUrl } },
  generate: {
    request: { image_url: inputUrl, type: "product", style: "luxury", aspect_ratio: "4:3", resolution: "4K" },
    response: {
      result_url: resultUrl,
      credits_used: 4,
      credits_remaining: { monthly: 396, topup: 100, total: 496 },
    },
  },
  removeBg: {
    request: { image_url: inputUrl },
    response: {
      result_url: cutOutUrl,
      credits_used: 10,
      credits_remaining: { monthly: 386, topup: 100, total: 486 },
    },
  },
  credits: {
    response: {
      monthly_remaining: 386,
      topup_remaining: 100,
      total: 486,
      credits_limit: 400,
      tier: "pro",
      status: "active",
    },
  },
  listGenerations: { response: { data: [photo], next_cursor: null } },
  getGeneration: { response: photo },
  deleteGeneration: { response: { id: generationId, deleted: true } },
};

interface ErrorExample {
  message: string;
  issues?: ErrorIssue[];
}

function oneIssue(path: string, message: string): ErrorExample {
  return { message, issues: [{ path, message }] };
}

/** What invalid_params is about, where an operation has no `image_url`. */
const invalidParams: Record<string, ErrorExample> = {
  signUpload: oneIssue("file", "file: the uploads of this account take more than its plan has room for"),
  upload: oneIssue("file", "file is required: send one file in a field named `file`"),
  listGenerations: oneIssue("limit", "limit must be a whole number between 1 and 100"),
  deleteGeneration: oneIssue("id", "id: it is still being made; delete it once it is done"),
};

const errors: Record<ErrorCode, ErrorExample> = {
  invalid_params: oneIssue("image_url", "image_url is required"),
  missing_api_key: { message: "No API key was sent." },
  invalid_api_key: { message: "The API key is invalid, expired or revoked." },
  insufficient_credits: { message: "This costs 10 credits, more than the balance holds." },
  no_active_subscription: { message: "The subscription is canceled." },
  not_found: { message: "No such generation exists." },
  method_not_allowed: { message: "PUT is not available here." },
  idempotency_in_progress: { message: "A request with this Idempotency-Key is still running." },
  idempotency_mismatch: { message: "This Idempotency-Key was used with another request." },
  rate_limited: { message: "More than 600 requests in a minute." },
  internal_error: { message: "Something went wrong on our side." },
  generation_failed: { message: "The image could not be made." },
  overloaded: { message: "The studio is busy." },
};

export const examples = {
  deliveryPrefix,
  uploadUrl,
  generationId,
  requestId,
  operations,
  errors,
  invalidParams,
};
