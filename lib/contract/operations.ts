import type { ErrorCode } from "../platform/errors.ts";
import { creditOperations, uploadOperations } from "./accounts/operations.ts";
import { auditOperations } from "./audit/operations.ts";
import { batchOperations } from "./batches/operations.ts";
import { historyOperations } from "./generations/history-operations.ts";
import { generationOperations } from "./generations/operations.ts";
import { previewOperations } from "./generations/preview-operations.ts";
import { workOperations } from "./generations/work-operations.ts";
import { keyOperations } from "./keys/operations.ts";
import { lookOperations } from "./looks/operations.ts";
import { marketplaceOperations } from "./marketplaces/operations.ts";
import { maskOperations } from "./masks/operations.ts";
import { ignoresQuery, type Operation } from "./operation.ts";
import { sceneOperations } from "./scenes/operations.ts";
import { webhookOperations } from "./webhooks/operations.ts";

/** All operations of the API. A route imports those of its resource, so that it loads no other ones. */
export const operations = {
  ...uploadOperations,
  ...workOperations,
  ...creditOperations,
  ...generationOperations,
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

/** Error codes of operations that accept an Idempotency-Key. */
const retryErrors = ["idempotency_in_progress", "idempotency_mismatch"] as const;

/** Every error code of an operation, ordered by status. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const { missingKeyCode, needsSubscription, idempotency, path, errors: others = [] } = operation;
  const errors = [...others, ...(path.includes("{id}") ? (["not_found"] as const) : [])];
  const hasInput = operation.input.from !== "none" || !ignoresQuery(operation);
  const open = hasInput ? openErrors : openErrors.filter((code) => code !== "invalid_params");
  if (missingKeyCode === null) return [...new Set<ErrorCode>([...open, ...errors])];
  const budget = errors.includes("insufficient_credits") ? (["key_budget_exceeded"] as const) : [];
  const plan = needsSubscription ? (["no_active_subscription"] as const) : [];
  const retry = idempotency ? retryErrors : [];
  const own = [...plan, ...retry, ...errors, ...budget];
  return [...new Set<ErrorCode>([missingKeyCode, ...keyErrors, ...open, ...own])];
}
