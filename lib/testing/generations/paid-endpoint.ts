import { z } from "zod";
import type { Operation } from "../../contract/operation.ts";
import { workResult } from "../../contract/schemas.ts";
import { doPaidWork, type WorkOutcome } from "../../generations/work.ts";
import { endpoint, type Handler } from "../../http/endpoint.ts";

/** An operation that costs credits, whose work is the test's own: charge, keys and refunds are the real ones. */
export const paidOperation = {
  id: "paid",
  method: "POST",
  path: "/api/v1/paid",
  summary: "",
  description: "",
  missingKeyCode: "missing_api_key",
  needsSubscription: true,
  input: { from: "json", schema: z.object({ say: z.string() }) },
  output: workResult,
  example: { response: null },
  idempotency: "stored with the charge",
  errors: [
    "invalid_params",
    "no_active_subscription",
    "insufficient_credits",
    "generation_failed",
    "overloaded",
    "idempotency_in_progress",
    "idempotency_mismatch",
  ],
} as const satisfies Operation;

export function paidEndpoint(
  cost: number,
  work: (say: string, signal: AbortSignal) => Promise<WorkOutcome>,
): Handler {
  return endpoint(paidOperation, ({ say }, by) =>
    doPaidWork({ operation: "generate", imageUrl: "x", cost, make: (signal) => work(say, signal) }, by),
  );
}
