import type { WaitingCaller } from "../../accounts/caller.ts";
import { waiveFreeRemakes } from "../../credits/remakes.ts";
import { ApiError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { type ExpectedOutcome, expectOutcome, findEnded } from "../notify/outcome.ts";
import { cacheSource } from "../run/sources.ts";
import { checkRequest, priceOf, toOrder } from "./order.ts";
import {
  type CompleteRequest,
  type CutoutRequest,
  completeRequest,
  type PhotoRequest,
  photosOf,
  type WorkRequest,
} from "./request.ts";
import { findReusable, findSameBytes } from "./reuse.ts";
import { orderLifetimeMs, requireCovered, requireWithin, submitOne, submitOrders } from "./submit.ts";
import { orUnconfirmed, submitOrWithdraw } from "./unconfirmed.ts";
import {
  type AcceptedWork,
  accept,
  aheadLimitMs,
  answer,
  finish,
  inProgress,
  requireWorkers,
  untilOrLost,
  untilPreferred,
  type WorkResult,
  workTimeoutMs,
} from "./wait.ts";

/** Makes photos of the product in the input picture. Invalid input costs nothing; failed work is refunded. */
export async function generatePhoto(
  request: PhotoRequest,
  by: WaitingCaller,
): Promise<WorkResult | AcceptedWork> {
  const work = { operation: "generate", request } as const;
  if (photosOf(work) === 1) return callFor(work, by);
  // Loaded when needed: most calls are for one photo.
  const several = await import("./several.ts");
  return several.generateSeveral(request, by);
}

/** Removes the background of a picture on the image host; the result URL loads immediately. */
export function removeBackground(
  request: CutoutRequest,
  by: WaitingCaller,
): Promise<WorkResult | AcceptedWork> {
  return callFor({ operation: "remove_bg", request }, by);
}

/** Submits work and waits until any process has made it, or only accepts it. */
async function callFor(request: WorkRequest, by: WaitingCaller): Promise<WorkResult | AcceptedWork> {
  if (by.resumedId !== null) return resume(by.resumedId, by);
  const complete = await completeRequest(request, by);
  const reused = complete.request.reuse ? await reuse(complete, by) : null;
  if (reused) return reused;
  // Which mask it uses is known later: until then, the lowest possible price counts.
  const { maxCredits } = complete.request;
  const cheapest = { ...complete.request, cost: priceOf(complete), mayCorrect: true };
  const [priced] = await waiveFreeRemakes([cheapest], by);
  const cost = priced?.cost ?? 0;
  requireWithin(cost, { maxCredits });
  requireCovered(cost, by);
  const checking = checkRequest(complete, { userId: by.userId, load: true });
  const checked = await (by.respondAsync ? checking : requireWorkers(checking, by));
  const id = newId("gen");
  if (checked.source) cacheSource(id, checked.source);
  const order = await toOrder(complete, checked, id);
  const submit = (limits: { lifetimeMs: number; aheadLimitMs?: number }) =>
    submitOne(order, { by, maxCredits, ...limits });
  const isStandard = complete.operation === "generate" && complete.request.seed === undefined;
  const expected = expectOutcome(id);
  try {
    if (by.respondAsync) {
      await submitOrWithdraw([id], by, () => submit({ lifetimeMs: orderLifetimeMs }));
      return await orUnconfirmed(id, by, answerOrAccept(id, expected, by));
    }
    const lifetimeMs = by.startedAtMs + workTimeoutMs - Date.now();
    await submitOrWithdraw([id], by, () => submit({ lifetimeMs, aheadLimitMs }));
    const same = isStandard ? findSameBytes(order, by).catch(() => null) : null;
    return { ...answer(await finish(id, expected, by)), sameAs: (await same) ?? undefined };
  } finally {
    expected.forget();
  }
}

/** The result of work that ends while its caller waits for it, else its state. */
async function answerOrAccept(
  id: string,
  expected: ExpectedOutcome,
  by: WaitingCaller,
): Promise<WorkResult | AcceptedWork> {
  const [before] = by.waitSeconds ? await findEnded([id]) : [];
  const ended = before ?? (await untilPreferred(expected, by));
  return ended ? answer(ended) : accept(id, by);
}

/** Returns an earlier result of the same order as new, free work; null when there is none. */
async function reuse(
  complete: CompleteRequest,
  by: WaitingCaller,
): Promise<WorkResult | AcceptedWork | null> {
  const order = await toOrder(complete, await checkRequest(complete, { userId: by.userId, load: false }));
  const [reusedId] = await findReusable([order], by);
  if (!reusedId) return null;
  const { id } = order;
  const work = [{ ...order, cost: 0, reusedId }];
  const isDone = await submitOrders({ work, by, lane: "interactive", lifetimeMs: orderLifetimeMs });
  if (!isDone) return null;
  const { emitEnds } = await import("../notify/emit.ts");
  await emitEnds([id]);
  if (by.respondAsync && !by.waitSeconds) return accept(id, by);
  const [ended] = await findEnded([id]);
  return ended ? answer(ended) : null;
}

/** Continues the work of an earlier request whose process ended or that did not wait. */
async function resume(id: string, by: WaitingCaller): Promise<WorkResult | AcceptedWork> {
  const expected = expectOutcome(id);
  try {
    if (by.respondAsync) return await answerOrAccept(id, expected, by);
    const [ended] = await findEnded([id]);
    const outcome = ended ?? (await untilOrLost(expected, by));
    if (outcome instanceof ApiError) {
      throw inProgress(id, `${outcome.message} The work of this Idempotency-Key waits for one.`);
    }
    if (outcome) return answer(outcome);
  } finally {
    expected.forget();
  }
  throw inProgress(id);
}
