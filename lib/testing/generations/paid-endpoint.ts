import { vi } from "vitest";
import { z } from "zod";
import { generation } from "../../contract/generations/schemas.ts";
import type { Operation } from "../../contract/operation.ts";
import { workOptions, workResult } from "../../contract/schemas.ts";
import type { MadeResult } from "../../generations/kinds/kind.ts";
import { photo } from "../../generations/kinds/photo.ts";
import { generatePhoto } from "../../generations/order/call.ts";
import { endpoint } from "../../http/endpoint.ts";
import type { Handler } from "../../http/handlers.ts";

/** An operation that costs credits, whose work is the test's own: charge, queue, keys and refunds are the real ones. */
export const paidOperation = {
  id: "paid",
  section: "photos",
  method: "POST",
  path: "/api/v1/paid",
  summary: "",
  description: "",
  missingKeyCode: "missing_api_key",
  scope: "work:write",
  needsSubscription: true,
  input: { from: "json", schema: z.object({ say: z.string(), ...workOptions }) },
  output: workResult,
  accepts: generation,
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
    "not_found",
  ],
} as const satisfies Operation;

type Make = (imageUrl: string, signal: AbortSignal) => Promise<MadeResult>;

/** Workers of this process (`useWorkers`) make every photo by `work` from then on, until the mocks are restored. */
export function replacePhotos(cost: number, work: Make): void {
  vi.spyOn(photo, "cost").mockReturnValue(cost);
  vi.spyOn(photo, "check").mockImplementation(async ({ imageUrl }) => ({ imageUrl, sourcePublicId: null }));
  vi.spyOn(photo, "make").mockImplementation(({ imageUrl }, { signal }) => work(imageUrl, signal));
}

/**
 * The same behind an operation whose input is what the work is given. As if so many milliseconds of the call's time
 * had passed before it came.
 */
export function paidEndpoint(cost: number, work: Make, { passedMs = 0 } = {}): Handler {
  replacePhotos(cost, work);
  return endpoint(paidOperation, ({ say, ...options }, by) =>
    generatePhoto(
      { imageUrl: say, style: "studio", aspectRatio: "1:1", resolution: "1K", ...options },
      { ...by, startedAtMs: by.startedAtMs - passedMs },
    ),
  );
}
