import type { WaitingCaller } from "../../accounts/caller.ts";
import type { Order } from "../../credits/order.ts";
import { waiveFreeRemakes } from "../../credits/remakes.ts";
import { ApiError } from "../../platform/errors.ts";
import type { CompletePhoto, CutoutRequest, PhotoRequest, WorkRequest } from "../kinds/kind.ts";
import { type ExpectedOutcome, expectOutcome, findEnded } from "../notify/outcome.ts";
import { cacheSource } from "../run/sources.ts";
import { checkRequest, toOrder } from "./order.ts";
import { photosOf, requireComplete } from "./request.ts";
import { findReusable, findSameBytes } from "./reuse.ts";
import { orderLifetimeMs, requirePayable, submitOrders } from "./submit.ts";
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
  const [complete] = await requireComplete([request], by);
  if (!complete) throw new Error("a request was lost");
  const order = await toOrder(complete);
  const { maxCredits } = complete.request;
  const reused = complete.request.reuse ? await reuse(complete, order, by) : null;
  if (reused) return reused;
  // Which mask it uses is known later: until then, the lowest possible price counts.
  requirePayable(await waiveFreeRemakes([{ ...order, mayCorrect: true }], by), { maxCredits }, by);
  const checking = checkRequest(complete, { userId: by.userId, load: true });
  const { source, ...pictures } = await (by.respondAsync ? checking : requireWorkers(checking, by));
  const checked = { ...order, ...pictures };
  const { id } = order;
  if (source) cacheSource(id, source);
  const lifetimeMs = by.respondAsync ? orderLifetimeMs : by.startedAtMs + workTimeoutMs - Date.now();
  const isStandard = complete.operation === "generate" && complete.request.seed === undefined;
  const expected = expectOutcome(id);
  try {
    await submitOrWithdraw([id], by, {
      ...{ orders: [checked], mayReuse: [false], by, lane: "interactive", lifetimeMs },
      ...(!by.respondAsync && { aheadLimitMs }),
      requirePrices: (work) => requirePayable(work, { maxCredits }, by),
    });
    if (by.respondAsync) return await orUnconfirmed(id, by, answerOrAccept(id, expected, by));
    const same = isStandard ? findSameBytes(checked, by).catch(() => null) : null;
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
  complete: WorkRequest<CompletePhoto>,
  order: Order,
  by: WaitingCaller,
): Promise<WorkResult | AcceptedWork | null> {
  const checked = { ...order, ...(await checkRequest(complete, { userId: by.userId, load: false })) };
  const [reusedId] = await findReusable([checked], by);
  if (!reusedId) return null;
  const { id } = order;
  const work = [{ ...checked, cost: 0, reusedId }];
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
