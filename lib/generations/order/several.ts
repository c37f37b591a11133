import type { WaitingCaller } from "../../accounts/caller.ts";
import type { WorkNotice } from "../../credits/resolve.ts";
import { db } from "../../db/index.ts";
import { isOpen, spentCreditsOf } from "../../db/work-status.ts";
import { ApiError, refusal } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { because } from "../../platform/reasons.ts";
import type { PhotoRequest } from "../kinds/kind.ts";
import { pickPhotoOptions } from "../kinds/options.ts";
import { emitEnds } from "../notify/emit.ts";
import { type ExpectedOutcome, expectOutcome, findEnded } from "../notify/outcome.ts";
import { shareSource } from "../run/sources.ts";
import { checkRequest, toOrder } from "./order.ts";
import { requireComplete, singlesOf } from "./request.ts";
import { orderLifetimeMs, requirePayable } from "./submit.ts";
import { orUnconfirmed, submitOrWithdraw } from "./unconfirmed.ts";
import {
  type AcceptedWork,
  accept,
  aheadLimitMs,
  answer,
  giveUp,
  inProgress,
  type PhotoOfCall,
  requireWorkers,
  untilOrLost,
  untilPreferred,
  type WorkResult,
  workTimeoutMs,
} from "./wait.ts";

/**
 * Makes several photos of one picture, with consecutive seeds: charged together as a batch, loaded once, waited for
 * together. Photos that fail, or are not ready in time, are refunded one by one; the call fails only if all do.
 */
export async function generateSeveral(
  request: PhotoRequest,
  by: WaitingCaller,
): Promise<WorkResult | AcceptedWork> {
  if (by.resumedId !== null) return resume(by.resumedId, by);
  const complete = await requireComplete(singlesOf({ operation: "generate", request }), by);
  const singles = await Promise.all(complete.map((one) => toOrder({ ...one, webhook: undefined })));
  const { maxCredits, reuse = false, remakeOf, title } = request;
  // Reused and remade photos may be free: what they cost is known later.
  if (!reuse && remakeOf === undefined) requirePayable(singles, { maxCredits }, by);
  // They differ only in what nothing is checked for: the seed, and the scene that it chooses.
  const [first] = complete;
  if (!first) throw new Error("a call for several photos has none");
  const checking = checkRequest(first, { userId: by.userId, load: true });
  const { source, ...pictures } = await (by.respondAsync ? checking : requireWorkers(checking, by));
  const orders = singles.map((order) => ({ ...order, ...pictures }));
  const ids = orders.map(({ id }) => id);
  if (source) shareSource(ids, source);
  const lifetimeMs = by.respondAsync ? orderLifetimeMs : by.startedAtMs + workTimeoutMs - Date.now();
  const batch = { id: newId("bat"), title, webhook: first.webhook, isOneCall: true };
  const expected = expectAll(ids);
  try {
    const work = await submitOrWithdraw(ids, by, {
      ...{ orders, by, lane: "interactive", batch, lifetimeMs },
      ...(!by.respondAsync && { aheadLimitMs }),
      mayReuse: orders.map(() => reuse),
      requirePrices: (priced) => requirePayable(priced, { maxCredits }, by),
    });
    const reused = work.flatMap((order) => (order.reusedId === undefined ? [] : order.id));
    if (reused.length > 0) await emitEnds(reused);
    expected.skip(reused);
    if (by.respondAsync) return await orUnconfirmed(ids[0] ?? "", by, answerOrAccept(batch.id, expected, by));
    const lost = await untilOrLost(expected, by);
    const ended = await endAll(ids, by, lost instanceof ApiError ? lost : undefined);
    return toResult(await findPhotos(batch.id, by), ended);
  } finally {
    expected.forget();
  }
}

interface ExpectedOutcomes extends ExpectedOutcome {
  /** Does not wait for this work. */
  skip: (ids: readonly string[]) => void;
}

/** Waits for all of the work; the outcomes are read afterwards. */
function expectAll(ids: readonly string[]): ExpectedOutcomes {
  const each = new Map(ids.map((id) => [id, expectOutcome(id)]));
  const skip = (some: Iterable<string>) => {
    for (const id of [...some]) {
      each.get(id)?.forget();
      each.delete(id);
    }
  };
  return {
    until: async (timeMs) => {
      await Promise.all(each.values().map(({ until }) => until(timeMs)));
      return null;
    },
    skip,
    forget: () => skip(each.keys()),
  };
}

type Outcomes = Map<string, WorkNotice | ApiError>;

/** The outcomes of all photos; those that have not ended are refunded. */
async function endAll(ids: readonly string[], by: WaitingCaller, lost?: ApiError): Promise<Outcomes> {
  const outcomes: Outcomes = new Map((await findEnded(ids)).map((notice) => [notice.id, notice]));
  for (const id of ids) {
    if (outcomes.has(id)) continue;
    const ended = await giveUp(id, by, lost).catch((error: unknown) => {
      if (error instanceof ApiError && !error.isUnconfirmed) return error;
      throw error;
    });
    outcomes.set(id, ended);
  }
  return outcomes;
}

/** The photos of a call, by the id of its batch or of one of them. */
async function findPhotos(id: string, { userId }: { userId: string }) {
  const one = await db().generation.findFirst({ where: { id, userId }, select: { batchId: true } });
  const rows = await db().generation.findMany({
    where: { batchId: one?.batchId ?? id, userId },
    orderBy: { place: "asc" },
    select: { id: true, status: true, options: true, fromMonthly: true, fromTopup: true, refundedAt: true },
  });
  return rows.map(({ options, ...row }) => ({ ...row, seed: pickPhotoOptions(options).seed ?? 0 }));
}

type Photos = Awaited<ReturnType<typeof findPhotos>>;

/** The response when all photos have ended. Throws the error of the first one when all have failed. */
function toResult(photos: Photos, outcomes: Outcomes): WorkResult {
  const ended = photos.flatMap(({ id }) => outcomes.get(id) ?? []);
  const done = ended.filter(
    (one): one is WorkNotice => !(one instanceof ApiError) && one.status === "succeeded",
  );
  const [first = ended[0]] = done;
  if (first === undefined) throw refusal(because("result_deleted"));
  if (first instanceof ApiError) throw first;
  const creditsUsed = done.reduce((sum, one) => sum + (one.creditsUsed ?? 0), 0);
  const results = photos.map(({ id, seed }): PhotoOfCall => {
    const outcome = outcomes.get(id);
    const isFailed = outcome === undefined || outcome instanceof ApiError;
    return isFailed
      ? { id, resultUrl: null, seed, status: "failed" }
      : { id, resultUrl: outcome.resultUrl ?? null, seed, status: outcome.status };
  });
  return { ...answer(first), creditsUsed, results };
}

/** As `answerOrAccept` of a call for one photo. */
async function answerOrAccept(
  id: string,
  expected: ExpectedOutcome,
  by: WaitingCaller,
): Promise<WorkResult | AcceptedWork> {
  const areOpen = (all: Photos) => all.some(({ status }) => isOpen(status));
  if (areOpen(await findPhotos(id, by))) await untilPreferred(expected, by);
  const photos = await findPhotos(id, by);
  const [first] = photos;
  if (!first) throw refusal(because("result_deleted"));
  const ended = new Map((await findEnded(photos.map((photo) => photo.id))).map((one) => [one.id, one]));
  if (by.waitSeconds && ended.size === photos.length) return toResult(photos, ended);
  const { accepted } = await accept(first.id, by);
  const results = photos.map(
    ({ id, seed, status }): PhotoOfCall => ({
      id,
      resultUrl: ended.get(id)?.resultUrl ?? null,
      seed,
      status,
    }),
  );
  const creditsUsed = photos.reduce((sum, photo) => sum + spentCreditsOf(photo), 0);
  return { accepted: { ...accepted, creditsUsed, results } };
}

/** Continues the work of an earlier request, by the id of its batch or of one of its photos. */
async function resume(id: string, by: WaitingCaller): Promise<WorkResult | AcceptedWork> {
  const ids = (await findPhotos(id, by)).map((photo) => photo.id);
  const expected = expectAll(ids);
  try {
    if (by.respondAsync) return await answerOrAccept(id, expected, by);
    const isOver = (await findEnded(ids)).length === ids.length;
    const outcome = isOver ? null : await untilOrLost(expected, by);
    const ended = new Map((await findEnded(ids)).map((one) => [one.id, one]));
    if (ended.size === ids.length) return toResult(await findPhotos(id, by), ended);
    const message = outcome instanceof ApiError ? outcome.message : undefined;
    throw inProgress(ids[0] ?? id, message && `${message} The work of this Idempotency-Key waits for one.`);
  } finally {
    expected.forget();
  }
}
