import type { ErrorCode } from "#lib/platform/errors.ts";
import type { ReasonKey } from "#lib/platform/reasons.ts";

/** Codes that no caller can cause on a healthy service, and why; `except` are operations that have a case. */
export const codesWithoutCase: readonly { code: ErrorCode; except?: readonly string[]; why: string }[] = [
  { code: "internal_error", why: "an error of the service itself" },
  {
    code: "overloaded",
    except: ["generate", "removeBg"],
    why: "needs a database, an image host or workers that do not answer; only work has test pictures for it",
  },
];

/** The same for single operations. */
export const operationsWithoutCase: Partial<Record<string, Partial<Record<ErrorCode, string>>>> = {
  signUpload: { invalid_params: "needs an account whose storage is used up" },
  preview: { generation_failed: "needs a worker that dies, or a preview that takes longer than 45 seconds" },
  createBatch: { not_found: "documented for results that were deleted, which a batch does not have" },
};

/** Reasons that no case can cause, by what they need. */
const reasonsByNeed: Record<string, readonly ReasonKey[]> = {
  "a hosted image model": [
    "product_changed",
    "model_picture_unusable",
    "models_too_slow",
    "models_cannot_edit",
  ],
  "a part of the service that does not answer": [
    ...(["image_host_away", "no_worker", "charge_unconfirmed", "keyed_charge_unconfirmed"] as const),
    ...(["batch_unconfirmed", "preview_failed", "result_lost", "result_unread"] as const),
  ],
  "another change at the same moment": [
    ...(["remakes_changing", "repeat_under_way", "key_account_deleted", "uploads_closed"] as const),
    ...(["mask_being_deleted", "keyed_work_unfinished", "work_canceled", "secured_meanwhile"] as const),
    "body_broken",
  ],
  "more calls or data than a short run sends": [
    ...(["storage_used_up", "uploads_used_up", "test_work_used_up", "hourly_work_used_up"] as const),
    ...(["previews_used_up", "too_many_replayed", "too_many_looks", "own_calls_wait"] as const),
    ...(["tryouts_used_up", "tryouts_of_network_used_up", "picture_host_busy", "webhook_host_busy"] as const),
    ...(["tryout_failed"] as const),
    ...(["file_too_large", "heic_too_large", "decoding_too_slow", "decoding_too_large"] as const),
  ],
  "days, or a new version between order and work": [
    ...(["trial_over", "options_withdrawn", "mode_withdrawn", "mask_deleted"] as const),
  ],
  "a session of the dashboard, or of an operator": [
    "view_read_only",
    "checkout_not_yours",
    "account_missing",
  ],
  "other settings or less memory of the service": ["tryouts_off", "billing_off", "memory_too_small"],
  "a name server or a host outside this machine": [
    ...(["picture_host_refused", "picture_host_away", "picture_is_page"] as const),
  ],
  "a picture that passes the inspection at its upload and fails later": [
    "picture_damaged",
    "picture_unreadable",
  ],
  "the limit of a format, where the other one of two reasons is given": ["picture_size_too_large"],
};

export const reasonsWithoutCase = new Set(Object.values(reasonsByNeed).flat());
