import { vi } from "vitest";
import { z } from "zod";
import { workOperations } from "../../contract/generations/work-operations.ts";
import type { Operation } from "../../contract/operation.ts";
import { generateRequest, photoResult, workOptions } from "../../contract/schemas.ts";
import { imageUrlOf } from "../../generations/history/pictures.ts";
import type { MadeResult } from "../../generations/kinds/kind.ts";
import { photoMaker } from "../../generations/kinds/make-photo.ts";
import { photo } from "../../generations/kinds/photo.ts";
import { generatePhoto } from "../../generations/order/call.ts";
import { endpoint } from "../../http/endpoint.ts";
import type { Handler } from "../../http/route-table.ts";
import { callApi, type TestCall } from "../api.ts";

const { n, seed } = generateRequest.shape;

/** A paid operation whose work is defined by the test; charge, queue, keys and refunds are real. */
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
  input: { from: "json", schema: z.object({ say: z.string(), n, seed, ...workOptions }) },
  output: photoResult,
  accepts: workOperations.generate.accepts,
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

export const callPaid = (handler: Handler, call: TestCall) => callApi(paidOperation, handler, call);

type Make = (imageUrl: string, signal: AbortSignal) => Promise<MadeResult>;

/** Makes the workers of this process (`useWorkers`) make every photo by `work`, until the mocks are restored. */
export function replacePhotos(cost: number, work: Make): void {
  vi.spyOn(photo, "cost").mockReturnValue(cost);
  vi.spyOn(photo, "check").mockImplementation(async ({ imageUrl }) => ({ imageUrl, sourcePublicId: null }));
  vi.spyOn(photoMaker, "make").mockImplementation((row, { signal }) => work(imageUrlOf(row), signal));
}

/**
 * As `replacePhotos`, behind an endpoint whose input is passed to `work`. `passedMs` simulates that this much of the
 * call's time passed before it arrived.
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
