import type { Caller } from "../../accounts/caller.ts";
import { rowsShare } from "../../contract/billing/plans.ts";
import { testWorkPerDay } from "../../contract/keys/test-mode.ts";
import { type ChargeOutcome, chargeCredits } from "../../credits/charge.ts";
import type { Charge, Order } from "../../credits/order.ts";
import { waiveFreeRemakes } from "../../credits/remakes.ts";
import type { Queryable } from "../../db/index.ts";
import { imageHost } from "../../images/index.ts";
import { offer } from "../../plans/offer.ts";
import { ApiError, invalidParam, refusal } from "../../platform/errors.ts";
import { isTestAccount } from "../../platform/ids.ts";
import { log } from "../../platform/log.ts";
import { because } from "../../platform/reasons.ts";
import type { Lane } from "../../queue/queues.ts";
import { getCapacity } from "../run/capacity.ts";
import { findReusable } from "./reuse.ts";

interface Submission
  extends Pick<Charge, "work" | "skipped" | "lane" | "batch" | "lifetimeMs" | "aheadLimitMs"> {
  by: Caller;
}

/**
 * Charges and queues orders in the given sequence, all or none. Throws ApiError insufficient_credits, rate_limited,
 * and overloaded when the storage is full or the work would not finish in time. Returns false and changes nothing
 * when a reused result was deleted, or a remake has become chargeable.
 */
export async function submitOrders(submission: Submission): Promise<boolean> {
  if (submission.work.some(({ reusedId }) => reusedId === undefined)) await imageHost().requireRoom();
  const { slots } = await getCapacity();
  return chargeOrders({ ...submission, slots });
}

/** A price changes from free to normal only once, unless a refund makes a remake free again. */
const priceAttempts = 3;

export interface Together extends Omit<Submission, "work"> {
  orders: readonly Order[];
  /** Whether each order may reuse an earlier result. */
  mayReuse: readonly boolean[];
  /** Throws for prices that the caller cannot or will not pay; called again when they have changed. */
  requirePrices: (work: readonly Pick<Order, "cost">[]) => void;
}

/**
 * Submits orders together at their current prices, all or none, with results reused where they may be. Returns the
 * submitted work; null when results or free remakes keep changing meanwhile.
 */
export async function submitTogether({
  orders,
  mayReuse,
  requirePrices,
  ...submission
}: Together): Promise<Order[] | null> {
  const { by } = submission;
  for (let attempt = 0; attempt < priceAttempts; attempt += 1) {
    const reused = await findReusable(
      orders.map((order, place) => (mayReuse[place] ? order : null)),
      by,
    );
    const priced = orders.map((order, place) => {
      const reusedId = reused[place];
      return reusedId ? { ...order, cost: 0, reusedId } : order;
    });
    const work = await waiveFreeRemakes(priced, by);
    requirePrices(work);
    if (await submitOrders({ ...submission, work })) return work;
  }
  return null;
}

/** As `submitOrders`, within a transaction, for work that needs no additional storage. */
export async function chargeOrders(
  { by, ...submission }: Submission & { slots?: number },
  on?: Queryable,
): Promise<boolean> {
  const { userId, apiKeyId, idempotencyKey, account } = by;
  const charge = { ...submission, userId, apiKeyId, idempotencyKey, tier: account.tier };
  const outcome = await chargeCredits({ ...charge, ...limitsOf(by) }, on);
  const isSpent = outcome.kind === "over_budget" || (outcome.kind === "charged" && outcome.budgetLeft === 0);
  if (isSpent && apiKeyId !== null) await noticeSpentKey(userId, apiKeyId).catch(logLostNotice);
  requireCharged(outcome, { ...submission, userId });
  return outcome.kind !== "gone";
}

/** Loaded when needed: few keys have a limit. */
async function noticeSpentKey(userId: string, apiKeyId: string): Promise<void> {
  const { noticeKeyBudget } = await import("../../webhooks/account-events.ts");
  await noticeKeyBudget(userId, apiKeyId);
}

const logLostNotice = (error: unknown) => log.error({ err: error }, "an event of a key's limit was lost");

const bytesPerMb = 1_000_000;
const hourMs = 60 * 60 * 1000;

/** The order limits of an account's plan. */
function limitsOf({
  userId,
  account,
}: Caller): Pick<Charge, "waitingLimit" | "orderLimit" | "storedLimitBytes"> {
  const { jobs, uploads } = offer().plans[account.tier];
  const ofPlan = { count: jobs.perHour, windowMs: hourMs };
  return {
    waitingLimit: jobs.waiting,
    orderLimit: isTestAccount(userId) ? { count: testWorkPerDay, windowMs: 24 * hourMs } : ofPlan,
    storedLimitBytes: rowsShare * uploads.storageMb * bytesPerMb,
  };
}

/** Throws ApiError insufficient_credits, overloaded, rate_limited or invalid_params for a refused charge. */
function requireCharged(
  outcome: ChargeOutcome,
  { work, aheadLimitMs = 0, userId }: Pick<Submission, "work" | "aheadLimitMs"> & { userId: string },
): void {
  if (outcome.kind === "insufficient") {
    throw insufficientCredits(work.reduce((sum, { cost }) => sum + cost, 0));
  }
  if (outcome.kind === "over_budget") throw refusal(because("key_budget_used_up"));
  if (outcome.kind === "too_many") {
    throw refusal(because(isTestAccount(userId) ? "test_work_used_up" : "hourly_work_used_up"), {
      retryAfterSeconds: Math.ceil(outcome.waitMs / 1000),
    });
  }
  if (outcome.kind === "full") throw invalidParam("metadata", because("storage_used_up"));
  if (outcome.kind === "overloaded") throw tooMuchWaits(outcome.aheadMs - aheadLimitMs);
}

/** Throws ApiError insufficient_credits when work would cost more than the caller's maximum. */
export function requireWithin(cost: number, { maxCredits }: { maxCredits?: number | undefined }): void {
  if (maxCredits === undefined || cost <= maxCredits) return;
  throw refusal(because("max_credits_exceeded", { cost, most: maxCredits }));
}

/**
 * Throws ApiError insufficient_credits when work would cost more than the caller's maximum, or than the balance at the
 * start of the request.
 */
export function requirePayable(
  work: readonly Pick<Order, "cost">[],
  limit: Parameters<typeof requireWithin>[1],
  { account }: Pick<Caller, "account">,
): void {
  const cost = work.reduce((sum, one) => sum + one.cost, 0);
  requireWithin(cost, limit);
  if (account.total < cost) throw insufficientCredits(cost);
}

function insufficientCredits(cost: number): ApiError {
  return new ApiError(
    "insufficient_credits",
    `This costs ${cost === 1 ? "1 credit" : `${cost} credits`}, more than the balance holds.`,
  );
}

function tooMuchWaits(overMs: number): ApiError {
  const retryAfterSeconds = Math.min(600, Math.max(1, Math.ceil(overMs / 1000)));
  return new ApiError("overloaded", "Too many pictures are waiting to be made.", { retryAfterSeconds });
}

/** Lifetime of work whose caller does not keep a connection open for it. */
export const orderLifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** Users of the dashboard wait for their orders, which therefore precede programs' batches. */
export function laneOfBatch({ apiKeyId }: Pick<Caller, "apiKeyId">): Lane {
  return apiKeyId === null ? "interactive" : "batch";
}
