import { refundCharges, type WorkNotice } from "../credits/resolve.ts";
import { sql } from "../db/index.ts";
import { databaseAway, isUnavailable } from "../db/unavailable.ts";
import { ApiError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { abandonWork } from "./abandoned.ts";
import type { CutoutOrder } from "./cutout.ts";
import { getGeneration } from "./history.ts";
import { expectOutcome, findEnded } from "./outcome.ts";
import { findReusable } from "./reuse.ts";
import { dropSource, keepSource } from "./sources.ts";
import {
  checkOrder,
  type Order,
  orderLifetimeMs,
  type Payer,
  priceOf,
  requireCovered,
  requireWithin,
  submitWork,
} from "./submit.ts";
import { tellOfReused } from "./tell.ts";
import { completeOrder, type WantedOrder, type WantedPhoto } from "./wanted.ts";

/** The whole call ends within 60 seconds: what is left after this goes to the refund and the answer. */
const workTimeoutMs = 54_000;
/** A worker that has the work still begins with it until then. */
const aheadLimitMs = 46_000;
const retryAfterNotBegunSeconds = 5;
const notBegun = "Too many pictures are waiting to be made.";
const notDone = "The image could not be made.";

/** Who calls for one piece of work, and how. */
export interface WorkCaller extends Payer {
  startedAtMs: number;
  /** The caller does not wait: the answer is the work as it stands in the queue. */
  respondAsync: boolean;
  /** The work that an earlier request with the same Idempotency-Key paid for; null for the first. */
  resumedId: string | null;
}

/** What paid work made and cost. */
export interface WorkResult {
  generationId: string;
  resultUrl: string;
  creditsUsed: number;
  creditsRemaining: { monthly: number; topup: number; total: number };
}

type Generation = Awaited<ReturnType<typeof getGeneration>>;

/** Work that was taken on and goes on without its caller. */
export interface AcceptedWork {
  accepted: Generation;
}

/** Makes a photo of the product in the input picture. Bad input costs nothing; a failure is refunded. */
export function generatePhoto(request: WantedPhoto, by: WorkCaller): Promise<WorkResult | AcceptedWork> {
  return callFor({ operation: "generate", request }, by);
}

/** Removes the background of a picture on the image host; the result loads at once. */
export function removeBackground(request: CutoutOrder, by: WorkCaller): Promise<WorkResult | AcceptedWork> {
  return callFor({ operation: "remove_bg", request }, by);
}

/** Submits work and waits for it, in whichever process it is made, or only takes it on. */
async function callFor(wanted: WantedOrder, by: WorkCaller): Promise<WorkResult | AcceptedWork> {
  if (by.resumedId !== null) return resume(by.resumedId, by);
  const order = await completeOrder(wanted, by);
  const reused = order.request.reuse ? await reuse(order, by) : null;
  if (reused) return reused;
  const cost = priceOf(order);
  requireWithin(cost, order.request);
  requireCovered(cost, by);
  const checked = await checkOrder(order, { userId: by.userId, load: true });
  const id = newId("gen");
  if (checked.source) keepSource(id, checked.source);
  const orders = [{ id, order, cost, checked }];
  if (by.respondAsync) {
    await submitOne({ orders, by, lane: "interactive", lifetimeMs: orderLifetimeMs }, id);
    return { accepted: await getGeneration({ id }, by) };
  }
  const expected = expectOutcome(id);
  try {
    const lifetimeMs = by.startedAtMs + workTimeoutMs - Date.now();
    await submitOne({ orders, by, lane: "interactive", lifetimeMs, aheadLimitMs }, id);
    const ended = await expected.until(by.startedAtMs + workTimeoutMs);
    return answer(ended ?? (await giveUp(id, by)));
  } finally {
    expected.forget();
  }
}

/** Answers an earlier result of the same as work of its own, for nothing; null where there is none. */
async function reuse(order: Order, by: WorkCaller): Promise<WorkResult | AcceptedWork | null> {
  const checked = await checkOrder(order, { userId: by.userId, load: false });
  const [reusedId] = await findReusable([{ order, checked }], by);
  if (!reusedId) return null;
  const id = newId("gen");
  const orders = [{ id, order, cost: 0, checked, reusedId }];
  const isDone = await submitWork({ orders, by, lane: "interactive", lifetimeMs: orderLifetimeMs });
  if (!isDone) return null;
  await tellOfReused([id], by);
  if (by.respondAsync) return { accepted: await getGeneration({ id }, by) };
  const [ended] = await findEnded([id]);
  return ended ? answer(ended) : null;
}

async function submitOne(submission: Parameters<typeof submitWork>[0], id: string): Promise<void> {
  try {
    await submitWork(submission);
  } catch (error) {
    await dropSource(id);
    if (isUnavailable(error)) leaveUnconfirmed(id, submission.by);
    throw error;
  }
}

/** A call with a key finds its work again; any other is told that nothing was charged. */
function leaveUnconfirmed(id: string, { idempotencyKey }: Payer): void {
  if (idempotencyKey === null) abandonWork(id);
}

/** An earlier request paid for this work and its process is gone, or it did not wait: this one goes on from there. */
async function resume(id: string, by: WorkCaller): Promise<WorkResult | AcceptedWork> {
  if (by.respondAsync) return { accepted: await getGeneration({ id }, by) };
  const expected = expectOutcome(id);
  try {
    const [ended] = await findEnded([id]);
    const outcome = ended ?? (await expected.until(by.startedAtMs + workTimeoutMs));
    if (outcome) return answer(outcome);
  } finally {
    expected.forget();
  }
  throw new ApiError("idempotency_in_progress", "The work of this Idempotency-Key is not done yet.", {
    retryAfterSeconds: 5,
    generationId: id,
  });
}

/** The call's time is over: what nobody began is told so, what is half done is refunded. */
async function giveUp(id: string, by: Payer): Promise<WorkNotice> {
  const which = sql`id = ${id}`;
  const errorCode = "generation_failed";
  try {
    const waiting = { status: "failed", from: ["queued"], errorCode, errorMessage: notBegun } as const;
    if ((await refundCharges(which, waiting)).length > 0) {
      throw new ApiError("overloaded", notBegun, {
        retryAfterSeconds: retryAfterNotBegunSeconds,
        generationId: id,
      });
    }
    const running = { status: "failed", from: ["running"], errorCode, errorMessage: notDone } as const;
    await refundCharges(which, running);
    const [ended] = await findEnded([id]);
    if (!ended) throw new Error(`${id} is neither open nor ended`);
    return ended;
  } catch (cause) {
    if (!isUnavailable(cause)) throw cause;
    leaveUnconfirmed(id, by);
    throw databaseAway({ generationId: id, cause });
  }
}

function answer(ended: WorkNotice): WorkResult {
  const { id: generationId, resultUrl, creditsUsed, remaining, errorMessage, errorFix } = ended;
  if (ended.status === "succeeded" && resultUrl && creditsUsed !== undefined && remaining) {
    const { monthly, topup } = remaining;
    const creditsRemaining = { monthly, topup, total: monthly + topup };
    return { generationId, resultUrl, creditsUsed, creditsRemaining };
  }
  const message = ended.status === "canceled" ? "The work was canceled." : (errorMessage ?? notDone);
  throw new ApiError("generation_failed", message, { generationId, fix: errorFix ?? undefined });
}
