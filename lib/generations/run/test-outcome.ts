import { setTimeout as delay } from "node:timers/promises";
import type { Generation } from "../../db/generated/client.ts";
import { NothingFoundError } from "../../imaging/worker/failure.ts";
import { ApiError, refusal } from "../../platform/errors.ts";
import { because } from "../../platform/reasons.ts";
import { testPictureOf } from "../order/test-picture.ts";

const slowMs = 15_000;

/** Forces the outcome of a test picture: a delay, or the same failure as live work would have. */
export async function forceTestOutcome(work: Generation, signal: AbortSignal): Promise<void> {
  const picture = testPictureOf(work);
  if (picture === "slow") await delay(slowMs, undefined, { signal });
  if (picture === "no-product") throw new NothingFoundError();
  if (picture === "refused") throw refusal(because("model_refused"));
  if (picture === "failed") throw new ApiError("generation_failed", "The image could not be made.");
}
